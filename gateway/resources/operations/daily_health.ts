// The last day of the service, for its operator.
import { Type } from 'typebox';
import {
  type GetDailyHealthResponse,
  type ServiceHour,
  type StandingOutAccount,
  StandingOutReason,
} from '../../../proto/gen/textrelay/v1/operations_service_pb.ts';
import { flag, instant, integer, text } from '../../schemas/kinds.ts';
import { madeOf, names } from '../../schemas/resource.ts';

const reasons = names({
  [StandingOutReason.OPT_OUTS]: 'opt_outs',
  [StandingOutReason.FAILURES]: 'failures',
  [StandingOutReason.VOLUME]: 'volume',
});

const hour = madeOf<ServiceHour>().resource('ServiceHour', 'An hour of the service, over all accounts.', {
  start: instant('Its begin.'),
  sent: integer(
    0,
    'Texts that were accepted to be sent in it, and were not cancelled. Whether they have left is not asked.',
  ),
  failed: integer(0, 'Of those, failed.'),
  longest_wait_seconds: integer(
    0,
    'The longest that one of them waited until it left, or has waited so far.',
  ),
  devices_away: integer(0, 'Devices that are away now and were last seen in this hour or before it.'),
});

const ofAccount = madeOf<StandingOutAccount>();
const account = ofAccount.resource('StandingOutAccount', 'An account that stands out in the last day.', {
  account_id: integer(1, 'The account.'),
  name: text('Its name.'),
  suspended: flag('Whether it is suspended already.'),
  reasons: ofAccount.field(
    Type.Array(
      reasons.schema(
        'opt_outs: five or more, and one for each fifty texts. failures: twenty or more, and a fifth of all. Both in the day ' +
          'or the last hour. volume: 200 texts or more in the last hour, and five times what the other hours had.',
      ),
      { description: 'Why; at least one.' },
    ),
    (of) => of.reasons.map(reasons.of),
  ),
  sent: integer(0, 'Texts that were accepted to be sent in the last 24 hours, and were not cancelled.'),
  sent_last_hour: integer(0, 'The same of the last hour.'),
  failed: integer(0, 'Of those of the last 24 hours, failed.'),
  failed_last_hour: integer(0, 'Of those of the last hour, failed.'),
  opt_outs: integer(0, 'People who opted out in the last 24 hours; at most 1,000 are counted.'),
  opt_outs_last_hour: integer(0, 'The same of the last hour.'),
});

const { field, resource } = madeOf<GetDailyHealthResponse>();

export const { Shape: DailyHealthShape, render: renderDailyHealth } = resource(
  'DailyHealth',
  'The last day of the service.',
  {
    hours: field(
      Type.Array(hour.Shape, {
        description: 'The last 24 whole hours of UTC and the one that is not over, the oldest first.',
      }),
      ({ hours }) => hours.map(hour.render),
    ),
    accounts: field(
      Type.Array(account.Shape, { description: 'Accounts that stand out: 20 at most, the worst first.' }),
      ({ accounts }) => accounts.map(account.render),
    ),
    complete: flag(
      'False where the day had more than is looked at: 20,000 accounts, the newest 20,000 texts of each, 200,000 in all.',
    ),
  },
);

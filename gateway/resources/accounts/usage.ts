// How much of the month's texts is used (SPEC: Usage).
import { type Usage, UsagePeriod, UsageReason } from '../../../proto/gen/textrelay/v1/usage_pb.ts';
import { flag, instant, integer, nullable, text } from '../../schemas/kinds.ts';
import { madeOf, names } from '../../schemas/resource.ts';

const reasons = names({
  [UsageReason.OK]: 'ok',
  [UsageReason.NO_PLAN]: 'no_plan',
  [UsageReason.NO_SUBSCRIPTION]: 'no_subscription',
  [UsageReason.CAP_REACHED]: 'cap_reached',
  [UsageReason.NO_ROUTE]: 'no_route',
  [UsageReason.ACCOUNT_SUSPENDED]: 'account_suspended',
});
const periods = names({ [UsagePeriod.CALENDAR_MONTH_UTC]: 'calendar_month_utc' });

const { field, resource } = madeOf<Usage>();

export const { Shape: UsageShape, render: renderUsage } = resource(
  'Usage',
  'How many texts were used, and how many remain, in the current month.',
  {
    plan: nullable(text('The current plan; null when the account never had one.')),
    subscription_status: nullable(
      text(
        'The payment provider’s status. active, trialing and past_due are live; exempt is an account without a cap; ' +
          'null when the account never had a plan.',
      ),
    ),
    can_send: flag('Whether a send would be allowed now.'),
    reason: field(
      reasons.schema('Explains can_send: ok, or the code that a send would be refused with.'),
      ({ reason }) => reasons.of(reason),
    ),
    texts_used: integer(0, 'Texts used in the current period.'),
    texts_cap: nullable(integer(0, 'The period’s cap; null when there is none.')),
    texts_remaining: nullable(integer(0, 'Cap minus used; null when there is no cap.')),
    unlimited: flag('True when no cap applies.'),
    period: field(periods.schema('What texts are counted over: a calendar month in UTC.'), ({ period }) =>
      periods.of(period),
    ),
    resets_at: instant('When the quota resets: the start of the next UTC month.'),
  },
  {
    plan: 'starter',
    subscription_status: 'active',
    can_send: true,
    texts_used: 17,
    texts_cap: 500,
    texts_remaining: 483,
    resets_at: '2026-12-01T00:00:00.000Z',
  },
);

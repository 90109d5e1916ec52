// An account, how it is, and the tiers that it may be on (SPEC: Account, tiers).
import { create } from '@bufbuild/protobuf';
import { Type } from 'typebox';
import type { Account, Tier } from '../../../proto/gen/textrelay/v1/account_pb.ts';
import type {
  DayCount,
  DeviceTotals,
  GetAccountResponse,
  GetOverviewResponse,
  UsableCarrier,
} from '../../../proto/gen/textrelay/v1/account_service_pb.ts';
import { MemberAccountSchema } from '../../../proto/gen/textrelay/v1/user_pb.ts';
import { resource } from '../../interface/resources.ts';
import { flag, instant, integer, nullable, oneOf, sentence, text } from '../../schemas/kinds.ts';
import { madeOf, missing } from '../../schemas/resource.ts';
import { renderUsage, UsageShape } from './usage.ts';

/** The fields that everybody who acts for an account sees. */
const shared = {
  name: text('The name that the operator gave it.'),
  plan: nullable(text('The current plan; null when the account never had one.')),
  subscription_status: nullable(text('As in Usage.')),
};
const country = text('ISO 3166-1, two letters.');
const exempt = flag('True when no plan or cap applies.');

export const { Shape: AccountShape, render: renderAccount } = madeOf<Account>().resource(
  'Account',
  'An account, as a key that may act for it sees it.',
  {
    id: integer(1, 'The value to send as X-SVC-Account with a platform key. Random.'),
    ...shared,
    linked_at: nullable(instant('When it was linked to the platform key; null for an account’s own key.')),
  },
  { id: 4820153377, name: 'My shop', plan: 'starter', subscription_status: 'active' },
);

export const { Shape: AccountRecordShape, render: renderAccountRecord } = madeOf<Account>().resource(
  'AccountRecord',
  'An account, as the operator sees it.',
  {
    id: integer(1, 'Random.'),
    ...shared,
    country,
    exempt,
    created_at: instant('When it was made.'),
    texts_used: integer(0, 'Texts used this month.'),
    suspended_at: nullable(
      instant('Since when none of its texts leaves; null for an account that may send.'),
    ),
    suspension_reason: text('Why it is suspended, for the operator alone; may be empty.'),
  },
);

const memberAccount = resource(MemberAccountSchema);
export const MemberAccountShape = memberAccount.Shape;

/** The account of a session, as the person sees it. */
export const renderOwnAccount = ({ account, role }: Pick<GetAccountResponse, 'account' | 'role'>) => {
  const { id, name, country, sandboxOf } = account ?? missing();
  const seen = { id, name, country, role: role ?? missing(), ...(sandboxOf !== undefined && { sandboxOf }) };
  return memberAccount.render(create(MemberAccountSchema, seen));
};

const account = madeOf<Account>().resource('OverviewAccount', 'The account itself.', {
  id: integer(1, 'What to send as X-SVC-Account.'),
  name: text('Its name.'),
  country,
  exempt,
  plan: nullable(text('The current plan; null when there never was one.')),
});

const day = madeOf<DayCount>().resource('Day', 'The texts of a day.', {
  day: text('A day by the account’s clock, as 2026-11-20.'),
  sent: integer(0, 'Texts accepted to be sent that day, without those that were cancelled.'),
  delivered: integer(0, 'Of those, delivered.'),
  failed: integer(0, 'Of those, failed.'),
  cancelled: integer(0, 'Texts accepted that day, and cancelled before they left.'),
  received: integer(0, 'Texts received that day.'),
  replied: integer(0, 'Of those, replies.'),
});

const totals = madeOf<DeviceTotals>().resource('DeviceTotals', 'How many devices there are.', {
  total: integer(0, 'Paired.'),
  online: integer(0, 'Of those, linked now.'),
  problems: integer(0, 'Of those, with something that keeps them from sending.'),
});

const ofCarrier = madeOf<UsableCarrier>();
const carrier = ofCarrier.resource('UsableCarrier', 'A carrier that the account may send through.', {
  name: text('As configured.'),
  state: ofCarrier.field(oneOf(['up', 'down'], 'Whether texts can be submitted through it now.'), ({ up }) =>
    up ? 'up' : 'down',
  ),
  detail: sentence('One sentence about that.'),
});

const ofOverview = madeOf<GetOverviewResponse>();

export const { Shape: OverviewShape, render: renderOverview } = ofOverview.resource(
  'Overview',
  'How an account is.',
  {
    account: ofOverview.field(account.Shape, (found) => account.render(found.account)),
    usage: ofOverview.field(UsageShape, ({ usage }) => renderUsage(usage)),
    days: ofOverview.field(
      Type.Array(day.Shape, {
        description: 'The days of this month that have texts, in order, as far as they are counted.',
      }),
      ({ days }) => days.map(day.render),
    ),
    days_complete: flag('False while counting goes on: ask again in a moment.'),
    time_zone: text('The zone of the days: that of the account’s quiet hours, UTC without any.'),
    devices: ofOverview.field(totals.Shape, ({ devices }) => totals.render(devices)),
    carriers: ofOverview.field(
      Type.Array(carrier.Shape, {
        description: 'Those that the account has a number on, or that share a sender.',
      }),
      ({ carriers }) => carriers.map(carrier.render),
    ),
    numbers: integer(0, 'Its numbers on carriers.'),
    simulated: flag('True when nothing leaves: its texts end at simulators.'),
    note: ofOverview.field(
      nullable(sentence('A sentence about simulators; null without one.')),
      ({ note }) => note || null,
    ),
    sells_plans: flag('True when plans can be bought here.'),
  },
);

export const { Shape: TierShape, render: renderTier } = madeOf<Tier>().resource(
  'Tier',
  'A plan on offer.',
  {
    plan: text('The value to ask for in a plan change.'),
    name: text('The name to show.'),
    texts_cap: integer(0, 'Texts a calendar month.'),
    price_cents: integer(0, 'Price of an interval, in the currency’s smallest unit.'),
    currency: text('ISO 4217, lower case.'),
    interval: text('What the price is for: month.'),
  },
  { plan: 'starter', name: 'Starter', texts_cap: 500, price_cents: 900, currency: 'usd', interval: 'month' },
);

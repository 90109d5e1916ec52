// An account, and the tiers that it may be on (SPEC: Account, tiers).
import type { Account, Tier } from '../../../proto/gen/textrelay/v1/account_pb.ts';
import { toNumber } from '../integers.ts';
import { flag, instant, integer, nullable, text } from '../kinds.ts';
import { fieldOf, instantOrNull, missing, renderInstant, resource } from '../resource.ts';

const field = fieldOf<Account>();

/** The fields that everybody who acts for an account sees. */
const shared = {
  name: field(text('The name that the operator gave it.'), ({ name }) => name, 'My shop'),
  plan: field(
    nullable(text('The current plan; null when the account never had one.')),
    ({ plan }) => plan ?? null,
    'starter',
  ),
  subscription_status: field(
    nullable(text('As in Usage.')),
    ({ subscriptionStatus }) => subscriptionStatus ?? null,
    'active',
  ),
};

export const {
  Shape: AccountShape,
  render: renderAccount,
  example: exampleAccount,
} = resource('Account', 'An account, as a key that may act for it sees it.', {
  id: field(
    integer(1, 'The value to send as X-SVC-Account with a platform key. Random.'),
    ({ id }) => toNumber(id),
    4820153377,
  ),
  ...shared,
  linked_at: field(
    nullable(instant('When it was linked to the platform key; null for an account’s own key.')),
    ({ linkedAt }) => instantOrNull(linkedAt),
    null,
  ),
});

export const { Shape: AccountRecordShape, render: renderAccountRecord } = resource(
  'AccountRecord',
  'An account, as the operator sees it.',
  {
    id: field(integer(1, 'Random.'), ({ id }) => toNumber(id)),
    ...shared,
    country: field(text('ISO 3166-1, two letters.'), ({ country }) => country),
    exempt: field(flag('True when no plan or cap applies.'), ({ exempt }) => exempt),
    created_at: field(instant('When it was made.'), ({ createdAt }) => renderInstant(createdAt ?? missing())),
    texts_used: field(integer(0, 'Texts used this month.'), ({ textsUsed }) =>
      toNumber(textsUsed ?? missing()),
    ),
    suspended_at: field(
      nullable(instant('Since when none of its texts leaves; null for an account that may send.')),
      ({ suspendedAt }) => instantOrNull(suspendedAt),
    ),
  },
);

const tierField = fieldOf<Tier>();

export const {
  Shape: TierShape,
  render: renderTier,
  example: exampleTier,
} = resource('Tier', 'A plan on offer.', {
  plan: tierField(text('The value to ask for in a plan change.'), ({ plan }) => plan, 'starter'),
  name: tierField(text('The name to show.'), ({ name }) => name, 'Starter'),
  texts_cap: tierField(integer(0, 'Texts a calendar month.'), ({ textsCap }) => toNumber(textsCap), 500),
  price_cents: tierField(
    integer(0, 'Price of an interval, in the currency’s smallest unit.'),
    ({ priceCents }) => toNumber(priceCents),
    900,
  ),
  currency: tierField(text('ISO 4217, lower case.'), ({ currency }) => currency, 'usd'),
  interval: tierField(text('What the price is for: month.'), ({ interval }) => interval, 'month'),
});

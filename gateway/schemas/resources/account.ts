// An account, and the tiers that it may be on (SPEC: Account, tiers).
import type { Account, Tier } from '../../../proto/gen/textrelay/v1/account_service_pb.ts';
import { toNumber } from '../integers.ts';
import { instant, integer, nullable, text } from '../kinds.ts';
import { fieldOf, instantOrNull, resource } from '../resource.ts';

const field = fieldOf<Account>();

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
  linked_at: field(
    nullable(instant('When it was linked to the platform key; null for an account’s own key.')),
    ({ linkedAt }) => instantOrNull(linkedAt),
    null,
  ),
});

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

// Accounts and tiers in protobuf. Nothing is decided here.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { AccountSchema, TierSchema } from '../../../proto/gen/textrelay/v1/account_pb.ts';
import { toTimestamp } from '../../connect/proto_values.ts';
import type { Tier } from '../../domain/tier.ts';
import type { ListedAccount } from '../../store/accounts/list_accounts.ts';
import type { LinkedAccount } from '../../store/accounts/platform_links.ts';

const toOwn = (account: Omit<LinkedAccount, 'linkedAtMs'>): MessageInitShape<typeof AccountSchema> => {
  const status = account.exempt ? 'exempt' : account.subscriptionStatus;
  return {
    id: account.id,
    name: account.name,
    ...(account.plan !== null && { plan: account.plan }),
    ...(status !== null && { subscriptionStatus: status }),
    exempt: account.exempt,
  };
};

export const toAccount = (account: ListedAccount): MessageInitShape<typeof AccountSchema> => ({
  ...toOwn(account),
  country: account.country,
  createdAt: toTimestamp(account.createdAtMs),
  ...(account.suspendedAtMs !== null && { suspendedAt: toTimestamp(account.suspendedAtMs) }),
  suspensionReason: account.suspensionReason,
  textsUsed: BigInt(account.textsUsed),
});

/** An account as a platform key sees it. */
export const toLinkedAccount = (account: LinkedAccount): MessageInitShape<typeof AccountSchema> => ({
  ...toOwn(account),
  linkedAt: toTimestamp(account.linkedAtMs),
});

export const toTier = (tier: Tier): MessageInitShape<typeof TierSchema> => ({
  plan: tier.plan,
  name: tier.name,
  textsCap: BigInt(tier.textsCap),
  priceCents: BigInt(tier.priceCents),
  currency: tier.currency,
  interval: 'month',
});

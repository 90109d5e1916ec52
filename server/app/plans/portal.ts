// When an account's plan is renewed, and the way to its invoices, both as the payment provider says.
import type { Renewal } from '../../billing/provider.ts';
import { notFound, Refusal } from '../../errors.ts';
import type { Store } from '../../store/store.ts';
import { type BillingParts, findAccount, inPublicWords } from './plan_rules.ts';

export type Portal = ReturnType<typeof createPortal>;

interface PortalOptions {
  store: Pick<Store, 'findAccount' | 'findBilling'>;
  /** Left out when no provider is configured. */
  parts: Pick<BillingParts, 'provider'> | undefined;
}

/** Each action throws a Refusal: `not_found` for an unknown account, `payment_error` where the provider does not answer. */
export function createPortal({ store, parts }: PortalOptions) {
  const provider = parts?.provider;
  const find = async (accountId: bigint) => {
    const known = await store.findBilling(accountId);
    if (!known) await findAccount(store, accountId);
    return { subscriptionId: known?.subscriptionId ?? null, customerId: known?.customerId ?? null };
  };
  const inWords = (error: unknown) => {
    throw inPublicWords(error);
  };
  return {
    /** `renewal` is null if nothing is renewed, or the provider does not say when. */
    async read(accountId: bigint): Promise<{ renewal: Renewal | null; hasPortal: boolean }> {
      const { subscriptionId, customerId } = await find(accountId);
      const asked = subscriptionId === null ? undefined : provider?.readRenewal?.(subscriptionId);
      const renewal = (await asked?.catch(inWords)) ?? null;
      return { renewal, hasPortal: provider?.openPortal !== undefined && customerId !== null };
    },

    /**
     * Opens the portal. Throws `billing_disabled` if the provider has none, `not_found` for an account that has not
     * paid yet.
     */
    async open(accountId: bigint): Promise<string> {
      const { customerId } = await find(accountId);
      if (!provider?.openPortal)
        throw new Refusal('billing_disabled', 'the payment provider shows no invoices');
      if (customerId === null) throw notFound('payment');
      return provider.openPortal(customerId, accountId).catch(inWords);
    },
  };
}

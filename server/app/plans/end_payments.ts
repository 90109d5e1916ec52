// Before an account is erased: nobody may go on paying for it, or pay for it later.
import { invalidRequest, unavailable } from '../../errors.ts';
import type { AppContext } from '../context.ts';
import { type BillingParts, inPublicWords } from './plan_rules.ts';

interface EndPaymentsOptions extends Pick<AppContext<'dropCheckout'>, 'store'> {
  parts: BillingParts;
}

const mostLooks = 3;

/**
 * Asks the provider, and makes an open checkout unpayable. Throws `invalid_request` while there is a subscription that has not ended, also
 * one that is unpaid or paused: its owner ends it at the provider first.
 */
export const createEndPayments =
  ({ store, parts: { provider, refresh } }: EndPaymentsOptions) =>
  async (accountId: bigint): Promise<void> => {
    for (let look = 1; look <= mostLooks; look++) {
      const { live, unfinished, checkout } = await refresh(accountId).catch((error: unknown) => {
        throw inPublicWords(error);
      });
      if (live || unfinished)
        throw invalidRequest(
          `the account has a subscription at the payment provider that is ${(live ?? unfinished)?.status}: end it first`,
        );
      if (!checkout) return;
      const { state } = await provider.expireCheckout(checkout.id).catch((error: unknown) => {
        throw inPublicWords(error);
      });
      if (state !== 'complete') await store.dropCheckout(accountId, checkout.id);
    }
    throw unavailable('a payment of the account is under way; try again shortly');
  };

// A payer comes back from a checkout: its account follows at once, also where the event of the payment is late or lost.
import { atMost } from '../../../runtime/pause.ts';
import type { AppContext } from '../context.ts';
import type { BillingParts } from './plan_rules.ts';

interface ReturnOptions extends Pick<AppContext<'findBilledAccounts'>, 'store' | 'clock' | 'log'> {
  /** Left out when no provider is configured. */
  parts: Pick<BillingParts, 'refresh'> | undefined;
}

/** How long the payer waits for it, in milliseconds; the event comes anyway. */
const waitMs = 5_000;

/** Anybody may say that they come back: the provider is asked only about a checkout that an account waits for. Throws nothing. */
export type ReturnFromPayment = (checkoutId: string) => Promise<void>;

export function createReturnFromPayment({ store, clock, log, parts }: ReturnOptions): ReturnFromPayment {
  const follow = async (checkoutId: string, refresh: BillingParts['refresh']) => {
    const asked = { checkoutId, subscriptionId: null, customerId: null };
    for (const accountId of await store.findBilledAccounts(asked)) await refresh(accountId);
  };
  return async (checkoutId) => {
    if (!parts || !/^[A-Za-z0-9_-]{1,100}$/.test(checkoutId)) return;
    const followed = follow(checkoutId, parts.refresh).catch((error: Error) => {
      log.warn({ reason: error.message }, 'an account could not follow a payment at once; the event will');
    });
    await atMost(clock, waitMs, followed);
  };
}

// How an account stands with the payment provider, and what finds it out.
import type { Subscription } from '../../billing/provider.ts';
import type { StoredCheckout } from '../../store/billing/billing.ts';

/** How an account stands with the provider now. */
export interface Standing {
  /** The live subscription, which the account follows. */
  live: Subscription | null;
  /** One of the account's that is unpaid, paused or incomplete: it may become live again. Null beside a live one. */
  unfinished: Subscription | null;
  customerId: string | null;
  /** A checkout that can be paid; never beside a subscription that is live or may become so. */
  checkout: StoredCheckout | null;
}

/**
 * Asks the provider and applies what it says; `candidates` are subscriptions that may have become the account's.
 * Resolved = committed. Throws ProviderFailure, or a Refusal.
 */
export type Refresh = (accountId: bigint, candidates?: readonly string[]) => Promise<Standing>;

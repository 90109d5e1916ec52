// The rules of a plan change before the payment provider is asked, and the provider's failures in public words.
import { type BillingProvider, ProviderFailure } from '../../billing/provider.ts';
import type { Tier } from '../../domain/plans/tier.ts';
import { notFound, Refusal, type RefusalCode } from '../../errors.ts';
import type { AccountRow } from '../../store/accounts/accounts.ts';
import type { Store } from '../../store/store.ts';
import type { Refresh } from './refresh_subscription.ts';

/** The payment provider, and what follows it. */
export interface BillingParts {
  provider: BillingProvider;
  refresh: Refresh;
}

/** Throws `unknown_plan`. */
export function tierOf(tiers: readonly Tier[], plan: string): Tier {
  const found = tiers.find((tier) => tier.plan === plan);
  if (found) return found;
  throw new Refusal('unknown_plan', `plan must be one of ${tiers.map((tier) => tier.plan).join(', ')}`);
}

export async function findAccount(store: Pick<Store, 'findAccount'>, id: bigint): Promise<AccountRow> {
  const account = await store.findAccount(id);
  if (!account) throw notFound('account');
  return account;
}

interface PlanChangeOptions<Parts extends BillingParts> {
  store: Pick<Store, 'findAccount'>;
  tiers: readonly Tier[];
  /** Left out when no provider is configured. */
  parts: Parts | undefined;
}

/** The tier of a plan that an account may change to, and the provider's parts. Throws a Refusal. */
export async function checkPlanChange<Parts extends BillingParts>(
  { store, tiers, parts }: PlanChangeOptions<Parts>,
  accountId: bigint,
  plan: string,
): Promise<{ tier: Tier; parts: Parts }> {
  const { exempt } = await findAccount(store, accountId);
  const tier = tierOf(tiers, plan);
  if (exempt) throw new Refusal('exempt_account', 'the account is exempt from plans');
  if (!parts) throw new Refusal('billing_disabled', 'no payment provider is configured');
  return { tier, parts };
}

const failures: Record<ProviderFailure['kind'], readonly [RefusalCode, string]> = {
  declined: ['payment_error', 'the payment was declined; nothing was changed'],
  rejected: ['payment_error', 'the payment provider refused the change'],
  misconfigured: ['billing_disabled', 'the payment provider is not configured correctly'],
  failed: [
    'payment_error',
    'the payment provider did not answer; ask again to learn what became of the change',
  ],
};

/** A thrown error as the caller is to see it. */
export const inPublicWords = (error: unknown): unknown =>
  error instanceof ProviderFailure ? new Refusal(...failures[error.kind]) : error;

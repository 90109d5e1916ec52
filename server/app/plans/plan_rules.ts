// The rules of a plan change before the payment provider is asked, and the provider's failures in public words.
import type { Clock } from '../../../runtime/clock.ts';
import { type BillingProvider, ProviderFailure } from '../../billing/provider.ts';
import type { DowngradeCredit } from '../../billing/stripe_settings.ts';
import { quotaMonth } from '../../domain/plans/month.ts';
import { isLiveStatus } from '../../domain/plans/quota.ts';
import { isUpgrade, type Tier } from '../../domain/plans/tier.ts';
import { notFound, Refusal, type RefusalCode } from '../../errors.ts';
import type { AccountRow } from '../../store/accounts/accounts.ts';
import type { Store } from '../../store/store.ts';
import type { Refresh, Standing } from './standing.ts';

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
  const { exempt, suspensionReason } = await findAccount(store, accountId);
  if (suspensionReason === 'erased') throw notFound('account');
  const tier = tierOf(tiers, plan);
  if (exempt) throw new Refusal('exempt_account', 'the account is exempt from plans');
  if (!parts) throw new Refusal('billing_disabled', 'no payment provider is configured');
  return { tier, parts };
}

/** How a switch from a plan to another tier is charged. A cheaper one pays nothing back for what was used beyond its cap. */
export function switchTerms(
  { tiers, credit, clock }: { tiers: readonly Tier[]; credit: DowngradeCredit; clock: Pick<Clock, 'nowMs'> },
  account: Pick<AccountRow, 'period' | 'textsUsed'>,
  from: string | null,
  { plan, textsCap }: Tier,
): { isUpgrade: boolean; isCredited: boolean } {
  const isThisMonth = account.period >= quotaMonth(clock.nowMs()).firstDay;
  const isMore = isUpgrade(tiers, from, plan);
  const isCredited = isMore || credit === 'always' || !isThisMonth || account.textsUsed <= textsCap;
  return { isUpgrade: isMore, isCredited };
}

/** What is left to do for a plan: nothing, a switch, the payment of an earlier subscription, or a checkout. */
type PlanStep = 'already' | 'switch' | 'pay_first' | 'checkout';

/** Throws a Refusal for a subscription that can't be switched, and for an account that may not buy anything. */
export function planStep(
  { live, unfinished }: Pick<Standing, 'live' | 'unfinished'>,
  account: Pick<AccountRow, 'plan' | 'subscriptionStatus' | 'isSuspended'>,
  plan: string,
): PlanStep {
  if (live && live.plan !== null) return live.plan === plan ? 'already' : 'switch';
  // Paid by a price that is not for sale, or set by the operator.
  if (isLiveStatus(account.subscriptionStatus) && account.plan === plan) return 'already';
  if (live)
    throw new Refusal(
      'payment_error',
      'the account pays a price that is not for sale here, so its plan cannot be changed: ask the operator',
    );
  if (account.isSuspended)
    throw new Refusal('account_suspended', 'the account is suspended, so no plan can be bought for it');
  return unfinished ? 'pay_first' : 'checkout';
}

const failures: Record<ProviderFailure['kind'], readonly [RefusalCode, string]> = {
  declined: ['payment_error', 'the payment was declined; nothing was changed'],
  payer_needed: [
    'payment_error',
    'the payer has to confirm the payment or to give a card on the billing portal; nothing was changed',
  ],
  rejected: ['payment_error', 'the payment provider refused the change'],
  misconfigured: ['billing_disabled', 'the payment provider is not configured correctly'],
  unreached: [
    'payment_error',
    'the payment provider did not take the change; nothing was changed, and it is not tried again',
  ],
  failed: [
    'payment_error',
    'the payment provider did not answer; ask again to learn what became of the change',
  ],
};

/** A thrown error as the caller is to see it. */
export const inPublicWords = (error: unknown): unknown =>
  error instanceof ProviderFailure ? new Refusal(...failures[error.kind]) : error;

// Plan changes (SPEC: POST /api/v1/plan): a live subscription is switched in place, anybody else gets a checkout. One
// at a time for each account, on any number of replicas.

import type { Clock } from '../../../runtime/clock.ts';
import { pause } from '../../../runtime/pause.ts';
import { type BillingProvider, ProviderFailure } from '../../billing/provider.ts';
import { quotaMonth } from '../../domain/month.ts';
import { createIntentId, type IntentAction } from '../../domain/plan_intent.ts';
import { isLiveStatus, type Usage, usageOf } from '../../domain/quota.ts';
import { isUpgrade, type Tier } from '../../domain/tier.ts';
import { notFound, Refusal, unavailable } from '../../errors.ts';
import type { Failpoint } from '../../failpoint.ts';
import type { AccountRow } from '../../store/accounts/accounts.ts';
import type { Store } from '../../store/store.ts';
import type { PlanIntents } from './plan_intents.ts';
import { refusalOf } from './provider_refusal.ts';
import type { Refresh } from './refresh_subscription.ts';

/** What became of a plan change. */
export type PlanOutcome =
  | { outcome: 'already' | 'switched'; usage: Usage }
  | { outcome: 'checkout'; usage: Usage; checkoutUrl: string };

/** Changes an account's plan. Throws a Refusal. */
export type ChangePlan = (accountId: bigint, plan: string) => Promise<PlanOutcome>;

/** The payment provider and the parts around it. */
interface BillingParts {
  provider: BillingProvider;
  refresh: Refresh;
  intents: PlanIntents;
}

export interface ChangePlanOptions {
  store: Pick<Store, 'claimIntent' | 'decideIntent' | 'dropCheckout' | 'findAccount'>;
  clock: Clock;
  tiers: readonly Tier[];
  /** Left out when no provider is configured. */
  parts: BillingParts | undefined;
  failpoint: Failpoint;
  onOutcome: (outcome: string) => void;
}

/** How long a request waits for another one of the same account, in milliseconds. */
const waitMs = 10_000;
const pollMs = 200;
/** A checkout that ends sooner than this is replaced. */
const leastCheckoutMs = 10 * 60_000;
const mostLooks = 3;

type Done = { outcome: 'already' | 'switched' } | { outcome: 'checkout'; checkoutUrl: string };
type Decision = Done | { outcome: 'ask'; action: IntentAction; subject: string };

/** Binds plan changes to the store and the provider. */
export function createChangePlan(options: ChangePlanOptions): ChangePlan {
  const { store, clock, tiers, parts, failpoint, onOutcome } = options;

  const getAccount = async (accountId: bigint): Promise<AccountRow> => {
    const account = await store.findAccount(accountId);
    if (!account) throw notFound('account');
    return account;
  };

  /** Looks how the account stands, and says what is left to ask of the provider. */
  const decide = async (
    accountId: bigint,
    plan: string,
    { refresh, provider }: BillingParts,
  ): Promise<Decision> => {
    for (let look = 1; look <= mostLooks; look++) {
      const { live, checkout, customerId, isPaymentPending } = await refresh(accountId);
      failpoint('plan_after_refresh');
      if (live?.plan === plan) return { outcome: 'already' };
      if (live) {
        const action = isUpgrade(tiers, live.plan, plan) ? 'upgrade' : 'downgrade';
        return { outcome: 'ask', action, subject: live.id };
      }
      const account = await getAccount(accountId);
      const isSetByHand = isLiveStatus(account.subscriptionStatus);
      if (isSetByHand && account.plan === plan) return { outcome: 'already' };
      if (isPaymentPending) throw unavailable('a payment is still on its way; try again later');
      if (checkout) {
        const isFresh = checkout.expiresAtMs - clock.nowMs() >= leastCheckoutMs;
        if (checkout.plan === plan && isFresh) return { outcome: 'checkout', checkoutUrl: checkout.url };
        const { state } = await provider.expireCheckout(checkout.id);
        failpoint('plan_after_expire');
        // Paid in this very moment: the account has a subscription now.
        if (state === 'complete') continue;
        await store.dropCheckout(accountId, checkout.id);
      }
      return { outcome: 'ask', action: 'checkout', subject: customerId ?? '' };
    }
    throw unavailable('the account changes too fast to follow; try again shortly');
  };

  /** With the account's intent claimed: decides, writes the decision down, and carries it out. */
  const work = async (
    accountId: bigint,
    plan: string,
    claimedId: string,
    holder: string,
    parts: BillingParts,
  ) => {
    const { intents } = parts;
    const giveUp = () => intents.giveUp(accountId, claimedId).catch(() => undefined);
    let decision: Decision;
    try {
      failpoint('plan_after_claim');
      decision = await decide(accountId, plan, parts);
    } catch (error) {
      await giveUp();
      throw error;
    }
    if (decision.outcome !== 'ask') {
      await giveUp();
      return decision;
    }
    const id = createIntentId(decision.action, clock.nowMs(), decision.subject);
    const lease = { ...intents.newLease(), holder };
    if (!(await store.decideIntent(accountId, claimedId, id, lease)))
      throw unavailable('the plan change took too long; try again shortly');
    failpoint('plan_after_intent');
    const carried = await intents.carryOut(accountId, { id, plan }, holder);
    return carried.did === 'opened'
      ? { outcome: 'checkout' as const, checkoutUrl: carried.url }
      : { outcome: 'switched' as const };
  };

  const change = async (accountId: bigint, plan: string, parts: BillingParts): Promise<Done> => {
    const { intents } = parts;
    const deadlineMs = clock.nowMs() + waitMs;
    for (;;) {
      const lease = intents.newLease();
      const id = createIntentId('claimed', clock.nowMs());
      if (await store.claimIntent(accountId, { id, plan }, lease, clock.nowMs()))
        return work(accountId, plan, id, lease.holder, parts);
      const recovery = await intents.recover(accountId);
      // What the caller asked for was done just now, though somebody began it earlier.
      if (recovery.found === 'left' && recovery.plan === plan && recovery.outcome.did === 'switched')
        return { outcome: 'switched' };
      if (clock.nowMs() >= deadlineMs) throw unavailable('another plan change of the account is under way');
      if (recovery.found === 'busy') await pause(clock, pollMs);
    }
  };

  const run = async (accountId: bigint, plan: string): Promise<PlanOutcome> => {
    const { exempt } = await getAccount(accountId);
    if (!tiers.some((tier) => tier.plan === plan)) {
      const known = tiers.map((tier) => tier.plan).join(', ');
      throw new Refusal('unknown_plan', `plan must be one of ${known}`);
    }
    if (exempt) throw new Refusal('exempt_account', 'the account is exempt from plans');
    if (!parts) throw new Refusal('billing_disabled', 'no payment provider is configured');
    const done = await change(accountId, plan, parts).catch((error: unknown) => {
      throw error instanceof ProviderFailure ? refusalOf(error) : error;
    });
    return { ...done, usage: usageOf(await getAccount(accountId), tiers, quotaMonth(clock.nowMs())) };
  };

  return async (accountId, plan) => {
    try {
      const done = await run(accountId, plan);
      onOutcome(done.outcome);
      return done;
    } catch (error) {
      onOutcome(error instanceof Refusal ? error.code : 'fault');
      throw error;
    }
  };
}

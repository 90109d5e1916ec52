// Plan changes (SPEC: POST /api/v1/plan): a live subscription is switched in place, an account without one gets a
// checkout. Each account has one change at a time, on any number of replicas.
import { pause } from '../../../runtime/pause.ts';
import { ProviderFailure } from '../../billing/provider.ts';
import type { DowngradeCredit } from '../../billing/stripe_settings.ts';
import { quotaMonth } from '../../domain/plans/month.ts';
import { createIntentId, type IntentAction } from '../../domain/plans/plan_intent.ts';
import { type Usage, usageOf } from '../../domain/plans/quota.ts';
import { Refusal, unavailable } from '../../errors.ts';
import type { AppContext } from '../context.ts';
import type { PlanIntents } from './plan_intents.ts';
import {
  type BillingParts,
  checkPlanChange,
  findAccount,
  inPublicWords,
  planStep,
  switchTerms,
  tierOf,
} from './plan_rules.ts';

/**
 * How a plan change ended. `owed`: an earlier subscription has to be paid first. `unconfirmed`: the payer has to confirm the switch, or to
 * give a card.
 */
type Done =
  | {
      outcome: 'already' | 'switched';
      /** When the subscription ends, where its customer has said so. */
      endsAtMs: number | null;
    }
  | { outcome: 'checkout' | 'owed' | 'unconfirmed'; checkoutUrl: string };

/** The outcome of a plan change. */
export type PlanOutcome = Done & { usage: Usage };

/** Changes an account's plan. Throws a Refusal. */
export type ChangePlan = (accountId: bigint, plan: string) => Promise<PlanOutcome>;

interface ChangePlanParts extends BillingParts {
  intents: PlanIntents;
}

interface ChangePlanOptions
  extends Pick<
    AppContext<'claimIntent' | 'decideIntent' | 'dropCheckout' | 'findAccount'>,
    'store' | 'clock' | 'tiers' | 'failpoint'
  > {
  /** Left out when no provider is configured. */
  parts: ChangePlanParts | undefined;
  credit: DowngradeCredit;
  onOutcome: (outcome: string) => void;
}

/** How long a request waits for another one of the same account, in milliseconds. */
const waitMs = 10_000;
const pollMs = 250;
/** A checkout that ends sooner than this is replaced. */
const leastCheckoutMs = 10 * 60_000;
const mostLooks = 3;

type Decision = Done | { outcome: 'ask'; action: IntentAction; subject: string; isCredited: boolean };

/** Looks at the account's state, and says what is left to ask the provider for. */
async function decide(
  options: ChangePlanOptions,
  { refresh, provider }: BillingParts,
  accountId: bigint,
  plan: string,
): Promise<Decision> {
  const { store, clock, tiers, failpoint } = options;
  for (let look = 1; look <= mostLooks; look++) {
    const { live, unfinished, checkout, customerId } = await refresh(accountId);
    failpoint('plan_after_refresh');
    const account = await findAccount(store, accountId);
    const step = planStep({ live, unfinished }, account, plan);
    if (step === 'already') return { outcome: 'already', endsAtMs: live?.endsAtMs ?? null };
    if (step === 'switch' && live) {
      const { isUpgrade, isCredited } = switchTerms(options, account, live.plan, tierOf(tiers, plan));
      return { outcome: 'ask', action: isUpgrade ? 'upgrade' : 'downgrade', subject: live.id, isCredited };
    }
    if (step === 'pay_first' && unfinished) {
      const url = (await provider.openArrearsPage?.(unfinished.id, accountId)) ?? null;
      if (url === null)
        throw new Refusal(
          'payment_error',
          'an earlier subscription is not paid, and there is no page to pay it: ask the operator',
        );
      return { outcome: 'owed', checkoutUrl: url };
    }
    if (checkout) {
      const isFresh = checkout.expiresAtMs - clock.nowMs() >= leastCheckoutMs;
      if (checkout.plan === plan && isFresh) return { outcome: 'checkout', checkoutUrl: checkout.url };
      const { state } = await provider.expireCheckout(checkout.id);
      failpoint('plan_after_expire');
      // It was paid at this very moment: the account has a subscription now.
      if (state === 'complete') continue;
      await store.dropCheckout(accountId, checkout.id);
    }
    return { outcome: 'ask', action: 'checkout', subject: customerId ?? '', isCredited: false };
  }
  throw unavailable('the account changes too fast to follow; try again shortly');
}

/** With the account's intent claimed: decides, writes the decision down, and carries it out. */
async function carryOut(
  options: ChangePlanOptions,
  parts: ChangePlanParts,
  accountId: bigint,
  { id: claimedId, plan, holder }: { id: string; plan: string; holder: string },
): Promise<Done> {
  const { store, clock, failpoint } = options;
  const { intents } = parts;
  const giveUp = () => intents.giveUp(accountId, claimedId).catch(() => undefined);
  let decision: Decision;
  try {
    failpoint('plan_after_claim');
    decision = await decide(options, parts, accountId, plan);
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
  const { isCredited, subject } = decision;
  try {
    const carried = await intents.carryOut(accountId, { id, plan, isCredited }, holder);
    return carried.did === 'opened'
      ? { outcome: 'checkout', checkoutUrl: carried.url }
      : { outcome: 'switched', endsAtMs: carried.standing.live?.endsAtMs ?? null };
  } catch (error) {
    if (!(error instanceof ProviderFailure) || error.kind !== 'payer_needed') throw error;
    const url = await parts.provider.openSwitchPage?.({ accountId, subscriptionId: subject, plan });
    if (!url) throw error;
    return { outcome: 'unconfirmed', checkoutUrl: url };
  }
}

/** Claims the account's intent, and waits for another change of the account that has it. */
async function change(
  options: ChangePlanOptions,
  parts: ChangePlanParts,
  accountId: bigint,
  plan: string,
): Promise<Done> {
  const { store, clock } = options;
  const { intents } = parts;
  const deadlineMs = clock.nowMs() + waitMs;
  for (;;) {
    const lease = intents.newLease();
    const id = createIntentId('claimed', clock.nowMs());
    if (await store.claimIntent(accountId, { id, plan }, lease, clock.nowMs()))
      return carryOut(options, parts, accountId, { id, plan, holder: lease.holder });
    const recovery = await intents.recover(accountId);
    // The caller's change has just been made, though another call began it.
    if (recovery.found === 'left' && recovery.plan === plan && recovery.standing.live?.plan === plan)
      return { outcome: 'switched', endsAtMs: recovery.standing.live.endsAtMs };
    if (clock.nowMs() >= deadlineMs) throw unavailable('another plan change of the account is under way');
    if (recovery.found !== 'left') await pause(clock, pollMs);
  }
}

export function createChangePlan(options: ChangePlanOptions): ChangePlan {
  const { store, clock, tiers, onOutcome } = options;
  return async (accountId, plan) => {
    try {
      const { parts } = await checkPlanChange(options, accountId, plan);
      const done = await change(options, parts, accountId, plan).catch((error: unknown) => {
        throw inPublicWords(error);
      });
      const usage = usageOf(await findAccount(store, accountId), tiers, quotaMonth(clock.nowMs()));
      onOutcome(done.outcome);
      return { ...done, usage };
    } catch (error) {
      onOutcome(error instanceof Refusal ? error.code : 'fault');
      throw error;
    }
  };
}

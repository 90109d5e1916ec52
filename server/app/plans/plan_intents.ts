// Carries out the one plan change that an account may have under way, and recovers one whose holder is gone: it asks
// the provider for the very same thing under the same key, so that it happens at most once.
import { randomUUID } from 'node:crypto';
import { ProviderFailure } from '../../billing/provider.ts';
import { isRepeatable, readIntentId } from '../../domain/plans/plan_intent.ts';
import type { Lease } from '../../store/billing/billing.ts';
import type { AppContext } from '../context.ts';
import type { BillingParts } from './plan_rules.ts';

/** How long a plan change belongs to the core that began it, in milliseconds; longer than the calls of one step may take. */
const leaseMs = 30_000;

interface Intent {
  id: string;
  plan: string;
}

type CarriedOut = { did: 'nothing' | 'switched' } | { did: 'opened'; url: string };

/** The outcome of a plan change that another core left behind. */
type Recovery = { found: 'none' | 'busy' } | { found: 'left'; plan: string; outcome: CarriedOut };

interface PlanIntentsOptions
  extends BillingParts,
    Pick<
      AppContext<'clearIntent' | 'findBilling' | 'releaseIntent' | 'storeCheckout' | 'takeIntent'>,
      'store' | 'clock' | 'log' | 'failpoint'
    > {}

export type PlanIntents = ReturnType<typeof createPlanIntents>;

/** Asks the provider for what an intent says, and ends the intent. */
async function act(
  { store, clock, provider, refresh, failpoint }: PlanIntentsOptions,
  accountId: bigint,
  { id, plan }: Intent,
): Promise<CarriedOut> {
  const intent = readIntentId(id);
  const { action, subject } = intent;
  const isForgotten = action !== 'claimed' && !isRepeatable(intent, clock.nowMs());
  // The provider says what became of it, so it is not asked again.
  if (isForgotten) await refresh(accountId);
  if (isForgotten || action === 'claimed') {
    await store.clearIntent(accountId, id);
    return { did: 'nothing' };
  }
  if (action === 'checkout') {
    const customerId = subject === '' ? null : subject;
    const opened = await provider.openCheckout({ accountId, plan, customerId, key: id });
    failpoint('plan_after_provider');
    await store.storeCheckout(accountId, id, { ...opened, plan });
    failpoint('plan_after_clear');
    return { did: 'opened', url: opened.url };
  }
  const isUpgrade = action === 'upgrade';
  await provider.switchSubscription({ accountId, subscriptionId: subject, plan, isUpgrade, key: id });
  failpoint('plan_after_provider');
  await refresh(accountId, [subject]);
  failpoint('plan_after_apply');
  await store.clearIntent(accountId, id);
  failpoint('plan_after_clear');
  return { did: 'switched' };
}

export function createPlanIntents(options: PlanIntentsOptions) {
  const { store, clock, log, refresh } = options;

  const newLease = (): Lease => ({ holder: randomUUID(), untilMs: clock.nowMs() + leaseMs });

  /** After a failure: ends a settled plan change, and leaves any other to the next recovery. */
  const settle = async (accountId: bigint, id: string, holder: string, error: unknown, isRepeat: boolean) => {
    const kind = error instanceof ProviderFailure ? error.kind : 'failed';
    // Refused credentials say nothing about a call that was made before they were refused.
    const isSettled = kind === 'declined' || kind === 'rejected' || (kind === 'misconfigured' && !isRepeat);
    if (!isSettled) return store.releaseIntent(accountId, id, holder, clock.nowMs());
    // A change that the provider rejects may have been made before, or its subscription may have ended.
    if (kind === 'rejected') await refresh(accountId);
    return store.clearIntent(accountId, id);
  };

  /** Does what was decided. Throws ProviderFailure; of these, `failed` alone leaves the change to be recovered. */
  const carryOut = async (accountId: bigint, intent: Intent, holder: string, isRepeat = false) => {
    try {
      return await act(options, accountId, intent);
    } catch (error) {
      await settle(accountId, intent.id, holder, error, isRepeat).catch(() =>
        log.warn({ accountId: String(accountId) }, 'a plan change is left to be recovered'),
      );
      throw error;
    }
  };

  return {
    newLease,

    carryOut,

    /** Ends a plan change that the provider was not asked for. */
    giveUp: (accountId: bigint, id: string) => store.clearIntent(accountId, id),

    /** Goes on with a plan change whose lease has run out. Throws ProviderFailure when it must stay. */
    async recover(accountId: bigint): Promise<Recovery> {
      const row = await store.findBilling(accountId);
      if (!row?.intent) return { found: 'none' };
      const { id, plan, leasedUntilMs } = row.intent;
      const nowMs = clock.nowMs();
      const lease = newLease();
      if (leasedUntilMs > nowMs || !(await store.takeIntent(accountId, id, lease, nowMs)))
        return { found: 'busy' };
      try {
        const outcome = await carryOut(accountId, row.intent, lease.holder, true);
        // Meanwhile the account may have got a live subscription, beside which no checkout may stay.
        if (outcome.did === 'opened') await refresh(accountId);
        return { found: 'left', plan, outcome };
      } catch (error) {
        const isOver =
          error instanceof ProviderFailure && (error.kind === 'declined' || error.kind === 'rejected');
        if (!isOver) throw error;
        return { found: 'left', plan, outcome: { did: 'nothing' } };
      }
    },
  };
}

// The one plan change that an account may have under way. It is asked for once, while its caller waits. Where its outcome is not known,
// the asking is ended and the provider is compared with: nothing is charged later for a change that nobody waits for any more.
import { randomUUID } from 'node:crypto';
import { ProviderFailure } from '../../billing/provider.ts';
import { isKeyKept, mayBeUnderWay, readIntentId } from '../../domain/plans/plan_intent.ts';
import type { Lease } from '../../store/billing/plan_intents.ts';
import type { AppContext } from '../context.ts';
import type { BillingParts } from './plan_rules.ts';
import type { Standing } from './standing.ts';

/** How long a plan change belongs to the core that began it, in milliseconds; longer than the calls of one step may take. */
const leaseMs = 30_000;

interface Intent {
  id: string;
  plan: string;
  /** For a cheaper plan: whether the rest of the dearer one is paid back. */
  isCredited: boolean;
}

/** What became of a plan change that was asked for. */
type CarriedOut = { did: 'switched'; standing: Standing } | { did: 'opened'; url: string };

/** What became of a plan change that somebody left behind. */
type Recovery = { found: 'none' | 'busy' } | { found: 'left'; plan: string; standing: Standing };

interface PlanIntentsOptions
  extends BillingParts,
    Pick<
      AppContext<'clearIntent' | 'findBilling' | 'releaseIntent' | 'storeCheckout' | 'takeIntent'>,
      'store' | 'clock' | 'log' | 'failpoint'
    > {}

export type PlanIntents = ReturnType<typeof createPlanIntents>;

/**
 * Ends the asking and the plan change; returns how the account then stands, for good, and undefined while the provider may still be at
 * work on it. Throws ProviderFailure.
 */
async function conclude(
  { store, clock, provider, refresh }: PlanIntentsOptions,
  accountId: bigint,
  { id, plan }: Pick<Intent, 'id' | 'plan'>,
): Promise<Standing | undefined> {
  const intent = readIntentId(id);
  const { action, subject } = intent;
  const isSwitch = action === 'upgrade' || action === 'downgrade';
  const isEnded =
    !isSwitch ||
    !isKeyKept(intent, clock.nowMs()) ||
    (await provider.endSwitch({ accountId, subscriptionId: subject, key: id }));
  const standing = await refresh(accountId, isSwitch ? [subject] : []);
  if (!isEnded && standing.live?.plan !== plan && mayBeUnderWay(intent, clock.nowMs())) return undefined;
  await store.clearIntent(accountId, id);
  return standing;
}

async function openCheckout(
  { store, provider, failpoint }: PlanIntentsOptions,
  accountId: bigint,
  { id, plan }: Intent,
): Promise<CarriedOut> {
  const { subject } = readIntentId(id);
  try {
    const customerId = subject === '' ? null : subject;
    const opened = await provider.openCheckout({ accountId, plan, customerId, key: id });
    failpoint('plan_after_provider');
    if (!(await store.storeCheckout(accountId, id, { ...opened, plan })))
      throw new ProviderFailure('failed', 'the checkout came too late');
    failpoint('plan_after_clear');
    return { did: 'opened', url: opened.url };
  } catch (error) {
    // Nobody knows the address of a checkout that was made nevertheless.
    await store.clearIntent(accountId, id).catch(() => undefined);
    throw error;
  }
}

/** After a failure: throws what the caller is to be answered, or returns how the account stands where the change was made. */
async function settle(
  options: PlanIntentsOptions,
  accountId: bigint,
  intent: Intent,
  holder: string,
  error: unknown,
): Promise<Standing> {
  const { store, clock, log, refresh } = options;
  const { id, plan } = intent;
  if (error instanceof ProviderFailure && error.kind !== 'failed') {
    // What the provider rejects may have changed otherwise meanwhile.
    if (error.kind === 'rejected') await refresh(accountId).catch(() => undefined);
    await store.clearIntent(accountId, id);
    throw error;
  }
  const standing = await conclude(options, accountId, intent).catch(() => undefined);
  if (standing?.live?.plan === plan) return standing;
  if (standing) throw new ProviderFailure('unreached', (error as Error).message);
  await store.releaseIntent(accountId, id, holder, clock.nowMs()).catch(() => undefined);
  log.warn({ accountId: String(accountId) }, 'a plan change is left to be recovered');
  throw error;
}

async function doSwitch(
  options: PlanIntentsOptions,
  accountId: bigint,
  intent: Intent,
  holder: string,
): Promise<CarriedOut> {
  const { store, provider, refresh, failpoint } = options;
  const { id, plan, isCredited } = intent;
  const { action, subject: subscriptionId } = readIntentId(id);
  const isUpgrade = action === 'upgrade';
  try {
    await provider.switchSubscription({ accountId, subscriptionId, plan, isUpgrade, isCredited, key: id });
    failpoint('plan_after_provider');
    const standing = await refresh(accountId, [subscriptionId]);
    failpoint('plan_after_apply');
    await store.clearIntent(accountId, id);
    failpoint('plan_after_clear');
    return { did: 'switched', standing };
  } catch (error) {
    return { did: 'switched', standing: await settle(options, accountId, intent, holder, error) };
  }
}

export function createPlanIntents(options: PlanIntentsOptions) {
  const { store, clock } = options;

  const newLease = (): Lease => ({ holder: randomUUID(), untilMs: clock.nowMs() + leaseMs });

  return {
    newLease,

    /** Does what was decided, for a caller who waits. Throws ProviderFailure; of these, `failed` alone leaves the change under way. */
    carryOut: (accountId: bigint, intent: Intent, holder: string): Promise<CarriedOut> =>
      readIntentId(intent.id).action === 'checkout'
        ? openCheckout(options, accountId, intent)
        : doSwitch(options, accountId, intent, holder),

    /** Ends a plan change that the provider was not asked for. */
    giveUp: (accountId: bigint, id: string) => store.clearIntent(accountId, id),

    /** Ends a plan change whose lease has run out: it is not asked for again. Throws ProviderFailure when it must stay. */
    async recover(accountId: bigint): Promise<Recovery> {
      const row = await store.findBilling(accountId);
      if (!row?.intent) return { found: 'none' };
      const { id, plan, leasedUntilMs } = row.intent;
      const nowMs = clock.nowMs();
      const lease = newLease();
      if (leasedUntilMs > nowMs || !(await store.takeIntent(accountId, id, lease, nowMs)))
        return { found: 'busy' };
      let standing: Standing | undefined;
      try {
        standing = await conclude(options, accountId, { id, plan });
      } finally {
        if (!standing) await store.releaseIntent(accountId, id, lease.holder, nowMs).catch(() => undefined);
      }
      return standing ? { found: 'left', plan, standing } : { found: 'busy' };
    },
  };
}

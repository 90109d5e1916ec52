// Brings accounts and subscriptions together where an event was lost or a process died: plan changes that somebody
// left behind within half a minute, everything else within about an hour. Any number of replicas may sweep.

import type { Clock } from '../../../runtime/clock.ts';
import { every } from '../../../runtime/every.ts';
import type { Log } from '../../../runtime/log.ts';
import { ProviderFailure } from '../../billing/provider.ts';
import type { Store } from '../../store/store.ts';
import type { PlanIntents } from './plan_intents.ts';
import type { Refresh } from './refresh_subscription.ts';

const periodMs = 30_000;
/** How long the provider's last status of an account counts. */
const checkEveryMs = 3_600_000;
/** Accounts that one round asks the provider about, one after the other. */
const mostChecks = 500;
const mostRecoveries = 50;
/** The provider repeats an event for days at most. */
const keepEventsMs = 60 * 86_400_000;
const mostPruned = 1_000;

interface BillingSweeper {
  /** Recovers, compares and prunes what is due now. Returns how many accounts the provider was asked about. */
  sweep(): Promise<number>;
  stop(): void;
}

export interface BillingSweeperOptions {
  store: Pick<Store, 'claimDueBilling' | 'listStaleIntents' | 'pruneEvents'>;
  clock: Clock;
  log: Log;
  refresh: Refresh;
  intents: PlanIntents;
}

/** Starts sweeping every 30 seconds. */
export function startBillingSweeper(options: BillingSweeperOptions): BillingSweeper {
  const { store, clock, log, refresh, intents } = options;

  let isStopped = false;

  const recoverAll = async () => {
    for (const accountId of await store.listStaleIntents(clock.nowMs(), mostRecoveries)) {
      if (isStopped) return;
      const recovery = await intents.recover(accountId);
      if (recovery.found === 'left')
        log.info({ accountId: String(accountId) }, 'a plan change was recovered');
    }
  };

  const checkAll = async () => {
    for (let checked = 0; ; ) {
      const nowMs = clock.nowMs();
      const due =
        checked < mostChecks && !isStopped
          ? await store.claimDueBilling(nowMs - checkEveryMs, nowMs)
          : undefined;
      if (!due) return checked;
      checked++;
      if (due.isTied) await refresh(due.accountId);
    }
  };

  /** A part that fails must not keep the others from their turn; the next round repeats it. */
  const part = async <T>(work: () => Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const { name, message } = error as Error;
      const level = error instanceof ProviderFailure && error.kind === 'misconfigured' ? 'error' : 'warn';
      log[level](
        { fault: name, reason: message },
        'a part of the billing sweep failed; the next one repeats it',
      );
      return otherwise;
    }
  };

  const sweep = async () => {
    await part(recoverAll, undefined);
    const checked = await part(checkAll, 0);
    await part(() => store.pruneEvents(clock.nowMs() - keepEventsMs, mostPruned), 0);
    return checked;
  };

  const sweeps = every({ clock, periodMs, work: sweep });

  return {
    sweep,
    stop() {
      isStopped = true;
      void sweeps.stop();
    },
  };
}

// Brings accounts and subscriptions in line after an event was lost or a process died: abandoned plan changes within
// half a minute, lost events within two, everything else within about an hour. Any number of replicas may sweep.

import type { Clock } from '../../../runtime/clock.ts';
import { every } from '../../../runtime/every.ts';
import type { Log } from '../../../runtime/log.ts';
import { ProviderFailure } from '../../billing/provider.ts';
import type { Store } from '../../store/store.ts';
import type { PlanIntents } from './plan_intents.ts';
import type { Refresh } from './standing.ts';

const periodMs = 30_000;
/** How long the provider's last status of an account counts. */
const checkEveryMs = 3_600_000;
/** Accounts that one round asks the provider about, one after the other. */
const mostChecks = 500;
const mostRecoveries = 50;
/** How many accounts of a round may fail. If more do, it is the provider or the database that fails. */
const mostFailures = 10;

export interface BillingSweeperOptions {
  store: Pick<Store, 'claimDueBilling' | 'listStaleIntents'>;
  clock: Clock;
  log: Log;
  refresh: Refresh;
  intents: PlanIntents;
  /** Applies the events that never arrived. */
  readMissedEvents: () => Promise<number>;
}

/** Starts sweeping every 30 seconds. */
export function startBillingSweeper(options: BillingSweeperOptions) {
  const { store, clock, log, refresh, intents, readMissedEvents } = options;

  let isStopped = false;

  /** If an account fails, the others still have their turn: it returns undefined, and the next round repeats it. */
  const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      const { name, message } = error as Error;
      const level = error instanceof ProviderFailure && error.kind === 'misconfigured' ? 'error' : 'warn';
      log[level](
        { fault: name, reason: message },
        'a part of the billing sweep failed; the next one repeats it',
      );
      return undefined;
    }
  };

  const recoverAll = async () => {
    let failures = 0;
    for (const accountId of await store.listStaleIntents(clock.nowMs(), mostRecoveries)) {
      if (isStopped || failures >= mostFailures) return;
      const recovery = await attempt(() => intents.recover(accountId));
      if (!recovery) failures++;
      if (recovery?.found === 'left')
        log.info({ accountId: String(accountId) }, 'a plan change was recovered');
    }
  };

  const refreshed = async (accountId: bigint) => {
    await refresh(accountId);
    return true;
  };

  const checkAll = async () => {
    let failures = 0;
    for (let checked = 0; ; checked++) {
      const nowMs = clock.nowMs();
      if (checked >= mostChecks || failures >= mostFailures || isStopped) return checked;
      const due = await store.claimDueBilling(nowMs - checkEveryMs, nowMs);
      if (!due) return checked;
      if (due.isTied && !(await attempt(() => refreshed(due.accountId)))) failures++;
    }
  };

  /** Recovers and compares what is due now. Returns how many accounts the provider was asked about. */
  const sweep = async (): Promise<number> => {
    await attempt(recoverAll);
    await readMissedEvents();
    return (await attempt(checkAll)) ?? 0;
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

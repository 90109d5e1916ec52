// Claims what was placed, for this replica.
import type { Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log.ts';
import type { Lifetimes } from '../../domain/message.ts';
import type { Failpoint } from '../../failpoint.ts';
import type { CarrierClaims } from '../../store/carriers/claim_for_carriers.ts';
import { StatementFailed } from '../../store/postgres/driver.ts';
import type { Store } from '../../store/store.ts';
import type { OpenQueue } from './list.ts';
import type { CarrierPlacement } from './place.ts';

interface ClaimOptions {
  store: Pick<Store, 'claimForCarriers'>;
  clock: Clock;
  log: Log;
  lifetimes: Lifetimes;
  failpoint: Failpoint;
}

/**
 * The claims in the order of the placements, undefined where another replica was faster. `failed` where the database took
 * nothing, `in_doubt` where nobody knows what it took.
 */
export async function claimTexts(
  replica: bigint,
  open: readonly OpenQueue[],
  placements: readonly CarrierPlacement[],
  { store, clock, log, lifetimes, failpoint }: ClaimOptions,
): Promise<CarrierClaims | 'failed' | 'in_doubt'> {
  if (placements.length === 0) return { claims: [], ended: [] };
  const requests = placements.map(({ accountId, text, carrier }) => {
    const { name } = (open[carrier] as OpenQueue).queue.carrier;
    return { accountId, id: text.id, attempt: text.attempt, carrier: name };
  });
  try {
    failpoint('carrier_before_claim');
    const { sendingGraceMs } = lifetimes;
    return await store.claimForCarriers(replica, requests, { nowMs: clock.nowMs(), sendingGraceMs });
  } catch (error) {
    // A statement that was rolled back took nothing. An unanswered one may have been committed.
    if (!(error instanceof StatementFailed)) return 'in_doubt';
    log.warn({ sqlState: error.sqlState }, 'a claim failed');
    return 'failed';
  }
}

// Lists what waits for the carriers that take more.
import type { Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log.ts';
import type { CarrierFound } from '../../store/carriers/list_carrier_queue.ts';
import type { Store } from '../../store/store.ts';
import type { SubmitQueue } from './submit_queue.ts';

/** Most texts in one round. */
export const maxTexts = 500;
/** Fewest accounts that a round looks at: some may have nothing that can go now. */
const minAccounts = 50;

/** A carrier's queue that takes more. */
export interface OpenQueue {
  queue: SubmitQueue;
  /** How many submits more. */
  free: number;
}

interface ListOptions {
  store: Pick<Store, 'listCarrierQueue'>;
  clock: Clock;
  log: Log;
}

/** What waits, of accounts after one; undefined when the database did not say. */
export async function listTexts(
  open: readonly OpenQueue[],
  afterAccountId: bigint,
  { store, clock, log }: ListOptions,
): Promise<CarrierFound | undefined> {
  const free = open.reduce((sum, queue) => sum + queue.free, 0);
  const texts = Math.min(maxTexts, free);
  const accounts = Math.max(minAccounts, texts);
  const carriers = open.map(({ queue: { carrier } }) => carrier);
  try {
    return await store.listCarrierQueue(carriers, { nowMs: clock.nowMs(), afterAccountId, accounts, texts });
  } catch {
    log.debug('what waits for carriers could not be read; the next poll does');
    return undefined;
  }
}

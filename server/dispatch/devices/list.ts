// Lists what waits: which part of an account's queue is read next, and for which of its SIMs.
import type { Log } from '../../../runtime/log.ts';
import type { QueueRequest, WaitingText } from '../../store/devices/list_queue.ts';
import type { Store } from '../../store/store.ts';
import { longSearch, type SimQueue } from './sim_queue.ts';

/**
 * How long a device must have been offline, or have had a problem, before recipients leave it for another, in
 * milliseconds. Shorter, and a phone in a tunnel would lose its conversations.
 */
const awayMs = 10 * 60_000;
/** How long a text to a new recipient is left to the replica whose share it is, in milliseconds. */
const freshMs = 2_000;

/** A part of an account's queue and the SIMs it is read for. */
export interface Search extends QueueRequest {
  queues: readonly SimQueue[];
}

/**
 * The next search for some queues of an account: it begins where the one that is furthest behind stopped, and takes
 * along those that are not far ahead. Undefined without queues.
 */
export function searchOf(accountId: bigint, queues: readonly SimQueue[]): Search | undefined {
  const first = queues[0];
  if (!first) return undefined;
  let { afterId } = first;
  for (const queue of queues) if (queue.afterId < afterId) afterId = queue.afterId;
  const together = queues.filter((queue) => queue.afterId - afterId <= BigInt(longSearch));
  const capacity = [...new Set(together.map((queue) => queue.link))].reduce(
    (sum, link) => sum + link.capacity,
    0,
  );
  const look = together.reduce((most, queue) => Math.max(most, queue.look), 0);
  return { accountId, queues: together, afterId, most: Math.min(capacity + look, longSearch) };
}

/** What waits for each search; undefined when the database did not say. */
export async function listTexts(
  searches: readonly Search[],
  nowMs: number,
  { store, log }: { store: Pick<Store, 'listQueue'>; log: Log },
): Promise<WaitingText[][] | undefined> {
  try {
    return await store.listQueue(searches, { nowMs, awayMs: nowMs - awayMs, freshMs: nowMs - freshMs });
  } catch {
    log.debug('the queue could not be read; the next poll does');
    return undefined;
  }
}

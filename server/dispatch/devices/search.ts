// Which part of an account's queue is read next, and for which of its SIMs.
import type { QueueRequest } from '../../store/devices/list_queue.ts';
import { longSearch, type SimQueue } from './sim_queue.ts';

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

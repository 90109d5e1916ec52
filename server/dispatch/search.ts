// Which part of an account's queue is read next, and for which of its SIMs.
import type { QueueRequest } from '../store/devices/list_queue.ts';
import { longSearch, type SimLane } from './sim_lane.ts';

/** A part of an account's queue and the SIMs it is read for. */
export interface Search extends QueueRequest {
  lanes: readonly SimLane[];
}

/**
 * The next search for some lanes of an account: it begins where the one that is furthest behind stopped, and takes
 * along those that are not far ahead. Undefined without lanes.
 */
export function searchOf(accountId: bigint, lanes: readonly SimLane[]): Search | undefined {
  const first = lanes[0];
  if (!first) return undefined;
  let { afterId } = first;
  for (const lane of lanes) if (lane.afterId < afterId) afterId = lane.afterId;
  const together = lanes.filter((lane) => lane.afterId - afterId <= BigInt(longSearch));
  const room = [...new Set(together.map((lane) => lane.link))].reduce((sum, link) => sum + link.room, 0);
  const look = together.reduce((most, lane) => Math.max(most, lane.look), 0);
  return { accountId, lanes: together, afterId, most: Math.min(room + look, longSearch) };
}

// The steps of a round beside its claim: which part of an account's queue is read next, handing over what was claimed, and
// what follows from the answer.
import type { Log } from '../../../runtime/log.ts';
import type { Advance } from '../../app/messages/advances.ts';
import { newestAdvances } from '../../app/messages/newest_advances.ts';
import type { TextTraces } from '../../app/tracing/text_traces.ts';
import { isOneSim } from '../../domain/messages/sender.ts';
import type { Failpoint } from '../../failpoint.ts';
import type { ClaimedText, ClaimVerdict } from '../../store/devices/claim_texts.ts';
import type { QueueRequest, WaitingText } from '../../store/devices/list_queue.ts';
import type { Store } from '../../store/store.ts';
import type { Placement } from './place.ts';
import { longSearch, type SimPlacing, type SimQueue } from './sim_queue.ts';

/**
 * How long a device must have been offline, or have had a problem, before recipients leave it for another, in
 * milliseconds. If it were shorter, a phone in a tunnel would lose its conversations.
 */
const awayMs = 10 * 60_000;
/** How long a text to a new recipient is left to the replica whose share it is, in milliseconds. */
const freshMs = 2_000;

/** A part of an account's queue, and the SIMs that it is read for. */
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

/** The waiting texts of each search; undefined when the database did not answer. */
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

export interface HandOverOptions {
  failpoint: Failpoint;
  publish: (advances: readonly Advance[]) => void;
  onClaim?: (texts: number) => void;
  traces: Pick<TextTraces, 'load' | 'note'>;
}

/** Hands over the texts that were claimed, and publishes these and the ones that the claim ended. */
export function handOver(
  found: readonly Found[],
  verdicts: readonly ClaimVerdict[],
  { failpoint, publish, onClaim, traces }: HandOverOptions,
): void {
  const claimed: ClaimedText[] = [];
  const moved: { accountId: bigint; seq: bigint }[] = [];
  for (const [index, { sim }] of found.flatMap(({ placements }) => placements).entries()) {
    const verdict = verdicts[index];
    if (verdict?.kind === 'opted_out') moved.push(verdict);
    if (verdict?.kind !== 'claimed') continue;
    failpoint('text_after_claim');
    const { accountId, id: messageId } = verdict.text;
    const traceParent = traces.note(
      { accountId, messageId },
      { name: 'hand over to device', kind: 'producer' },
    );
    sim.queue.link.handOver({ ...verdict.text, sim: sim.slot, traceParent });
    failpoint('text_after_hand_over');
    claimed.push(verdict.text);
  }
  if (claimed.length > 0) onClaim?.(claimed.length);
  if (claimed.length + moved.length > 0) publish(newestAdvances([...claimed, ...moved]));
}

/** The texts that a search found, each with its SIM. */
export interface Found {
  search: Search;
  placements: Placement<SimPlacing>[];
  /** The oldest text that was left, by the SIM that it is for; under null for any SIM. */
  left: Map<SimPlacing | null, bigint>;
  /** The newest text that was looked at. */
  last: bigint;
  looked: number;
}

/** How many rounds in a row an account may lose to another replica before it waits for the poll. */
const maxLosses = 5;

/** The next step for an account. */
interface Outlook {
  /** There may be more for its queues, and it is worth asking at once. */
  goOn: boolean;
  /** Another replica took all of it first: it may be worth asking at once. */
  tryAgain: boolean;
}

/**
 * Updates the queues with what the round found out: how far it searched, which budgets are used up, and which text is
 * too long for which SIM.
 */
export function concludeRound(
  { search, placements, left, last, looked }: Found,
  verdicts: readonly ClaimVerdict[],
  nowMs: number,
): Outlook {
  const stops = new Map([...left].map(([placing, id]) => [placing?.queue ?? null, id]));
  const stop = (queue: SimQueue | null, id: bigint) => {
    if (id < (stops.get(queue) ?? id + 1n)) stops.set(queue, id);
  };
  let claimed = 0;
  let lost = 0;
  let refused = 0;
  let ended = 0;
  for (const [index, { text, sim: placing, isMove }] of placements.entries()) {
    const { queue } = placing;
    const kind = verdicts[index]?.kind ?? 'lost';
    if (kind === 'claimed') claimed++;
    else if (kind === 'opted_out') ended++;
    else if (kind === 'too_long') {
      // The text is skipped, and so is everything after it to its recipient; other texts can still be claimed.
      queue.refuses(text.parts, nowMs);
      refused++;
    } else {
      if (kind === 'over') {
        queue.backOff(nowMs);
        refused++;
      } else lost++;
      // A recipient that stays on none of the queues may go to any of them, and a text for a device to any of its SIMs.
      const isForOne = text.sender === null ? text.keptOn !== null && !isMove : isOneSim(text.sender);
      stop(isForOne ? queue : null, text.id);
    }
  }
  const stopForAll = stops.get(null);
  let wentOn = false;
  for (const queue of search.queues) {
    const stopAt = smaller(stops.get(queue), stopForAll);
    const reached = stopAt === undefined ? larger(last, queue.afterId) : stopAt - 1n;
    wentOn ||= reached > queue.afterId;
    queue.searched(reached, looked - claimed - ended, placements.length > 0);
  }
  const mayHaveMore = looked === search.most || stopForAll !== undefined || lost > 0 || refused > 0;
  const hasMoved = claimed > 0 || ended > 0;
  return {
    goOn: mayHaveMore && (hasMoved || refused > 0 || wentOn),
    tryAgain: !hasMoved && lost > 0,
  };
}

/** The conclusions of one process. */
export class Conclusions {
  /** Rounds in a row that accounts have lost. */
  readonly #losses = new Map<bigint, number>();

  /** Updates the queues of one account; returns whether it is worth asking for it again at once. */
  conclude(found: Found, verdicts: readonly ClaimVerdict[], nowMs: number): boolean {
    const { accountId } = found.search;
    const { goOn, tryAgain } = concludeRound(found, verdicts, nowMs);
    const losses = tryAgain ? (this.#losses.get(accountId) ?? 0) + 1 : 0;
    if (losses === 0) this.#losses.delete(accountId);
    else this.#losses.set(accountId, losses);
    return goOn || (tryAgain && losses <= maxLosses);
  }

  /** The account no longer has a link here. */
  forget(accountId: bigint): void {
    this.#losses.delete(accountId);
  }
}

const smaller = (a: bigint | undefined, b: bigint | undefined) =>
  a === undefined ? b : b === undefined || a < b ? a : b;
const larger = (a: bigint, b: bigint) => (a > b ? a : b);

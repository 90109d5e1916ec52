// What one round found for an account, and what follows from what the claim answered. Touches nothing but queues.
import { isOneSim } from '../../domain/sender.ts';
import type { ClaimVerdict } from '../../store/devices/claim_texts.ts';
import type { Search } from './list.ts';
import type { Placement } from './place.ts';
import type { SimPlacing, SimQueue } from './sim_queue.ts';

/** What a search found, and where it is to go. */
export interface Found {
  search: Search;
  placements: Placement<SimPlacing>[];
  /** The oldest text that was left, by the SIM that it is for; under null for whichever. */
  left: Map<SimPlacing | null, bigint>;
  /** The newest text that was looked at. */
  last: bigint;
  looked: number;
}

/** Rounds in a row that an account may lose to another replica before it waits for the poll. */
const maxLosses = 5;

/** What may follow for an account. */
interface Outlook {
  /** There may be more for its queues, and asking at once leads further. */
  goOn: boolean;
  /** Nothing was had, because another replica was faster: asking at once may lead further. */
  tryAgain: boolean;
}

/** Updates the queues by what was learned: how far was searched, whose budget is used up, which text is too long for which SIM. */
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
      // It is passed over, and so is everything after it to its recipient; others are still to be had.
      queue.refuses(text.parts, nowMs);
      refused++;
    } else {
      if (kind === 'over') {
        queue.backOff(nowMs);
        refused++;
      } else lost++;
      // A recipient that stays on none of the queues may go to any, and what is for a device to any SIM of it.
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

  /** Updates the queues of one account; returns whether asking for it at once leads further. */
  conclude(found: Found, verdicts: readonly ClaimVerdict[], nowMs: number): boolean {
    const { accountId } = found.search;
    const { goOn, tryAgain } = concludeRound(found, verdicts, nowMs);
    const losses = tryAgain ? (this.#losses.get(accountId) ?? 0) + 1 : 0;
    if (losses === 0) this.#losses.delete(accountId);
    else this.#losses.set(accountId, losses);
    return goOn || (tryAgain && losses <= maxLosses);
  }

  /** Nothing of the account is linked here any more. */
  forget(accountId: bigint): void {
    this.#losses.delete(accountId);
  }
}

const smaller = (a: bigint | undefined, b: bigint | undefined) =>
  a === undefined ? b : b === undefined || a < b ? a : b;
const larger = (a: bigint, b: bigint) => (a > b ? a : b);

// The stats of an account. Changes since the last look are counted when somebody looks. The page shows what can be
// counted within a moment, and the rest when it asks again.
import type { Clock } from '../../../runtime/clock.ts';
import { pause } from '../../../runtime/pause.ts';
import { invalidRequest, notFound } from '../../errors.ts';
import type { CountedTo, CountState } from '../../store/stats/count_texts.ts';
import type { Stat, StatsRange } from '../../store/stats/list_stats.ts';
import type { Store } from '../../store/store.ts';
import type { AppContext } from '../context.ts';
import { type AskedStats, rangeOf } from './stats_range.ts';

/** How long a page waits for the count. */
const patienceMs = 1_000;
/** How many accounts are counted at a time: their blocks take turns on one connection. */
const mostAccounts = 50;
/** How many blocks are counted at a time. */
const mostBlocks = 16;

/** Most stats in an answer. */
const mostStats = 10_000;

/** The stats of a range. */
export interface Stats {
  stats: Stat[];
  range: StatsRange;
  /** The zone of its days. */
  zone: string;
  /** False while texts of it are still being counted. */
  isComplete: boolean;
}

/** Throws `not_found` for an unknown account, and `invalid_request` for wrong days, or too many. */
export type ReadStats = (accountId: bigint, asked: AskedStats) => Promise<Stats>;

type StatsStore = Pick<
  Store,
  'findCountState' | 'beginCount' | 'countBlocks' | 'listOlderBlocks' | 'listStats'
>;

interface StatsOptions extends Pick<AppContext, 'clock' | 'log'> {
  store: StatsStore;
}

/** Whether texts of days from `from` on may be among blocks that were never counted. */
const isReached = ({ lowBlock, lowDay }: Pick<CountState, 'lowBlock' | 'lowDay'>, from: string) =>
  lowBlock === 0n || (lowDay !== null && lowDay < from);

const isDone = (state: CountState, from: string) =>
  state.isUsable && state.isLast && state.changed.length === 0 && isReached(state, from);

/** Counts the blocks in which texts have changed. Undefined if another count was faster. */
async function countChanges(store: StatsStore, accountId: bigint, state: CountState) {
  const { changed, changedSeq, isLast, version, lowBlock, lowDay } = state;
  let to: CountedTo | undefined = { version, lowBlock, lowDay };
  const steps = Math.max(Math.ceil(changed.length / mostBlocks), isLast ? 0 : 1);
  for (let step = 0; to && step < steps; step++) {
    const blocks = changed.slice(step * mostBlocks, (step + 1) * mostBlocks);
    to = await store.countBlocks(accountId, to.version, blocks, step === steps - 1 ? changedSeq : null);
  }
  return to;
}

/** Counts blocks that were never counted, newest first, until one is from before `from`. False if another count was faster. */
async function countOlder(store: StatsStore, accountId: bigint, counted: CountedTo, from: string) {
  let to: CountedTo | undefined = counted;
  while (to && !isReached(to, from)) {
    const found = await store.listOlderBlocks(accountId, to.lowBlock, mostBlocks);
    // Reaching the lowest block says that there are no more, even if its texts are gone.
    const blocks = found.length < mostBlocks && found.at(-1) !== 0n ? [...found, 0n] : found;
    to = await store.countBlocks(accountId, to.version, blocks, null);
  }
  return to !== undefined;
}

/** Counts everything that has changed until now, and what was never counted since `from`. */
async function countAll(store: StatsStore, clock: Clock, accountId: bigint, from: string): Promise<void> {
  for (;;) {
    const state = await store.findCountState(accountId, clock.nowMs());
    if (!state) return;
    if (state.isUsable) {
      const to = await countChanges(store, accountId, state);
      if (to && state.isLast && (await countOlder(store, accountId, to, from))) return;
    } else await store.beginCount(accountId, state.version);
  }
}

/** Counts what has changed of an account whose texts were counted before: its stats keep texts that are deleted then. */
export async function countBeforeDeleting(store: StatsStore, clock: Clock, accountId: bigint): Promise<void> {
  for (;;) {
    const state = await store.findCountState(accountId, clock.nowMs());
    if (!state?.isUsable) return;
    if ((await countChanges(store, accountId, state)) && state.isLast) return;
  }
}

/** The count that runs for an account, and the one behind it, for those who asked since it began. */
interface Turns {
  running: Promise<boolean>;
  next?: { from: string; done: Promise<boolean> };
}

export function createReadStats({ store, clock, log }: StatsOptions): ReadStats {
  const counting = new Map<bigint, Turns>();

  /** False when something failed, which the next look repeats. */
  const count = async (accountId: bigint, from: string): Promise<boolean> => {
    try {
      await countAll(store, clock, accountId, from);
      return true;
    } catch (error) {
      log.warn({ fault: (error as Error).name }, 'texts could not be counted; the next look repeats it');
      return false;
    }
  };

  /** Counts at least everything that there is now. A count that already runs may have passed some of it. */
  const begin = (accountId: bigint, from: string): Promise<boolean> => {
    const turns = counting.get(accountId);
    if (turns?.next) {
      if (from < turns.next.from) turns.next.from = from;
      return turns.next.done;
    }
    if (turns) {
      const done = turns.running.then(() => take(accountId, turns.next?.from ?? from));
      turns.next = { from, done };
      return done;
    }
    return counting.size >= mostAccounts ? Promise.resolve(false) : take(accountId, from);
  };

  const take = (accountId: bigint, from: string): Promise<boolean> => {
    const turns: Turns = {
      running: count(accountId, from).finally(() => {
        if (!turns.next) counting.delete(accountId);
      }),
    };
    counting.set(accountId, turns);
    return turns.running;
  };

  const countPatiently = async (...asked: Parameters<typeof begin>): Promise<boolean> => {
    const counted = new AbortController();
    const patience = pause(clock, patienceMs, counted.signal).then(() => false);
    const isComplete = await Promise.race([begin(...asked), patience]);
    counted.abort();
    return isComplete;
  };

  return async (accountId, asked) => {
    const state = await store.findCountState(accountId, clock.nowMs());
    if (!state) throw notFound('account');
    const range = rangeOf(asked, state.today);
    const isComplete = isDone(state, range.from) || (await countPatiently(accountId, range.from));
    const stats = await store.listStats(accountId, range, mostStats + 1);
    if (stats.length > mostStats)
      throw invalidRequest(
        `an answer may have at most ${mostStats} stats: ask for weeks or months, or for fewer days`,
      );
    return { stats, range, zone: state.zone, isComplete };
  };
}

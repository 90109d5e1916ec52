// The days of an account's month. Blocks of texts that are not counted yet are counted when somebody looks. The page shows the
// days that are counted within a moment, and the others when it is opened again.
import { pause } from '../../../runtime/pause.ts';
import { quotaMonth } from '../../domain/month.ts';
import type { DayCount } from '../../store/accounts/day_counts.ts';
import type { Store } from '../../store/store.ts';
import type { AppContext } from '../context.ts';

/** How long a page waits for the count. */
const patienceMs = 1_000;
/** How long the counts of a block whose texts are not all finished are good. */
const freshMs = 5 * 60_000;
/** Accounts that are counted at a time: their blocks take turns at one connection. */
const mostAccounts = 50;

/** The days that have texts, in order. */
export interface Month {
  days: DayCount[];
  /** False while blocks of it are still being counted. */
  isComplete: boolean;
}

/** Reads the present month of an account. */
export type ReadMonth = (accountId: bigint) => Promise<Month>;

interface DaysOptions extends Pick<AppContext, 'clock' | 'log'> {
  store: Pick<Store, 'countBlock' | 'findBlocks' | 'listDayCounts'>;
}

export function createReadMonth({ store, clock, log }: DaysOptions): ReadMonth {
  const counting = new Map<bigint, Promise<boolean>>();

  /** Counts blocks until one is from before the month; false when something failed, which the next look repeats. */
  const count = async (accountId: bigint, due: readonly bigint[], firstDay: string): Promise<boolean> => {
    try {
      for (const block of due) if (await store.countBlock(accountId, block, firstDay, clock.nowMs())) break;
      return true;
    } catch (error) {
      log.warn({ fault: (error as Error).name }, 'days could not be counted; the next look repeats it');
      return false;
    }
  };

  const begin = (accountId: bigint, due: readonly bigint[], firstDay: string): Promise<boolean> => {
    const running = counting.get(accountId);
    if (running) return running;
    if (counting.size >= mostAccounts) return Promise.resolve(false);
    const begun = count(accountId, due, firstDay).finally(() => counting.delete(accountId));
    counting.set(accountId, begun);
    return begun;
  };

  const countPatiently = async (...asked: Parameters<typeof begin>): Promise<boolean> => {
    const counted = new AbortController();
    const patience = pause(clock, patienceMs, counted.signal).then(() => false);
    const isComplete = await Promise.race([begin(...asked), patience]);
    counted.abort();
    return isComplete;
  };

  return async (accountId) => {
    const { firstDay, endsAtMs } = quotaMonth(clock.nowMs());
    const blocks = await store.findBlocks(accountId, firstDay, clock.nowMs() - freshMs);
    if (!blocks) return { days: [], isComplete: true };
    const isComplete = blocks.due.length === 0 || (await countPatiently(accountId, blocks.due, firstDay));
    const to = new Date(endsAtMs).toISOString().slice(0, 10);
    return { days: await store.listDayCounts(accountId, blocks, { from: firstDay, to }), isComplete };
  };
}

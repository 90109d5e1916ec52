// Judges anew what cores of an older version took in while they ran beside this one.
import type { Clock } from '../../../runtime/clock.ts';
import { readKeyword } from '../../domain/keyword.ts';
import type { Store } from '../../store/store.ts';
import type { Advance } from '../messages/advances.ts';
import { newestAdvances } from '../messages/newest_advances.ts';

/** Accounts of a statement, and texts of each. */
const accounts = 20;
const each = 25;

interface JudgeAnewOptions {
  store: Pick<Store, 'listUnjudged' | 'judgeAnew'>;
  clock: Clock;
  publish: (advances: readonly Advance[]) => void;
}

/**
 * Makes what judges all that there is, a few texts of each account in turn; returns whether something follows from them. An account
 * that is locked is left to the next time.
 */
export const createJudgeAnew =
  ({ store, clock, publish }: JudgeAnewOptions) =>
  async (): Promise<boolean> => {
    let hasSequel = false;
    for (let isMore = true; isMore; ) {
      isMore = false;
      for (let after = 0n; ; ) {
        const texts = await store.listUnjudged(after, accounts, each);
        const last = texts.at(-1);
        if (!last) break;
        const judged = await store.judgeAnew(
          texts.map(({ accountId, id, body }) => ({ accountId, id, ...readKeyword(body) })),
          clock.nowMs(),
        );
        publish(newestAdvances(judged));
        hasSequel ||= judged.some((one) => one.hasSequel);
        const isFull = (account: bigint) =>
          texts.filter(({ accountId }) => accountId === account).length === each;
        isMore ||= judged.some(({ accountId }) => isFull(accountId));
        after = last.accountId;
      }
    }
    return hasSequel;
  };

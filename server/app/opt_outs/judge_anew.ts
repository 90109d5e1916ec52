// Judges anew the texts that cores of an older version took in while they ran beside this one.
import { readKeyword } from '../../domain/opt_outs/keyword.ts';
import { takeTurns } from '../batches/turns.ts';
import type { AppContext } from '../context.ts';
import { newestAdvances } from '../messages/newest_advances.ts';

/** Accounts of a statement, and texts of each. */
const accounts = 20;
const each = 25;

/**
 * Judges them all, a few texts of each account in turn; returns whether they have consequences. A locked account is
 * left to the next time.
 */
export const createJudgeAnew =
  ({
    store,
    clock,
    publish,
  }: Pick<AppContext<'judgeAnew' | 'listUnjudged'>, 'store' | 'clock' | 'publish'>) =>
  async (): Promise<boolean> => {
    let hasSequel = false;
    await takeTurns(async (without) => {
      const texts = await store.listUnjudged(without, accounts, each);
      if (texts.length === 0) return { isFull: false, moved: new Map() };
      const judged = await store.judgeAnew(
        texts.map(({ accountId, id, body }) => ({ accountId, id, ...readKeyword(body) })),
        clock.nowMs(),
      );
      publish(newestAdvances(judged));
      hasSequel ||= judged.some((one) => one.hasSequel);
      const found = new Map<bigint, number>();
      for (const { accountId } of texts) found.set(accountId, (found.get(accountId) ?? 0) + 1);
      const moved = new Map([...found.keys()].map((accountId) => [accountId, 0]));
      for (const one of judged) moved.set(one.accountId, one.texts);
      return { isFull: found.size === accounts || [...found.values()].includes(each), moved };
    });
    return hasSequel;
  };

// What follows from an opt-out once it is committed: the texts that wait for the recipient are seen to end, and the answer that
// the account wrote is sent. That none of those texts leaves does not rest on this: see judge_opt_outs.ts. Both are put down in
// the commit itself, so that whichever core lives does them; twice does no harm, because an answer is named after the text that
// it answers. Accounts take turns, so that none waits for what another has. What a core of an older version took in is judged
// behind all that.
import type { Clock } from '../../../runtime/clock.ts';
import { every } from '../../../runtime/every.ts';
import type { Log } from '../../../runtime/log.ts';
import { Refusal } from '../../errors.ts';
import type { PendingAnswer } from '../../store/opt_outs/opt_outs.ts';
import { DatabaseUnavailable } from '../../store/postgres/driver.ts';
import type { Store } from '../../store/store.ts';
import { isolateFailures } from '../batches/split_batch.ts';
import { takeTurns } from '../batches/turns.ts';
import type { Advance } from '../messages/advances.ts';
import { newestAdvances } from '../messages/newest_advances.ts';
import type { Send } from '../messages/send.ts';
import { createJudgeAnew } from './judge_anew.ts';

const periodMs = 5_000;
/** Accounts of one statement, and answers of one account before the others have their turn. */
const accountsATurn = 50;
const answersATurn = 5;
/** An answer that could not be sent for so long is no answer any more. */
const oldestAnswerMs = 24 * 3600_000;

export interface KeywordFollower {
  /** Looks at once; to be called after a commit that something follows from. */
  wake(): void;
  stop(): void;
}

interface FollowerOptions {
  store: Pick<
    Store,
    'listAccountsToEnd' | 'endWaiting' | 'listPendingAnswers' | 'finishAnswer' | 'listUnjudged' | 'judgeAnew'
  >;
  send: Send;
  clock: Clock;
  log: Log;
  publish: (advances: readonly Advance[]) => void;
}

/** Starts looking at once, and every 5 seconds. */
export function followKeywords({ store, send, clock, log, publish }: FollowerOptions): KeywordFollower {
  let isWanted = false;
  const report = (error: unknown) =>
    log.warn(
      { error: (error as Error).message },
      'following keywords failed; the next round repeats what is left',
    );
  const judgeAnew = createJudgeAnew({ store, clock, publish });

  const write = async (accountIds: readonly bigint[]) => {
    const rows = new Map((await store.endWaiting(accountIds)).map((row) => [row.accountId, row]));
    return accountIds.map(
      (id) => rows.get(id) ?? { accountId: id, seq: null, isLocked: false, hasMore: false },
    );
  };

  /** Ends a few texts of each account, of all but some. */
  const endSome = async (without: readonly bigint[]) => {
    const accounts = await store.listAccountsToEnd(without, accountsATurn);
    // An account whose texts cannot be ended keeps no other waiting.
    const answers = await Promise.all(await isolateFailures(accounts, write));
    const moved = new Map(accounts.map((accountId) => [accountId, 0]));
    const looked = answers.flatMap((one) => (one instanceof Error || one === 'locked' ? [] : one));
    publish(newestAdvances(looked));
    for (const answer of answers) {
      if (answer instanceof DatabaseUnavailable) throw answer;
      if (answer instanceof Error) report(answer);
    }
    for (const { accountId, isLocked } of looked) moved.set(accountId, isLocked ? 0 : 1);
    return { isFull: accounts.length === accountsATurn || looked.some(({ hasMore }) => hasMore), moved };
  };

  const answer = async ({ body, atMs, ...asked }: PendingAnswer) => {
    const { accountId, addressNorm: address, keyword, messageId } = asked;
    if (body !== null && atMs > clock.nowMs() - oldestAnswerMs) {
      // Who wrote a moment ago is awake.
      const text = { address, body, clientRef: `keyword-${messageId}`, isUrgent: true };
      const { outcome } = await send(accountId, text, {
        confirmsStop: keyword === 'stop',
        leavesLocked: true,
      });
      // Any other refusal stands, as an account without a plan answers nobody.
      if (outcome instanceof Refusal && outcome.code === 'unavailable') throw outcome;
    }
    await store.finishAnswer(asked);
  };

  /** Sends a few answers of each account, of all but some. */
  const answerSome = async (without: readonly bigint[]) => {
    const pending = await store.listPendingAnswers(without, accountsATurn, answersATurn);
    const moved = new Map(pending.map(({ accountId }) => [accountId, 0]));
    const results = await Promise.allSettled(pending.map(answer));
    for (const [index, result] of results.entries()) {
      const { accountId } = pending[index] as PendingAnswer;
      if (result.status === 'rejected') report(result.reason);
      else moved.set(accountId, (moved.get(accountId) ?? 0) + 1);
    }
    return { isFull: moved.size === accountsATurn || [...moved.values()].includes(answersATurn), moved };
  };

  const sweeps = every({
    clock,
    periodMs,
    async work() {
      for (let goOn = true; goOn; ) {
        isWanted = false;
        const followed = await Promise.allSettled([takeTurns(endSome), takeTurns(answerSome)]);
        const [judged] = await Promise.allSettled([judgeAnew()]);
        for (const result of [...followed, judged]) if (result.status === 'rejected') report(result.reason);
        goOn = isWanted || (judged.status === 'fulfilled' && judged.value);
      }
    },
  });
  const wake = () => {
    isWanted = true;
    void sweeps.now();
  };
  wake();
  return {
    wake,
    stop: () => void sweeps.stop(),
  };
}

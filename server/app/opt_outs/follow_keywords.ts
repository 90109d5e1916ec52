// After an opt-out is committed, ends the texts that wait for the recipient, and sends the account's answer. Such texts
// would not leave anyway: see judge_opt_outs.ts. Those that phones hold and have not sent are asked back. The commit
// itself notes both tasks, so that any core can do them. Doing one twice does no harm, because an answer is named after
// the text that it answers. Accounts take turns, so that none waits for another's texts. Texts that a core of an older
// version stored are judged after that.
import { every } from '../../../runtime/every.ts';
import { Refusal } from '../../errors.ts';
import type { PendingAnswer } from '../../store/opt_outs/opt_outs.ts';
import { DatabaseUnavailable } from '../../store/postgres/driver.ts';
import { isolateFailures } from '../batches/split_batch.ts';
import { takeTurns } from '../batches/turns.ts';
import type { AppContext } from '../context.ts';
import { askingBack, newestAdvances } from '../messages/newest_advances.ts';
import type { Send } from '../outbound/send.ts';
import { createJudgeAnew } from './judge_anew.ts';

const periodMs = 5_000;
/** Accounts of one statement, and answers of one account before the others have their turn. */
const accountsATurn = 50;
const answersATurn = 5;
/**
 * How long after the text that asks for it a reply may leave. That to a stop is the last that its sender gets, and is about what
 * they did a moment ago (47 CFR 64.1200(a)(12) has five minutes).
 */
const replyWithinMs = { stop: 5 * 60_000, start: 24 * 3600_000, help: 24 * 3600_000 } as const;

interface FollowerOptions
  extends Pick<
    AppContext<
      | 'endWaiting'
      | 'finishAnswer'
      | 'judgeAnew'
      | 'listAccountsToEnd'
      | 'listPendingAnswers'
      | 'listUnjudged'
    >,
    'store' | 'clock' | 'log' | 'publish'
  > {
  send: Send;
}

export type KeywordFollower = ReturnType<typeof followKeywords>;

/** Makes the function that ends a few texts of each account, except some accounts. */
function createEndSome({ store, publish }: FollowerOptions, report: (error: unknown) => void) {
  const write = async (accountIds: readonly bigint[]) => {
    const rows = new Map((await store.endWaiting(accountIds)).map((row) => [row.accountId, row]));
    return accountIds.map(
      (id) => rows.get(id) ?? { accountId: id, seq: null, wantedBack: [], isLocked: false, hasMore: false },
    );
  };
  return async (without: readonly bigint[]) => {
    const accounts = await store.listAccountsToEnd(without, accountsATurn);
    // An account whose texts cannot be ended keeps no other waiting.
    const answers = await Promise.all(await isolateFailures(accounts, write));
    const moved = new Map(accounts.map((accountId) => [accountId, 0]));
    const looked = answers.flatMap((one) => (one instanceof Error || one === 'locked' ? [] : one));
    publish(newestAdvances(looked));
    for (const { accountId, wantedBack } of looked) publish(askingBack(accountId, wantedBack));
    for (const answer of answers) {
      if (answer instanceof DatabaseUnavailable) throw answer;
      if (answer instanceof Error) report(answer);
    }
    for (const { accountId, isLocked } of looked) moved.set(accountId, isLocked ? 0 : 1);
    return { isFull: accounts.length === accountsATurn || looked.some(({ hasMore }) => hasMore), moved };
  };
}

/** Makes the function that sends a few answers of each account, except some accounts. */
function createAnswerSome({ store, send, clock }: FollowerOptions, report: (error: unknown) => void) {
  const answer = async ({ body, atMs, asOfErasure, ...asked }: PendingAnswer) => {
    const { accountId, addressNorm: address, keyword, messageId } = asked;
    const untilMs = atMs + replyWithinMs[keyword];
    if (body !== null && untilMs > clock.nowMs()) {
      const clientRef = `keyword-${messageId}`;
      // Quiet hours do not delay it: its recipient wrote a moment ago.
      const text = { address, body, clientRef, isUrgent: true, asOfErasure };
      const how = { stopReplyUntilMs: keyword === 'stop' ? untilMs : null, leavesLocked: true };
      const { outcome } = await send(accountId, text, how);
      // Any other refusal stands, as an account without a plan answers nobody.
      if (outcome instanceof Refusal && outcome.code === 'unavailable') throw outcome;
    }
    await store.finishAnswer(asked);
  };
  return async (without: readonly bigint[]) => {
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
}

/** Starts looking at once, and every 5 seconds. */
export function followKeywords(options: FollowerOptions) {
  let isWanted = false;
  const report = (error: unknown) =>
    options.log.warn(
      { error: (error as Error).message },
      'following keywords failed; the next round repeats what is left',
    );
  const endSome = createEndSome(options, report);
  const answerSome = createAnswerSome(options, report);
  const judgeAnew = createJudgeAnew(options);

  const sweeps = every({
    clock: options.clock,
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
  /** Looks at once; call it after a commit that has consequences. */
  const wake = () => {
    isWanted = true;
    void sweeps.now();
  };
  wake();
  return {
    wake,
    /** Looks now, unless it does so already; resolves once that is over. */
    look: () => sweeps.now(),
    stop: () => void sweeps.stop(),
  };
}

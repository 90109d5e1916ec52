// What follows from an opt-out once it is committed: the texts that wait for the recipient end, and the answer that the
// account wrote is sent. Both are put down in the commit itself, so that whichever core lives does them; twice does no
// harm, because an answer is named after the text that it answers.
import type { Clock } from '../../../runtime/clock.ts';
import { every } from '../../../runtime/every.ts';
import type { Log } from '../../../runtime/log.ts';
import type { PendingAnswer } from '../../store/opt_outs/opt_outs.ts';
import type { Store } from '../../store/store.ts';
import type { Advance } from '../messages/advances.ts';
import { newestAdvances } from '../messages/newest_advances.ts';
import type { Send } from '../messages/send.ts';

const periodMs = 5_000;
const batch = 100;
/** An answer that could not be sent for so long is no answer any more. */
const oldestAnswerMs = 24 * 3600_000;

export interface KeywordFollower {
  /** Looks at once; to be called after a commit that something follows from. */
  wake(): void;
  stop(): void;
}

interface FollowerOptions {
  store: Pick<Store, 'endWaiting' | 'listPendingAnswers' | 'finishAnswer'>;
  send: Send;
  clock: Clock;
  log: Log;
  publish: (advances: readonly Advance[]) => void;
}

/** Starts looking every 5 seconds. */
export function followKeywords({ store, send, clock, log, publish }: FollowerOptions): KeywordFollower {
  let isWanted = false;

  const endAll = async () => {
    for (;;) {
      const ended = await store.endWaiting(batch);
      publish(newestAdvances(ended));
      if (ended.length < batch) return;
    }
  };

  const answer = async ({ body, atMs, ...asked }: PendingAnswer) => {
    const { accountId, addressNorm: address, keyword, messageId } = asked;
    if (body !== null && atMs > clock.nowMs() - oldestAnswerMs) {
      // Who wrote a moment ago is awake.
      const text = {
        address,
        body,
        clientRef: `keyword-${messageId}`,
        route: null,
        sender: null,
        isUrgent: true,
      };
      // A refusal stands, as an account without a plan answers nobody; what throws is tried again.
      await send(accountId, text, { confirmsStop: keyword === 'stop' });
    }
    await store.finishAnswer(asked);
  };

  const answerAll = async () => {
    for (;;) {
      const pending = await store.listPendingAnswers(batch);
      const results = await Promise.allSettled(pending.map(answer));
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
      if (pending.length < batch) return;
    }
  };

  const sweeps = every({
    clock,
    periodMs,
    async work() {
      do {
        isWanted = false;
        await endAll();
        await answerAll();
      } while (isWanted);
    },
    onError: (error) =>
      log.warn(
        { error: (error as Error).message },
        'following keywords failed; the next round repeats what is left',
      ),
  });
  return {
    wake() {
      isWanted = true;
      void sweeps.now();
    },
    stop: () => void sweeps.stop(),
  };
}

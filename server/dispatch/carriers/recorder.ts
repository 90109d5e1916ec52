// Writes down what became of claimed texts: one batcher, which repeats until the database has it, because otherwise
// nobody would know what has left.

import type { Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log.ts';
import { pause } from '../../../runtime/pause.ts';
import { createBatcher } from '../../app/batches/batcher.ts';
import { LockQueue } from '../../app/batches/lock_queue.ts';
import { runInRounds } from '../../app/batches/rounds.ts';
import type { Advance } from '../../app/messages/advances.ts';
import { newestAdvances } from '../../app/messages/newest_advances.ts';
import type { Lifetimes } from '../../domain/messages/message.ts';
import type { Failpoint } from '../../failpoint.ts';
import type { Conclusion } from '../../store/carriers/conclude_submits.ts';
import { StatementFailed } from '../../store/postgres/driver.ts';
import type { AtLock } from '../../store/postgres/locking.ts';
import type { Store } from '../../store/store.ts';

/** A pause between two tries for a record that the database refuses, or whose account stays locked, in milliseconds. */
const refusedPauseMs = 1_000;

export interface RecorderOptions {
  store: Pick<Store, 'concludeSubmits'>;
  clock: Clock;
  log: Log;
  lifetimes: Lifetimes;
  failpoint: Failpoint;
  publish: (advances: readonly Advance[]) => void;
  /** Called after each commit, with what it recorded. */
  onRecorded: (conclusions: readonly Conclusion[]) => void;
  onBatch?: ((size: number) => void) | undefined;
}

export interface Recorder {
  /** Resolved = durable. Rejects only after `abandon`. */
  record(conclusion: Conclusion): Promise<void>;
  /** Repeats nothing any more. */
  abandon(): void;
}

/** Opens the batcher of records. */
export function createRecorder(options: RecorderOptions): Recorder {
  const { store, clock, log, lifetimes, failpoint, publish, onRecorded, onBatch } = options;
  let isAbandoned = false;

  const write = async (
    conclusions: readonly Conclusion[],
    atLock: AtLock,
  ): Promise<(undefined | 'locked')[]> => {
    const nowMs = clock.nowMs();
    const { sendingGraceMs } = lifetimes;
    const sentDeadlineMs = nowMs + lifetimes.sentMs;
    const times = { nowMs, sentDeadlineMs, sendingGraceMs };
    const seqs = await store.concludeSubmits(conclusions, times, atLock);
    failpoint('carrier_after_record');
    const recorded = conclusions.flatMap((conclusion, index) => {
      const seq = seqs[index] ?? null;
      return seq === 'locked' ? [] : { conclusion, accountId: conclusion.accountId, seq };
    });
    publish(newestAdvances(recorded));
    onRecorded(recorded.map(({ conclusion }) => conclusion));
    return seqs.map((seq) => (seq === 'locked' ? 'locked' : undefined));
  };

  const keyOf = ({ accountId, id }: Conclusion) => `${accountId}/${id}`;
  const ownerOf = ({ accountId }: Conclusion) => String(accountId);
  const queue = new LockQueue<Conclusion, undefined>({ clock, ownerOf, keyOf, write });
  const batcher = createBatcher<Conclusion, undefined>({
    maxBatch: 500,
    // The carriers' windows bound the claims.
    maxItems: Number.POSITIVE_INFINITY,
    ...(onBatch && { onBatch }),
    run: (conclusions) =>
      runInRounds(conclusions, keyOf, write, {
        clock,
        repeatForMs: Number.POSITIVE_INFINITY,
        queue,
        isOver: () => isAbandoned,
      }),
  });

  return {
    async record(conclusion) {
      for (;;) {
        try {
          await batcher(conclusion);
          return;
        } catch (error) {
          if (isAbandoned) throw error;
          const sqlState = error instanceof StatementFailed ? error.sqlState : undefined;
          log.error({ sqlState }, 'what became of a text cannot be written down; it is tried again');
          await pause(clock, refusedPauseMs);
        }
      }
    },
    abandon() {
      isAbandoned = true;
    },
  };
}

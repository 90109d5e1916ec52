// Ends texts whose state has lasted too long, so that nothing stays queued, sending or sent for ever. Any number of
// replicas may sweep: a move that another made first changes nothing.

import type { Clock } from '../../../runtime/clock.ts';
import { every } from '../../../runtime/every.ts';
import type { Log } from '../../../runtime/log.ts';
import { failure, type MessageStatus } from '../../domain/message.ts';
import type { OverdueText } from '../../store/messages/read_messages.ts';
import type { Store } from '../../store/store.ts';
import type { Update } from './updates.ts';

const periodMs = 5_000;
const batch = 500;

/** What each state ends as when its time is over. */
function endOf({
  status,
  isReleased,
  hasUnknownPart,
}: Pick<OverdueText, 'status' | 'isReleased' | 'hasUnknownPart'>): string {
  switch (status) {
    case 'queued':
      return failure('expired_in_queue', 'no device or carrier took the text in time');
    case 'sending':
      if (isReleased && hasUnknownPart)
        return failure(
          'outcome_unknown',
          'a part of the text may have left, and no carrier took the rest in time',
        );
      if (isReleased)
        return failure('expired_in_queue', 'no carrier took the text, or the rest of it, in time');
      return failure('outcome_unknown', 'the text was handed over and no report of it came in time');
    default:
      return failure('outcome_unknown', 'no delivery receipt arrived in time');
  }
}

export interface Sweeper {
  /** Ends everything overdue now; returns how many. */
  sweep(): Promise<number>;
  stop(): void;
}

/** Starts sweeping every 5 seconds. */
export function startSweeper(options: {
  store: Pick<Store, 'listOverdue'>;
  clock: Clock;
  log: Log;
  update: Update;
  onExpired?: (status: MessageStatus) => void;
}): Sweeper {
  const { store, clock, log, update, onExpired } = options;

  const sweep = async () => {
    let ended = 0;
    for (;;) {
      const nowMs = clock.nowMs();
      const overdue = await store.listOverdue(nowMs, batch);
      const moved = await Promise.all(
        overdue.map(async (text) => {
          const { accountId, id, status, attempt } = text;
          const error = endOf(text);
          const done = await update({
            accountId,
            id,
            // One that was claimed since is under way.
            attempt,
            from: status,
            status: 'failed',
            error,
            atMs: nowMs,
            deadlineMs: null,
          });
          if (done) onExpired?.(status);
          return done;
        }),
      );
      ended += moved.filter(Boolean).length;
      if (overdue.length < batch || !moved.some(Boolean)) return ended;
    }
  };

  const sweeps = every({
    clock,
    periodMs,
    work: sweep,
    onError: (error) =>
      log.warn({ error: (error as Error).message }, 'a sweep failed; the next one repeats it'),
  });
  return { sweep, stop: () => void sweeps.stop() };
}

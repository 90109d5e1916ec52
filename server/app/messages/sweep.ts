// Ends texts whose state has lasted too long, so that nothing stays queued, sending or sent for ever. Any number of
// replicas may sweep: a move that another made first changes nothing.

import { every } from '../../../runtime/every.ts';
import { failure, type MessageStatus } from '../../domain/messages/message.ts';
import type { OverdueText } from '../../store/messages/read_messages.ts';
import type { AppContext } from '../context.ts';
import { endTexts } from './end_texts.ts';
import type { Update } from './updates.ts';

const periodMs = 5_000;

/** The error that each state ends with when its time is over. */
function errorOf({
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
        return failure('expired_in_queue', 'no device or carrier took the text, or the rest of it, in time');
      return failure('outcome_unknown', 'the text was handed over and no report of it came in time');
    default:
      return failure('outcome_unknown', 'no delivery receipt arrived in time');
  }
}

/** A device that was unpaired hands back what it has not sent within this; what it still holds then ends. */
const leavingMs = 5_000;
/** Devices that were unpaired longer ago than this hold nothing that another sweep has not seen. */
const unpairedMs = 2 * 24 * 3600_000;

interface SweeperOptions
  extends Pick<AppContext<'listAbandoned' | 'listOverdue'>, 'store' | 'clock' | 'log'> {
  update: Update;
  onExpired?: (status: MessageStatus) => void;
}

export type Sweeper = ReturnType<typeof startSweeper>;

/** Starts sweeping every 5 seconds. `stop` waits for the round under way. */
export function startSweeper({ store, clock, log, update, onExpired }: SweeperOptions) {
  const endAbandoned = (): Promise<number> =>
    endTexts({
      update,
      find: (most, without) => {
        const nowMs = clock.nowMs();
        return store.listAbandoned(nowMs - unpairedMs, nowMs - leavingMs, most, without);
      },
      endOf: (text) => ({
        ...text,
        from: 'sending',
        status: 'failed',
        error: failure('outcome_unknown', 'the device was unpaired'),
        atMs: clock.nowMs(),
        deadlineMs: null,
      }),
      onEnded: () => onExpired?.('sending'),
    });
  const endOverdue = (): Promise<number> =>
    endTexts({
      update,
      find: (most, without) => store.listOverdue(clock.nowMs(), most, without),
      endOf: (text) => ({
        accountId: text.accountId,
        id: text.id,
        // A text that was claimed since is under way.
        attempt: text.attempt,
        from: text.status,
        status: 'failed',
        error: errorOf(text),
        atMs: clock.nowMs(),
        deadlineMs: null,
      }),
      onEnded: ({ status }) => onExpired?.(status),
    });

  /** Ends everything whose time is over, or that nobody reports on any more; returns how many. */
  const sweep = async (): Promise<number> => (await endOverdue()) + (await endAbandoned());

  const sweeps = every({
    clock,
    periodMs,
    work: sweep,
    onError: (error) =>
      log.warn({ error: (error as Error).message }, 'a sweep failed; the next one repeats it'),
  });
  return { sweep, stop: () => sweeps.stop() };
}

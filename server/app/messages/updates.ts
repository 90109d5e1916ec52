// What devices and carriers say of texts, and what the sweeper ends: one batcher of moves, each applied once.
import type { Clock } from '../../../runtime/clock.ts';
import type { MessageUpdate } from '../../store/messages/update_messages.ts';
import type { AtLock } from '../../store/postgres/locking.ts';
import type { Store } from '../../store/store.ts';
import { createBatcher } from '../batches/batcher.ts';
import { LockQueue } from '../batches/lock_queue.ts';
import { runInRounds } from '../batches/rounds.ts';
import type { Advance } from './advances.ts';
import { newestAdvances } from './newest_advances.ts';

export interface BatcherContext {
  clock: Clock;
  publish: (advances: readonly Advance[]) => void;
  onBatch?: (size: number) => void;
}

/** How long a report is repeated while the database is away, in milliseconds; then the link repeats it. */
const repeatForMs = 8_000;

/**
 * Moves one message. Returns whether it moved; false for a move that came late or twice. Resolved = committed. With `skip` it
 * waits for nothing: where the account is locked it is refused as busy.
 */
export type Update = (update: MessageUpdate, atLock?: 'skip') => Promise<boolean>;

/** Opens the batchers of moves. */
export function createUpdates({
  store,
  clock,
  publish,
  onBatch,
}: BatcherContext & { store: Pick<Store, 'updateMessages'> }): Update {
  const write = async (
    updates: readonly MessageUpdate[],
    atLock: AtLock,
  ): Promise<(boolean | 'locked')[]> => {
    const outcomes = await store.updateMessages(updates, atLock);
    publish(
      newestAdvances(
        updates.map(({ accountId }, index) => ({ accountId, seq: outcomes[index]?.seq ?? null })),
      ),
    );
    return outcomes.map(({ seq, isLocked }) => (isLocked ? 'locked' : seq !== null));
  };

  // Two moves of one message are two rounds, so that a reader of the feed sees each state in order.
  const keyOf = (update: MessageUpdate) => `${update.accountId}/${update.id}`;
  const ownerOf = ({ accountId }: MessageUpdate) => String(accountId);
  const queue = new LockQueue<MessageUpdate, boolean>({ clock, ownerOf, keyOf, write });
  const bounds = { maxBatch: 500, maxItems: 50_000, ...(onBatch && { onBatch }) };
  const move = createBatcher<MessageUpdate, boolean>({
    ...bounds,
    run: (updates) => runInRounds(updates, keyOf, write, { clock, repeatForMs, queue }),
  });
  const moveFree = createBatcher<MessageUpdate, boolean>({
    ...bounds,
    run: (updates) => runInRounds(updates, keyOf, (some) => write(some, 'skip'), { clock, repeatForMs: 0 }),
  });
  return (update, atLock) => (atLock === 'skip' ? moveFree(update) : move(update));
}

// The moves of texts that devices and carriers report and that the sweeper makes: one batcher, and each move applied once.
import type { MessageUpdate } from '../../store/messages/update_messages.ts';
import { createAccountWrites } from '../batches/account_writes.ts';
import type { AppContext } from '../context.ts';
import { newestAdvances } from './newest_advances.ts';

export interface BatcherContext extends Pick<AppContext, 'clock' | 'publish'> {
  onBatch?: (size: number) => void;
}

/**
 * Moves one message. Returns whether it moved; false for a move that came late or twice. Resolved = committed. With `skip` it
 * waits for nothing: where the account is locked it is refused as busy.
 */
export type Update = (update: MessageUpdate, atLock?: 'skip') => Promise<boolean>;

/** Opens the batchers of moves. */
export const createUpdates = ({
  store,
  clock,
  publish,
  onBatch,
}: BatcherContext & Pick<AppContext<'updateMessages'>, 'store'>): Update =>
  createAccountWrites<MessageUpdate, boolean>({
    clock,
    maxItems: 50_000,
    // Two moves of one message go in two rounds, so that a reader of the feed sees each state in order.
    keyOf: ({ accountId, id }) => `${accountId}/${id}`,
    async write(updates, atLock) {
      const outcomes = await store.updateMessages(updates, atLock);
      publish(
        newestAdvances(
          updates.map(({ accountId }, index) => ({ accountId, seq: outcomes[index]?.seq ?? null })),
        ),
      );
      return outcomes.map(({ seq, isLocked }) => (isLocked ? 'locked' : seq !== null));
    },
    onBatch,
  });

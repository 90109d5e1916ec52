// What devices and carriers say of texts, and what the sweeper ends: one batcher of moves, each applied once.
import type { Clock } from '../../../runtime/clock.ts';
import type { MessageUpdate } from '../../store/messages/update_messages.ts';
import type { Store } from '../../store/store.ts';
import { asideOfAccounts } from '../batches/aside_accounts.ts';
import { createBatcher } from '../batches/batcher.ts';
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

/** Moves one message. Returns whether it moved; false for a move that came late or twice. Resolved = committed. */
export type Update = (update: MessageUpdate) => Promise<boolean>;

/** Opens the batcher of moves. */
export function createUpdates({
  store,
  clock,
  publish,
  onBatch,
}: BatcherContext & { store: Pick<Store, 'updateMessages' | 'areAccountsLocked'> }): Update {
  const write = async (updates: readonly MessageUpdate[]): Promise<boolean[]> => {
    const outcomes = await store.updateMessages(updates);
    publish(
      newestAdvances(
        updates.map(({ accountId }, index) => ({ accountId, seq: outcomes[index]?.seq ?? null })),
      ),
    );
    return outcomes.map(({ seq }) => seq !== null);
  };

  // Two moves of one message are two rounds, so that a reader of the feed sees each state in order.
  const keyOf = (update: MessageUpdate) => `${update.accountId}/${update.id}`;
  const aside = asideOfAccounts<MessageUpdate, boolean>({ store, clock, keyOf, write });
  return createBatcher<MessageUpdate, boolean>({
    maxBatch: 500,
    maxItems: 50_000,
    ...(onBatch && { onBatch }),
    run: (updates) => runInRounds(updates, keyOf, write, { clock, repeatForMs, aside }),
  });
}

// Writes to the rows of accounts, many of them in one statement. Writes of one account keep their order, and an account that
// another statement has locked keeps no other waiting.
import type { Clock } from '../../../runtime/clock.ts';
import { createBatcher } from './batcher.ts';
import { LockQueue } from './lock_queue.ts';
import { runInRounds } from './rounds.ts';
import type { WriteRound } from './split_batch.ts';

/** How long a write is repeated while the database is away, in milliseconds; then the device or carrier repeats it. */
const repeatForMs = 8_000;

interface AccountWritesOptions<In, Out> {
  clock: Clock;
  /** Most items that wait or run. */
  maxItems: number;
  /** Two items with the same key are written one after the other, each in its own statement. */
  keyOf: (item: In) => string;
  write: WriteRound<In, Out>;
  onBatch?: ((size: number) => void) | undefined;
}

/** Opens the batchers. With `skip` an item waits for no lock: it is refused as busy where its account is locked. */
export function createAccountWrites<In extends { accountId: bigint }, Out>({
  clock,
  maxItems,
  keyOf,
  write,
  onBatch,
}: AccountWritesOptions<In, Out>): (item: In, atLock?: 'skip') => Promise<Out> {
  const queue = new LockQueue<In, Out>({
    clock,
    ownerOf: ({ accountId }) => String(accountId),
    keyOf,
    write,
  });
  const bounds = { maxBatch: 500, maxItems, onBatch };
  const take = createBatcher<In, Out>({
    ...bounds,
    run: (items) => runInRounds(items, keyOf, write, { clock, repeatForMs, queue }),
  });
  const takeUnlocked = createBatcher<In, Out>({
    ...bounds,
    run: (items) => runInRounds(items, keyOf, (some) => write(some, 'skip'), { clock, repeatForMs: 0 }),
  });
  return (item, atLock) => (atLock === 'skip' ? takeUnlocked : take)(item);
}

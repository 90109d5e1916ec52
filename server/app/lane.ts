// Grouping: what arrives while the previous batch runs becomes the next one, so that a busy core writes few large
// statements and an idle one answers at once. No timer delays anything.
import DataLoader from 'dataloader';
import type { Clock } from '../clock.ts';
import { unavailable } from '../errors.ts';
import { DatabaseUnavailable } from '../store/driver.ts';

/** What became of an item: its result, an Error when it failed alone, or a promise of one that holds up no batch. */
export type Answer<Out> = Out | Error | Promise<Out>;

/** Runs a batch; returns one answer per item, in order. */
export type RunBatch<In, Out> = (items: readonly In[]) => Promise<Answer<Out>[]>;

export interface LaneOptions<In, Out> {
  /** Most items in a batch. */
  maxBatch: number;
  /** Most items that wait or run; beyond it an item is refused as unavailable. */
  maxWaiting: number;
  run: RunBatch<In, Out>;
  /** Told of each batch's size. */
  onBatch?: (size: number) => void;
}

/** A lane: give it an item, get its result. */
export type Lane<In, Out> = (item: In) => Promise<Out>;

/** Opens a lane with one batch in flight. */
export function createLane<In, Out>({
  maxBatch,
  maxWaiting,
  run,
  onBatch,
}: LaneOptions<In, Out>): Lane<In, Out> {
  const ready: (() => void)[] = [];
  let busy = false;
  let waiting = 0;

  const next = () => {
    const start = ready.shift();
    busy = start !== undefined;
    start?.();
  };

  const loader = new DataLoader<In, Out>(
    async (items) => {
      onBatch?.(items.length);
      try {
        // The loader resolves an item with its answer, and so follows a promise that is one.
        return (await run(items)) as (Out | Error)[];
      } finally {
        waiting -= items.length;
        next();
      }
    },
    {
      cache: false,
      maxBatchSize: maxBatch,
      // The loader asks once per batch; the answer is: when the one before has returned.
      batchScheduleFn: (start) => {
        ready.push(start);
        if (busy) return;
        busy = true;
        setImmediate(next);
      },
    },
  );

  return (item) => {
    if (waiting >= maxWaiting)
      return Promise.reject(unavailable('too many requests wait; try again shortly'));
    waiting++;
    return loader.load(item);
  };
}

/** A pause between two tries while the database is away, in milliseconds. */
export const repeatPauseMs = 150;

/**
 * Runs a statement again while the database is away, for at most `repeatForMs`. Only for work that is the same when
 * done twice: what was not answered may have been committed.
 */
export async function whileDatabaseIsAway<Out>(
  clock: Clock,
  repeatForMs: number,
  work: () => Promise<Out>,
): Promise<Out> {
  const deadlineMs = clock.nowMs() + repeatForMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || clock.nowMs() >= deadlineMs) throw error;
      await new Promise<void>((resolve) => clock.setTimeout(resolve, repeatPauseMs));
    }
  }
}

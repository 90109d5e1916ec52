// Batches towards the core: several may be in flight, and an item that could not leave in time is refused.
import { type Answer, type Batcher, createBatcher, type Gate } from '../../runtime/batcher.ts';
import type { CancelTimer, Clock } from '../../runtime/clock.ts';
import { unavailable } from '../errors/errors.ts';

/** Runs a batch; returns one answer for each item, in order. */
export type RunBatch<In, Out> = (items: In[]) => Promise<Answer<Out>[]>;

/** The bounds of a batcher. */
export interface CoreBatching {
  /** Most items in a batch. */
  maxBatch: number;
  /** Most batches that run at once. */
  maxInFlight: number;
  /** While another batch runs, a batch leaves only with this many items: an RPC costs too much for a few. */
  worthAnother: number;
  /** Once a batch has been in flight for this long, no item waits for it any more: even a few may leave beside it. */
  lateMs: number;
  /** Most items that wait or run; beyond it an item is refused as unavailable. */
  maxItems: number;
  /** An item whose batch could not leave within this time is refused as unavailable; it was never sent. */
  maxWaitMs: number;
  clock: Clock;
  /** Called with each batch's size. */
  onBatch?: (size: number) => void;
}

function severalAtOnce({ maxBatch, maxInFlight, worthAnother, lateMs, clock }: CoreBatching): Gate {
  let newestLeftMs = 0;
  let cancelWatch: CancelTimer | undefined;
  return {
    mayLeave(inFlight, waiting) {
      if (inFlight === 0) return true;
      if (inFlight >= maxInFlight) return false;
      return waiting >= Math.min(worthAnother, maxBatch) || clock.nowMs() - newestLeftMs >= lateMs;
    },
    onLeave() {
      newestLeftMs = clock.nowMs();
      cancelWatch?.();
      cancelWatch = undefined;
    },
    /** Looks again when the batches in flight are late; one timer at a time, and none while no item waits. */
    onDelayed(inFlight, look) {
      if (cancelWatch || inFlight >= maxInFlight) return;
      const dueMs = Math.max(newestLeftMs + lateMs - clock.nowMs(), 1);
      cancelWatch = clock.setTimeout(() => {
        cancelWatch = undefined;
        look();
      }, dueMs);
    },
  };
}

interface Entry<In> {
  item: In;
  enteredMs: number;
}

/** Makes a batcher. */
export function createCoreBatcher<In, Out>(
  options: CoreBatching & { run: RunBatch<In, Out> },
): Batcher<In, Out> {
  const { maxBatch, maxItems, maxWaitMs, clock, onBatch } = options;

  const run = async (entries: readonly Entry<In>[]): Promise<Answer<Out>[]> => {
    const oldestMs = clock.nowMs() - maxWaitMs;
    // Entries are in order of arrival: the stale ones, if any, come first.
    const fresh = entries.findIndex(({ enteredMs }) => enteredMs >= oldestMs);
    const stale = fresh === -1 ? entries.length : fresh;
    const refused = Array.from({ length: stale }, unavailable);
    if (stale === entries.length) return refused;
    const batch = entries.slice(stale).map(({ item }) => item);
    onBatch?.(batch.length);
    const results = await options.run(batch);
    return stale === 0 ? results : [...refused, ...results];
  };

  const batcher = createBatcher<Entry<In>, Out>({
    maxBatch,
    maxItems,
    refusal: unavailable,
    gate: severalAtOnce(options),
    run,
  });
  return (item) => batcher({ item, enteredMs: clock.nowMs() });
}

/** The results of a batch. A core that answers too few or too many cannot be trusted about any of them: UNAVAILABLE. */
export function oneEach<Out>(items: readonly unknown[], results: Out[]): Out[] {
  if (results.length !== items.length) throw unavailable();
  return results;
}

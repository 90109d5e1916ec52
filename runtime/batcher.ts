// Grouping: what arrives while a batch runs becomes the next one, so that a busy process makes few large calls and an idle
// one calls at once. No timer delays anything.
import DataLoader from 'dataloader';

/** The outcome of an item: its result, an Error when only this item failed, or a promise that no batch waits for. */
export type Answer<Out> = Out | Error | Promise<Out>;

/** Runs a batch; returns one answer for each item, in order. */
export type RunBatch<In, Out> = (items: readonly In[]) => Promise<Answer<Out>[]>;

/** When a batch may leave. */
export interface Gate {
  /** Whether one may leave beside those that are in flight; `waiting` are the items that it could take. */
  mayLeave(inFlight: number, waiting: number): boolean;
  /** A batch leaves. */
  onLeave?(): void;
  /** Items wait although a further batch might fit in; `look` looks again. */
  onDelayed?(inFlight: number, look: () => void): void;
}

/** One batch at a time. */
const oneAtATime: Gate = { mayLeave: (inFlight) => inFlight === 0 };

interface BatcherOptions<In, Out> {
  /** Most items in a batch. */
  maxBatch: number;
  /** Most items that wait or run; beyond it an item is refused. */
  maxItems: number;
  /** The error that an item is refused with. */
  refusal: () => Error;
  /** One batch at a time when left out. */
  gate?: Gate;
  run: RunBatch<In, Out>;
}

/** Takes an item and resolves with its result. */
export type Batcher<In, Out> = (item: In) => Promise<Out>;

/** Makes a batcher. */
export function createBatcher<In, Out>(options: BatcherOptions<In, Out>): Batcher<In, Out> {
  const { maxBatch, maxItems, refusal, gate = oneAtATime, run } = options;
  const ready: (() => void)[] = [];
  let inFlight = 0;
  let items = 0;
  let running = 0;
  let isArmed = false;

  const mayLeave = () => gate.mayLeave(inFlight, items - running);

  const arm = () => {
    if (isArmed || ready.length === 0) return;
    if (!mayLeave()) return gate.onDelayed?.(inFlight, arm);
    isArmed = true;
    // Not before everything that the process has already received had a chance to join.
    setImmediate(pump);
  };

  const pump = () => {
    isArmed = false;
    while (ready.length > 0 && mayLeave()) {
      inFlight++;
      gate.onLeave?.();
      ready.shift()?.();
    }
    // The state that decides may have changed since the batch was armed: look again.
    if (ready.length > 0) gate.onDelayed?.(inFlight, arm);
  };

  const loader = new DataLoader<In, Out>(
    async (batch) => {
      running += batch.length;
      try {
        // The loader resolves an item with its answer, and so follows a promise that is one.
        return (await run(batch)) as (Out | Error)[];
      } finally {
        items -= batch.length;
        running -= batch.length;
        inFlight--;
        pump();
      }
    },
    {
      cache: false,
      maxBatchSize: maxBatch,
      // The loader asks once per batch, with its first item.
      batchScheduleFn: (start) => ready.push(start),
    },
  );

  return (item) => {
    if (items >= maxItems) return Promise.reject(refusal());
    items++;
    const result = loader.load(item);
    arm();
    return result;
  };
}

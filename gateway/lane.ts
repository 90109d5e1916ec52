// Grouping: what arrives while the previous batches run becomes the next one, so that a busy gateway asks the core
// with few large RPCs and an idle one asks at once. No timer delays anything.
import DataLoader from 'dataloader';
import type { Clock } from './clock.ts';
import { unavailable } from './errors.ts';

/** Runs a batch; answers one result per item, in order, an Error for an item that failed alone. */
export type RunBatch<In, Out> = (items: In[]) => Promise<(Out | Error)[]>;

export interface LaneOptions<In, Out> {
  /** Most items in a batch. */
  maxBatch: number;
  /** Most batches that run at once. */
  maxInFlight: number;
  /** Most items that wait or run; beyond it an item is refused as unavailable. */
  maxItems: number;
  /** An item whose batch could not leave within this time is refused as unavailable; it was never sent. */
  maxWaitMs: number;
  clock: Clock;
  run: RunBatch<In, Out>;
  /** Told of each batch's size. */
  onBatch?: (size: number) => void;
}

/** A lane: give it an item, get its result. */
export type Lane<In, Out> = (item: In) => Promise<Out>;

interface Entry<In> {
  item: In;
  enteredMs: number;
}

/** Opens a lane. */
export function createLane<In, Out>(options: LaneOptions<In, Out>): Lane<In, Out> {
  const { maxBatch, maxInFlight, maxItems, maxWaitMs, clock, onBatch } = options;
  const ready: (() => void)[] = [];
  let inFlight = 0;
  let armed = false;
  let items = 0;

  const pump = () => {
    armed = false;
    while (inFlight < maxInFlight) {
      const start = ready.shift();
      if (!start) return;
      inFlight++;
      start();
    }
  };

  const run = async (entries: readonly Entry<In>[]): Promise<(Out | Error)[]> => {
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

  const loader = new DataLoader<Entry<In>, Out>(
    async (entries) => {
      try {
        return await run(entries);
      } finally {
        items -= entries.length;
        inFlight--;
        pump();
      }
    },
    {
      cache: false,
      maxBatchSize: maxBatch,
      // The loader asks once per batch; the answer is: as soon as fewer than maxInFlight run, and not before all
      // requests that the process has already received had a chance to join.
      batchScheduleFn: (start) => {
        ready.push(start);
        if (armed || inFlight >= maxInFlight) return;
        armed = true;
        setImmediate(pump);
      },
    },
  );

  return (item) => {
    if (items >= maxItems) return Promise.reject(unavailable());
    items++;
    return loader.load({ item, enteredMs: clock.nowMs() });
  };
}

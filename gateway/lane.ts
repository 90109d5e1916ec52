// Grouping: what arrives while the previous batches run becomes the next one, so that a busy gateway asks the core
// with few large RPCs and an idle one asks at once. No timer delays anything.
import DataLoader from 'dataloader';
import type { Clock } from './clock.ts';
import { unavailable } from './errors.ts';

/**
 * Runs a batch; answers one result per item, in order: an Error for an item that failed alone, a promise for one whose
 * result holds up nobody else's.
 */
export type RunBatch<In, Out> = (items: In[]) => Promise<(Out | Error | Promise<Out>)[]>;

export interface LaneOptions<In, Out> {
  /** Most items in a batch. */
  maxBatch: number;
  /** Most batches that run at once. */
  maxInFlight: number;
  /** A batch leaves while another runs only with this many items: each RPC has a price that few items share badly. */
  worthAnother: number;
  /** A batch that has been in flight for so long keeps nobody waiting for it: few items may leave beside it, too. */
  lateMs: number;
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
  const { maxBatch, maxInFlight, worthAnother, lateMs, maxItems, maxWaitMs, clock, onBatch } = options;
  const ready: (() => void)[] = [];
  let inFlight = 0;
  let armed = false;
  let items = 0;
  let running = 0;
  let newestLeftMs = 0;
  let watchesLate = false;

  const mayLeave = () => {
    if (inFlight === 0) return true;
    if (inFlight >= maxInFlight) return false;
    return items - running >= Math.min(worthAnother, maxBatch) || clock.nowMs() - newestLeftMs >= lateMs;
  };

  /** Looks again when the batches in flight are late; one timer at a time, and none while nobody waits. */
  const watchLate = () => {
    if (watchesLate) return;
    watchesLate = true;
    clock.setTimeout(
      () => {
        watchesLate = false;
        if (ready.length > 0) arm();
      },
      Math.max(newestLeftMs + lateMs - clock.nowMs(), 1),
    );
  };

  const arm = () => {
    if (armed) return;
    if (!mayLeave()) {
      if (inFlight < maxInFlight) watchLate();
      return;
    }
    armed = true;
    // Not before all requests that the process has already received had a chance to join.
    setImmediate(pump);
  };

  const pump = () => {
    armed = false;
    while (mayLeave()) {
      const start = ready.shift();
      if (!start) return;
      inFlight++;
      newestLeftMs = clock.nowMs();
      start();
    }
  };

  const run = async (entries: readonly Entry<In>[]): Promise<(Out | Error | Promise<Out>)[]> => {
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
      running += entries.length;
      try {
        // The loader resolves an item with its result, and so follows a promise that is one.
        return (await run(entries)) as (Out | Error)[];
      } finally {
        items -= entries.length;
        running -= entries.length;
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
    if (items >= maxItems) return Promise.reject(unavailable());
    items++;
    const result = loader.load({ item, enteredMs: clock.nowMs() });
    arm();
    return result;
  };
}

// Batches towards the core: several may be in flight, and an item that could not leave in time is refused.
import { type Answer, type Batcher, createBatcher, type Gate } from '../../runtime/batcher.ts';
import type { Clock } from '../../runtime/clock.ts';
import { unavailable } from '../edge/errors.ts';

/** Runs a batch; returns one answer for each item, in order. */
export type RunBatch<In, Out> = (items: In[]) => Promise<Answer<Out>[]>;

/** What batchers know of each other's batches when they share what runs at once: one for each replica of the core. */
export class Neighbours {
  inFlight = 0;
  newestLeftMs = 0;
  readonly #looks = new Set<() => void>();

  /** Looks again when a batch of any of them has come back. */
  lookLater(look: () => void): void {
    this.#looks.add(look);
  }

  onBack(): void {
    this.inFlight--;
    const looks = [...this.#looks];
    this.#looks.clear();
    for (const look of looks) look();
  }
}

interface CoreBatcherOptions<In, Out> {
  /** Those that it keeps step with; itself alone when left out. */
  neighbours?: Neighbours;
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
  /** Called with each batch's size. */
  onBatch?: (size: number) => void;
}

type GateOptions = Pick<
  CoreBatcherOptions<never, never>,
  'maxBatch' | 'maxInFlight' | 'worthAnother' | 'lateMs' | 'clock'
>;

function severalAtOnce(
  { maxBatch, maxInFlight, worthAnother, lateMs, clock }: GateOptions,
  neighbours: Neighbours,
): Gate {
  let isWatched = false;
  return {
    mayLeave(inFlight, waiting) {
      if (neighbours.inFlight === 0) return true;
      if (inFlight >= maxInFlight) return false;
      // Beside a neighbour's batch half as many will do: the two keep two replicas busy.
      const worth = inFlight === 0 ? worthAnother / 2 : worthAnother;
      return waiting >= Math.min(worth, maxBatch) || clock.nowMs() - neighbours.newestLeftMs >= lateMs;
    },
    onLeave() {
      neighbours.inFlight++;
      neighbours.newestLeftMs = clock.nowMs();
    },
    /** Looks again when a batch is back or those in flight are late; one timer at a time, and none while nobody waits. */
    onDelayed(inFlight, look) {
      neighbours.lookLater(look);
      if (isWatched || inFlight >= maxInFlight) return;
      isWatched = true;
      const dueMs = Math.max(neighbours.newestLeftMs + lateMs - clock.nowMs(), 1);
      clock.setTimeout(() => {
        isWatched = false;
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
export function createCoreBatcher<In, Out>(options: CoreBatcherOptions<In, Out>): Batcher<In, Out> {
  const { maxBatch, maxItems, maxWaitMs, clock, onBatch, neighbours = new Neighbours() } = options;

  const runFresh = async (entries: readonly Entry<In>[]): Promise<Answer<Out>[]> => {
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

  const run = (entries: readonly Entry<In>[]) => runFresh(entries).finally(() => neighbours.onBack());

  const batcher = createBatcher<Entry<In>, Out>({
    maxBatch,
    maxItems,
    refusal: unavailable,
    gate: severalAtOnce(options, neighbours),
    run,
  });
  return (item) => batcher({ item, enteredMs: clock.nowMs() });
}

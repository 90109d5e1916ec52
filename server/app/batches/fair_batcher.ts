// Grouping with fair turns: what many owners ask for is worked on in batches, one at a time. Each owner that waits has an item in the
// next batch before any has a second one, so that one that asks for much keeps no other waiting.
import { unavailable } from '../../errors.ts';
import type { Answer } from './batcher.ts';

interface FairBatcherOptions<In, Out> {
  ownerOf: (item: In) => string;
  /** What an item takes of a batch and of the bounds: 1 to `maxBatch`. */
  sizeOf: (item: In) => number;
  maxBatch: number;
  /** The most that waits, of one owner and of all; an item beyond it is refused as unavailable. */
  maxOfOwner: number;
  maxWaiting: number;
  /** Returns one answer for each item, in order. */
  run: (items: readonly In[]) => Promise<Answer<Out>[]>;
}

interface Waiting<In, Out> {
  item: In;
  size: number;
  settle: (answer: Answer<Out>) => void;
}

interface OwnersQueue<In, Out> {
  entries: Waiting<In, Out>[];
  size: number;
}

export class FairBatcher<In, Out> {
  readonly #options: FairBatcherOptions<In, Out>;
  /** The owners in the order of their turns. */
  readonly #queues = new Map<string, OwnersQueue<In, Out>>();
  #size = 0;
  #isRunning = false;

  constructor(options: FairBatcherOptions<In, Out>) {
    this.#options = options;
  }

  /** Resolves with the item's result. */
  take(item: In): Promise<Out> {
    const { ownerOf, sizeOf, maxOfOwner, maxWaiting } = this.#options;
    const [owner, size] = [ownerOf(item), sizeOf(item)];
    const queue = this.#queues.get(owner) ?? { entries: [], size: 0 };
    if (queue.size + size > maxOfOwner || this.#size + size > maxWaiting)
      return Promise.reject(unavailable('too many requests wait; try again shortly'));
    return new Promise((resolve, reject) => {
      const settle = (answer: Answer<Out>) => (answer instanceof Error ? reject(answer) : resolve(answer));
      queue.entries.push({ item, size, settle });
      queue.size += size;
      this.#size += size;
      this.#queues.set(owner, queue);
      if (this.#isRunning) return;
      this.#isRunning = true;
      // Not before everything that the process has already received had a chance to join.
      setImmediate(() => void this.#run());
    });
  }

  async #run(): Promise<void> {
    while (this.#queues.size > 0) {
      const batch = this.#nextBatch();
      try {
        const answers = await this.#options.run(batch.map(({ item }) => item));
        for (const [index, { settle }] of batch.entries()) settle(answers[index] as Answer<Out>);
      } catch (error) {
        for (const { settle } of batch) settle(error as Error);
      }
    }
    this.#isRunning = false;
  }

  /** An owner whose next item does not fit is the first of the next batch. */
  #nextBatch(): Waiting<In, Out>[] {
    const batch: Waiting<In, Out>[] = [];
    let left = this.#options.maxBatch;
    let waiting = [...this.#queues.keys()];
    while (waiting.length > 0 && left > 0)
      waiting = waiting.filter((owner) => {
        const queue = this.#queues.get(owner) as OwnersQueue<In, Out>;
        const [next] = queue.entries;
        if (next === undefined || next.size > left) return false;
        queue.entries.shift();
        queue.size -= next.size;
        this.#size -= next.size;
        left -= next.size;
        batch.push(next);
        this.#queues.delete(owner);
        if (queue.entries.length > 0) this.#queues.set(owner, queue);
        return queue.entries.length > 0;
      });
    return batch;
  }
}

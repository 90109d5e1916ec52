// A queue of items whose rows another statement has locked. Each owner's items keep their order and wait for that owner
// alone. The queue tries all owners with a statement that waits for no lock. When none of them is free, one owner waits
// for its lock in PostgreSQL's own queue.
import type { Clock } from '../../../runtime/clock.ts';
import { pause } from '../../../runtime/pause.ts';
import { busy } from '../../errors.ts';
import { DatabaseUnavailable } from '../../store/postgres/driver.ts';
import type { AtLock } from '../../store/postgres/locking.ts';
import type { Answer } from './batcher.ts';
import { isolateFailures, roundsByKey, type WriteRound } from './split_batch.ts';
import { repeatPauseMs } from './while_database_is_away.ts';

/** Most items that one try takes. */
const maxBatch = 500;
/** Most items of one owner that wait, and of all owners. */
const maxOfOwner = 1_000;
const maxItems = 10_000;
/** How long an item waits unless said otherwise, in milliseconds; then its sender repeats it. */
const usualPatienceMs = 8_000;

interface LockQueueOptions<In, Out> {
  clock: Clock;
  /** The owner of the rows that an item needs. */
  ownerOf: (item: In) => string;
  /** Items with the same key are never written in one statement. */
  keyOf: (item: In) => string | null;
  write: WriteRound<In, Out>;
  /** Whether an item may be written again when nobody knows whether it was; all unless given. */
  isRepeatable?: (item: In) => boolean;
  /** Whether an item may wait at all; one that may not is refused at once. All unless given. */
  mayWait?: (item: In) => boolean;
  /** How long an item waits before it is refused as unavailable, in milliseconds; then nothing of it was done. */
  patienceMs?: number;
}

interface Waiting<In, Out> {
  item: In;
  untilMs: number;
  settle: (answer: Answer<Out>) => void;
}

/** One for each kind of item. */
export class LockQueue<In, Out> {
  readonly #options: LockQueueOptions<In, Out>;
  /** The owners in the order in which they are tried next. */
  readonly #queues = new Map<string, Waiting<In, Out>[]>();
  #items = 0;
  #isRunning = false;

  constructor(options: LockQueueOptions<In, Out>) {
    this.#options = options;
  }

  /** True while nothing waits. */
  get isEmpty(): boolean {
    return this.#queues.size === 0;
  }

  /** Queues the items whose owner already has items waiting, which they must not overtake. Returns the others. */
  takeBehindWaiting(items: readonly In[], results: Map<In, Answer<Out>>): readonly In[] {
    if (this.isEmpty) return items;
    return items.filter((item) => {
      if (!this.#queues.has(this.#options.ownerOf(item))) return true;
      results.set(item, this.take(item));
      return false;
    });
  }

  /** Resolves with the item's result. Rejects as unavailable when its rows stay locked, or too many wait. */
  take(item: In): Promise<Out> {
    const { ownerOf, clock, mayWait = () => true, patienceMs = usualPatienceMs } = this.#options;
    const owner = ownerOf(item);
    const queue = this.#queues.get(owner) ?? [];
    const taken = new Promise<Out>((resolve, reject) => {
      if (!mayWait(item) || queue.length >= maxOfOwner || this.#items >= maxItems) {
        reject(busy());
        return;
      }
      const settle = (answer: Answer<Out>) => (answer instanceof Error ? reject(answer) : resolve(answer));
      queue.push({ item, untilMs: clock.nowMs() + patienceMs, settle });
      this.#items++;
      this.#queues.set(owner, queue);
    });
    // If its batch fails as a whole, nobody waits for this item's result.
    taken.catch(() => {});
    void this.#run();
    return taken;
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    while (!this.isEmpty) {
      let outcome = await this.#try(maxBatch, 'skip');
      if (outcome === 'locked' && !this.isEmpty) outcome = await this.#try(1, 'wait');
      if (outcome === 'away') await pause(this.#options.clock, repeatPauseMs);
      this.#refuseLate();
    }
    this.#isRunning = false;
  }

  #refuseLate(): void {
    const nowMs = this.#options.clock.nowMs();
    for (const queue of this.#queues.values())
      for (const entry of queue.filter(({ untilMs }) => untilMs <= nowMs)) this.#end(entry, busy());
  }

  /** The next owners; they go to the end of the line. */
  #nextOwners(most: number): string[] {
    const owners = [...this.#queues.keys()].slice(0, most);
    for (const owner of owners) {
      const queue = this.#queues.get(owner) as Waiting<In, Out>[];
      this.#queues.delete(owner);
      this.#queues.set(owner, queue);
    }
    return owners;
  }

  /** Writes items of up to `most` owners, the same number for each. */
  async #try(most: number, atLock: AtLock): Promise<'written' | 'locked' | 'away'> {
    const owners = this.#nextOwners(most);
    const mostOfOwner = Math.floor(maxBatch / owners.length);
    const entries = new Map<In, Waiting<In, Out>>();
    for (const owner of owners)
      for (const entry of this.#queues.get(owner)?.slice(0, mostOfOwner) ?? [])
        entries.set(entry.item, entry);
    const { ownerOf, keyOf, write, isRepeatable = () => true } = this.#options;
    const locked = new Set<string>();
    let outcome: 'written' | 'locked' = 'locked';
    for (const items of roundsByKey([...entries.keys()], keyOf)) {
      // A later item of an owner must not overtake a locked one.
      const round = items.filter((item) => !locked.has(ownerOf(item)));
      if (round.length === 0) continue;
      const answers = await isolateFailures(round, (some) => write(some, atLock));
      let isAway = false;
      for (const [index, item] of round.entries()) {
        const answer = answers[index] as (typeof answers)[number];
        if (answer === 'locked') locked.add(ownerOf(item));
        else if (answer instanceof DatabaseUnavailable && isRepeatable(item)) isAway = true;
        else {
          this.#end(entries.get(item) as Waiting<In, Out>, answer);
          outcome = 'written';
        }
      }
      if (isAway) return 'away';
    }
    return outcome;
  }

  #end(entry: Waiting<In, Out>, answer: Answer<Out>): void {
    const owner = this.#options.ownerOf(entry.item);
    const queue = this.#queues.get(owner) ?? [];
    const index = queue.indexOf(entry);
    if (index >= 0) {
      queue.splice(index, 1);
      this.#items--;
    }
    if (queue.length === 0) this.#queues.delete(owner);
    entry.settle(answer);
  }
}

// Where items wait whose rows another statement has locked for longer than a moment. Each owner's items keep their
// order and wait for that owner only; everybody else's go on. Which rows are free again is asked with a statement that
// waits for nothing; when none is, one owner at a time stands in PostgreSQL's own queue for its lock.

import type { Clock } from '../../../runtime/clock.ts';
import { pause } from '../../../runtime/pause.ts';
import { untouched } from '../../errors.ts';
import { DatabaseUnavailable, isLockTimeout } from '../../store/database/driver.ts';
import type { Answer } from './batcher.ts';
import { isolateFailures, roundsByKey, type WriteRound } from './split_batch.ts';
import { repeatPauseMs } from './while_database_is_away.ts';

/** Most items that one try takes. */
const maxBatch = 500;
/** Most items of one owner that wait, and of all owners. */
const maxOfOwner = 1_000;
const maxItems = 10_000;

export interface AsideOptions<In, Out> {
  clock: Clock;
  /** The owner of the rows that an item needs. */
  ownerOf: (item: In) => string;
  /** Those of the items' owners whose rows are locked now; waits for no lock. */
  findLocked: (items: readonly In[]) => Promise<ReadonlySet<string>>;
  /** Items of one key are never written in one statement. */
  keyOf: (item: In) => string | null;
  write: WriteRound<In, Out>;
  /** Whether an item may be written again when nobody knows whether it was; all unless given. */
  isRepeatable?: (item: In) => boolean;
  /** Whether an item may wait at all; one that may not is refused at once. All unless given. */
  mayWait?: (item: In) => boolean;
  /** How long an item waits before it is refused as unavailable, in milliseconds; nothing of it was done then. */
  patienceMs: number;
}

interface Waiting<In, Out> {
  item: In;
  untilMs: number;
  settle: (answer: Answer<Out>) => void;
}

export class Aside<In, Out> {
  readonly #options: AsideOptions<In, Out>;
  /** The owners in the order in which they stand in PostgreSQL's queue next. */
  readonly #queues = new Map<string, Waiting<In, Out>[]>();
  #items = 0;
  #running = false;

  constructor(options: AsideOptions<In, Out>) {
    this.#options = options;
  }

  /** True while nobody waits. */
  get isEmpty(): boolean {
    return this.#queues.size === 0;
  }

  /** Takes the items whose owner's wait already: they must not overtake them. Returns the others. */
  takeBehindWaiting(items: readonly In[], results: Map<In, Answer<Out>>): readonly In[] {
    if (this.isEmpty) return items;
    return items.filter((item) => {
      if (!this.#queues.has(this.#options.ownerOf(item))) return true;
      results.set(item, this.#take(item));
      return false;
    });
  }

  /** Takes those of the items whose rows are locked, or all. Returns the others: their rows are free again. */
  async takeLocked(items: readonly In[], results: Map<In, Answer<Out>>, all: boolean): Promise<In[]> {
    const { ownerOf } = this.#options;
    const locked = await this.#findLocked(items);
    return items.filter((item) => {
      if (!all && !locked.has(ownerOf(item))) return true;
      results.set(item, this.#take(item));
      return false;
    });
  }

  /** Resolves with the item's result. Rejects as unavailable when its rows stay locked, or too many wait. */
  #take(item: In): Promise<Out> {
    const { ownerOf, clock, patienceMs, mayWait = () => true } = this.#options;
    const owner = ownerOf(item);
    const queue = this.#queues.get(owner) ?? [];
    const taken = new Promise<Out>((resolve, reject) => {
      if (!mayWait(item) || queue.length >= maxOfOwner || this.#items >= maxItems) {
        reject(isLocked());
        return;
      }
      const settle = (answer: Answer<Out>) => (answer instanceof Error ? reject(answer) : resolve(answer));
      queue.push({ item, untilMs: clock.nowMs() + patienceMs, settle });
      this.#items++;
      this.#queues.set(owner, queue);
    });
    // A batch that failed as a whole may have nobody who hears of it.
    taken.catch(() => {});
    void this.#run();
    return taken;
  }

  /** The owners that are locked; none when the database does not say so. */
  async #findLocked(items: readonly In[]): Promise<ReadonlySet<string>> {
    try {
      return await this.#options.findLocked(items);
    } catch {
      return new Set();
    }
  }

  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    while (!this.isEmpty) {
      const free = await this.#findFree();
      const isAway = free.length > 0 ? await this.#try(free) : await this.#tryNext();
      if (isAway) await pause(this.#options.clock, repeatPauseMs);
      this.#refuseLate();
    }
    this.#running = false;
  }

  #refuseLate(): void {
    const nowMs = this.#options.clock.nowMs();
    for (const [owner, queue] of this.#queues) {
      const late = queue.filter(({ untilMs }) => untilMs <= nowMs);
      if (late.length === 0) continue;
      for (const { settle } of late) settle(isLocked());
      this.#items -= late.length;
      this.#keep(
        owner,
        queue.filter(({ untilMs }) => untilMs > nowMs),
      );
    }
  }

  #keep(owner: string, queue: Waiting<In, Out>[]): void {
    if (queue.length > 0) this.#queues.set(owner, queue);
    else this.#queues.delete(owner);
  }

  /** The owners whose rows are free now; none when the database does not say so. */
  async #findFree(): Promise<string[]> {
    const owners = [...this.#queues];
    const first = owners.map(([, queue]) => (queue[0] as Waiting<In, Out>).item);
    try {
      const locked = await this.#options.findLocked(first);
      return owners.map(([owner]) => owner).filter((owner) => !locked.has(owner));
    } catch {
      return [];
    }
  }

  /** Lets one owner wait for its lock, as long as a statement may. Returns whether the database is away. */
  async #tryNext(): Promise<boolean> {
    const [next] = this.#queues;
    if (!next) return false;
    const [owner, queue] = next;
    const isAway = await this.#try([owner]);
    if (this.#queues.get(owner) === queue) {
      this.#queues.delete(owner);
      this.#queues.set(owner, queue);
    }
    return isAway;
  }

  /** Writes what waits for these owners. Returns whether the database is away. */
  async #try(owners: readonly string[]): Promise<boolean> {
    const entries = new Map<In, Waiting<In, Out>>();
    for (const owner of owners) {
      const capacity = maxBatch - entries.size;
      for (const entry of (this.#queues.get(owner) ?? []).slice(0, capacity)) entries.set(entry.item, entry);
    }
    const { keyOf, write, isRepeatable = () => true } = this.#options;
    for (const round of roundsByKey([...entries.keys()], keyOf)) {
      const answers = await isolateFailures(round, write);
      for (const [index, item] of round.entries()) {
        const answer = answers[index] as Answer<Out>;
        const mayRepeat = answer instanceof DatabaseUnavailable && isRepeatable(item);
        if (!mayRepeat && !isLockTimeout(answer)) this.#end(entries.get(item) as Waiting<In, Out>, answer);
      }
      // What comes after these in their owners' queues must not overtake them.
      if (answers.some((answer) => answer instanceof DatabaseUnavailable)) return true;
      if (answers.some(isLockTimeout)) return false;
    }
    return false;
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

const isLocked = () => untouched('the account is busy; try again shortly');

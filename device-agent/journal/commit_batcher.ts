// The only way to write to the journal. Changes that arrive in one turn of the event loop are committed, and
// fsynced, together. A journal that cannot be written stops the agent: a promise made without it is worthless.
import type { DatabaseSync } from 'node:sqlite';

/** Most changes in one transaction. */
const maxBatch = 1_000;

interface Change {
  run: () => unknown;
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
}

/** Groups changes into durable transactions, in the order in which they were asked for. */
export class CommitBatcher {
  readonly #db: DatabaseSync;
  readonly #onBroken: (error: unknown) => void;
  #queue: Change[] = [];
  #scheduled = false;
  #closed = false;

  /** `onBroken` is called once, when a transaction fails; nothing is written after that. */
  constructor(db: DatabaseSync, onBroken: (error: unknown) => void) {
    this.#db = db;
    this.#onBroken = onBroken;
  }

  /**
   * Runs `change`, which must be synchronous, in a transaction, and resolves with its result once that is
   * durable. Rejects when the journal is closed or broken; then nothing of it was written.
   */
  write<T>(change: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#closed) return reject(new Error('the journal is closed'));
      this.#queue.push({ run: change, resolve, reject });
      this.#schedule();
    });
  }

  /** Commits what is waiting, then takes no more. */
  close(): void {
    while (this.#queue.length > 0) this.#flush();
    this.#closed = true;
  }

  /** Takes no more, and drops what is waiting, as a power cut would. */
  abandon(error: unknown): void {
    this.#closed = true;
    const dropped = this.#queue;
    this.#queue = [];
    for (const change of dropped) change.reject(error);
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#flush();
    });
  }

  #flush(): void {
    const batch = this.#queue.splice(0, maxBatch);
    if (batch.length === 0) return;
    const results: unknown[] = [];
    try {
      this.#db.exec('begin immediate');
      for (const change of batch) results.push(change.run());
      this.#db.exec('commit');
    } catch (error) {
      for (const change of batch) change.reject(error);
      this.abandon(error);
      this.#onBroken(error);
      return;
    }
    for (const [index, change] of batch.entries()) change.resolve(results[index] as never);
    if (this.#queue.length > 0) this.#schedule();
  }
}

// Runs work one after the other. Work that needs several commands in a row, such as choosing a memory and then reading
// it, must not be mixed with other work, and a modem is not asked for anything while it sends.

/** Most work that waits. It is never reached, because every caller has its own bound. */
const maxWaiting = 100;

/** A queue of turns. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** Does `work` when all earlier work has ended, however it ended. Throws when too much waits. */
  take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting >= maxWaiting) return Promise.reject(new Error('too many commands wait for the modem'));
    this.#waiting += 1;
    const turn = this.#last.then(work).finally(() => {
      this.#waiting -= 1;
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

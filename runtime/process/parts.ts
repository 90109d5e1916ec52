// The parts that a process has started. They are stopped in the reverse order, also when a start fails half-way.

/** Started parts, the last one on top. */
export class Parts {
  readonly #stack = new AsyncDisposableStack();
  #stopped: Promise<void> | undefined;

  /** Adds a part and how it is stopped. */
  add<Part>(part: Part, stop: (part: Part) => unknown): Part {
    return this.#stack.adopt(part, async (added) => {
      await stop(added);
    });
  }

  /** Adds a step of the stop. */
  atStop(step: () => unknown): void {
    this.#stack.defer(async () => {
      await step();
    });
  }

  /** Whether `stop` was called. */
  get isStopping(): boolean {
    return this.#stopped !== undefined;
  }

  /** Stops all parts, the last one first, one after the other. Safe twice. An error of one stops the others all the same. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stack.disposeAsync();
    return this.#stopped;
  }
}

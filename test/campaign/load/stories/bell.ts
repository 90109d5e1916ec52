// Wakes whoever waits for something when it has just happened: one at a time, those who waited longest first.

export class Bell {
  readonly #waiting = new Set<() => void>();

  ring(): void {
    const [first] = this.#waiting;
    first?.();
  }

  /** Resolves when it rings for this one, or to false when it has not by then. */
  next(withinMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isRung: boolean) => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve(isRung);
      };
      const wake = () => end(true);
      const timer = setTimeout(() => end(false), withinMs);
      this.#waiting.add(wake);
    });
  }
}

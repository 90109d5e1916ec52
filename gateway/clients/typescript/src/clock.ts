// Time, and chance for waits; a test gives others.

export interface Clock {
  nowMs(): number;
  /** Resolves after the time, or as soon as the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls back once after the time; returns what calls it off. */
  after(ms: number, run: () => void): () => void;
  /** A number from 0 up to 1. */
  random(): number;
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  random: () => Math.random(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  sleep(ms, signal) {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal?.addEventListener('abort', end, { once: true });
    });
  },
};

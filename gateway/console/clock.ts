// Time in the browser: the one place that reads it and sets timers.

/** The reader's clock, in milliseconds since 1970. */
export const nowMs = (): number => Date.now();

/** Calls once after a time, unless the returned function is called before. */
export function after(delayMs: number, call: () => void): () => void {
  const timer = setTimeout(call, delayMs);
  return () => clearTimeout(timer);
}

/** Resolves after a time; at once when the signal is given, and then. */
export const pause = (delayMs: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const cancel = after(delayMs, resolve);
    signal?.addEventListener('abort', () => {
      cancel();
      resolve();
    });
  });

// The only place that knows the time or sets a timer. Everything else is given a Clock, so that tests move time
// themselves instead of sleeping.

/** Ends a timer; safe to call twice and after it fired. */
export type CancelTimer = () => void;

/** Time as a process sees it. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  nowMs(): number;
  /** Calls `fn` once after `delayMs`. */
  setTimeout(fn: () => void, delayMs: number): CancelTimer;
  /** Calls `fn` every `periodMs`. */
  setInterval(fn: () => void, periodMs: number): CancelTimer;
}

/** Milliseconds since some moment of this process, whatever is done to the machine's clock. */
export const monotonicMs = (): number => performance.now();

/** The longest delay that the machine's timers know; they take a longer one for none at all. */
const longestDelayMs = 2 ** 31 - 1;

/**
 * The machine's clock. Its timers do not keep a process alive: what still waits is not what a process lives for. What it lives for
 * holds it, in process/process.ts and process/command.ts.
 */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  setTimeout(fn, delayMs) {
    let timer: NodeJS.Timeout;
    const wait = (leftMs: number) => {
      const nextMs = Math.min(leftMs, longestDelayMs);
      timer = setTimeout(() => (leftMs > nextMs ? wait(leftMs - nextMs) : fn()), nextMs).unref();
    };
    wait(delayMs);
    return () => clearTimeout(timer);
  },
  setInterval(fn, periodMs) {
    const timer = setInterval(fn, periodMs).unref();
    return () => clearInterval(timer);
  },
};

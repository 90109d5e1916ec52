// The only place of the agent that knows the time or sets a timer. Everything else is given a Clock, so that
// tests move time themselves instead of sleeping.

/** Ends a timer; safe to call twice and after it fired. */
export type CancelTimer = () => void;

/** Time as the agent sees it. */
export interface Clock {
  /** Milliseconds since the Unix epoch, by this machine; not the core's time (see core_time.ts). */
  nowMs(): number;
  /** Calls `fn` once after `delayMs`. */
  setTimeout(fn: () => void, delayMs: number): CancelTimer;
  /** Calls `fn` every `periodMs`. */
  setInterval(fn: () => void, periodMs: number): CancelTimer;
}

/** The machine's clock. Its timers keep the process alive: between two links nothing else would. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  setTimeout(fn, delayMs) {
    const timer = setTimeout(fn, delayMs);
    return () => clearTimeout(timer);
  },
  setInterval(fn, periodMs) {
    const timer = setInterval(fn, periodMs);
    return () => clearInterval(timer);
  },
};

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

/** The machine's clock; `settle` is done with each timer that is set. */
const machineClock = (settle: (timer: NodeJS.Timeout) => void): Clock => ({
  nowMs: () => Date.now(),
  setTimeout(fn, delayMs) {
    const timer = setTimeout(fn, delayMs);
    settle(timer);
    return () => clearTimeout(timer);
  },
  setInterval(fn, periodMs) {
    const timer = setInterval(fn, periodMs);
    settle(timer);
    return () => clearInterval(timer);
  },
});

/** The machine's clock. Its timers do not keep a process alive that is otherwise done. */
export const systemClock = machineClock((timer) => timer.unref());

/** The machine's clock for a process that has nothing but its timers between two connections: they keep it alive. */
export const holdingClock = machineClock(() => undefined);

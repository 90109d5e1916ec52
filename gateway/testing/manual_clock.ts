// A clock that moves only when a test says so. It starts at the real time, because deadlines of RPCs are kept by
// gRPC with the machine's clock.
import { type Clock, systemClock } from '../../runtime/clock.ts';

interface Timer {
  dueMs: number;
  periodMs: number | undefined;
  fn: () => void;
}

export interface ManualClock extends Clock {
  /** Moves time on, firing what falls due in order. */
  advance(byMs: number): void;
}

export function createManualClock(): ManualClock {
  const timers = new Set<Timer>();
  let nowMs = systemClock.nowMs();
  const add = (timer: Timer) => {
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  return {
    nowMs: () => nowMs,
    setTimeout: (fn, delayMs) => add({ dueMs: nowMs + delayMs, periodMs: undefined, fn }),
    setInterval: (fn, periodMs) => add({ dueMs: nowMs + periodMs, periodMs, fn }),
    advance(byMs) {
      const untilMs = nowMs + byMs;
      for (;;) {
        const [next] = [...timers].sort((a, b) => a.dueMs - b.dueMs);
        if (!next || next.dueMs > untilMs) break;
        nowMs = Math.max(nowMs, next.dueMs);
        if (next.periodMs === undefined) timers.delete(next);
        else next.dueMs += next.periodMs;
        next.fn();
      }
      nowMs = untilMs;
    },
  };
}

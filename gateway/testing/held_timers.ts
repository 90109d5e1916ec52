// Real time, of which a test decides one thing.
import { type Clock, systemClock } from '../../runtime/clock.ts';

/** The machine's clock, but timers of one length fire when the test says so: those that are set by then. */
export function holdTimers(lengthMs: number): { clock: Clock; fire: () => void } {
  const held = new Map<() => void, 'once' | 'again'>();
  const hold = (fn: () => void, how: 'once' | 'again') => {
    held.set(fn, how);
    return () => void held.delete(fn);
  };
  const clock: Clock = {
    nowMs: systemClock.nowMs,
    setTimeout: (fn, delayMs) =>
      delayMs === lengthMs ? hold(fn, 'once') : systemClock.setTimeout(fn, delayMs),
    setInterval: (fn, periodMs) =>
      periodMs === lengthMs ? hold(fn, 'again') : systemClock.setInterval(fn, periodMs),
  };
  const fire = () => {
    for (const [fn, how] of [...held]) {
      if (how === 'once') held.delete(fn);
      fn();
    }
  };
  return { clock, fire };
}

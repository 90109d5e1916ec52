// The machine's time with faster timers, so that a patient phone does not make a test long. Its second is
// shorter; the time that it shows is right.
import { type Clock, systemClock } from '../../runtime/clock.ts';

export const hastyClock = (haste: number): Clock => ({
  nowMs: () => systemClock.nowMs(),
  setTimeout: (fn, delayMs) => systemClock.setTimeout(fn, delayMs / haste),
  setInterval: (fn, periodMs) => systemClock.setInterval(fn, periodMs / haste),
});

// The machine's time with timers that are over sooner, so that a phone's patience does not make a test long. What it calls a second is
// shorter; what it writes as the time is right.
import { type Clock, systemClock } from '../../runtime/clock.ts';

export const hastyClock = (haste: number): Clock => ({
  nowMs: () => systemClock.nowMs(),
  setTimeout: (fn, delayMs) => systemClock.setTimeout(fn, delayMs / haste),
  setInterval: (fn, periodMs) => systemClock.setInterval(fn, periodMs / haste),
});

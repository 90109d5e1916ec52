// A simulation for each test of a file: what is tested is given its clock.
import { afterAll, afterEach, beforeEach } from 'vitest';
import type { Clock } from '../../runtime/clock.ts';
import { Simulation, type SimulationOptions } from './simulation.ts';
import type { PartClock } from './time.ts';

/** The simulation of the test that runs. */
export interface EachTest extends Pick<Simulation, 'run' | 'idle' | 'during'> {
  readonly simulation: Simulation;
  /** A clock of its time, the same object for all tests of the file. */
  readonly clock: Clock & Pick<PartClock, 'set' | 'kill'>;
}

/** Begins a simulation before each test of the file, and ends it afterwards: what a test leaves makes it fail. */
export function simulateEachTest(options: SimulationOptions = {}): EachTest {
  let simulation: Simulation | undefined;
  let clock: PartClock | undefined;
  const current = () => {
    if (!simulation) throw new Error('a simulation runs only within a test and its hooks');
    return simulation;
  };
  const own = () => {
    clock ??= current().clockOf('the test');
    return clock;
  };
  const end = async () => {
    const ending = simulation?.end();
    [simulation, clock] = [undefined, undefined];
    await ending;
  };
  beforeEach(({ task }) => {
    // Each test has a seed of its own, so that a fake that outlives a test meets no identifier twice.
    simulation = Simulation.begin({ seed: `${task.suite?.name ?? ''} ${task.name}`, ...options });
  });
  afterEach(end);
  // After a hook that has thrown, no other hook of that test runs.
  afterAll(end);
  return {
    get simulation() {
      return current();
    },
    clock: {
      nowMs: () => own().nowMs(),
      setTimeout: (fn, delayMs) => own().setTimeout(fn, delayMs),
      setInterval: (fn, periodMs) => own().setInterval(fn, periodMs),
      set: (byMs) => own().set(byMs),
      kill: () => own().kill(),
    },
    run: (duration) => current().run(duration),
    idle: () => current().idle(),
    during: (happening) => current().during(happening),
  };
}

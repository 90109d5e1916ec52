// What the terminal shows of a start that takes its time.
import type { Clock } from '../../runtime/clock.ts';

/** A step that takes longer than this is shown. */
const patienceMs = 1_000;

export interface Progress {
  /** Begins a step, which ends the one before. `what` is shown with " ..." once the step has taken a second. */
  begin(what: string): void;
  /** Ends the last step. */
  end(): void;
}

/** Follows one start; `print` gets a line for each slow step. */
export function followProgress(clock: Clock, print: (text: string) => void): Progress {
  let cancel = () => {};
  return {
    begin(what) {
      cancel();
      cancel = clock.setTimeout(() => print(`${what} ...\n`), patienceMs);
    },
    end: () => cancel(),
  };
}

// Wall clocks that step while a process runs, by libfaketime; without it there is none, and the report says so.
import { existsSync, globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const library = [
  ...globSync('/usr/lib/*/faketime/libfaketimeMT.so.1'),
  '/usr/lib/faketime/libfaketimeMT.so.1',
].find((path) => existsSync(path));

/** Whether this machine can step a process's clock. */
export const canStepClocks = library !== undefined;

/** The wall clock of one process. Its other clocks, and the times of files, stay true. */
export class SteppedClock {
  readonly #file: string;

  constructor(directory: string, name: string) {
    this.#file = join(directory, `${name}.clock`);
    this.step(0);
  }

  /** What the process is to be started with. */
  environment(): Record<string, string> {
    if (library === undefined) return {};
    return {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      FAKETIME_DISABLE_SHM: '1',
      NO_FAKE_STAT: '1',
    };
  }

  /** Sets it so many seconds before or behind the true time, within a second. */
  step(seconds: number): void {
    writeFileSync(this.#file, `${seconds < 0 ? '' : '+'}${Math.round(seconds)}\n`);
  }
}

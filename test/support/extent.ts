// How much is played of what could go on for hours: the suite plays it once, and `npm run nightly` plays all of it.
import type { TaskMeta } from 'vitest';

/** The environment variable that `npm run nightly` sets to 'nightly' for the tests that it starts. */
export const extentName = 'TEXTRELAY_TEST_EXTENT';

export const isNightly = process.env[extentName] === 'nightly';

/** A number of rounds, seeds, rows or milliseconds: one for the suite, a larger one for the night. */
export const extent = ({ suite, nightly }: { suite: number; nightly: number }): number =>
  isNightly ? nightly : suite;

/** A seed of what is drawn at random: one for the suite, and another one each night. */
export const nightSeed = extent({ suite: 1, nightly: Date.now() % 2 ** 31 });

declare module 'vitest' {
  interface TaskMeta {
    /** What a test has played, by its name. */
    played?: Record<string, number>;
  }
}

/** Notes what a test has played, for the report of the night. */
export function countPlayed({ meta }: { meta: TaskMeta }, played: Record<string, number>): void {
  meta.played = played;
}

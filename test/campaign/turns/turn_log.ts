// Reads what the meters of running processes have written.
import { existsSync, readFileSync } from 'node:fs';

interface Turn {
  /** When it ended, in milliseconds since the Unix epoch. */
  endedMs: number;
  /** Its processor time in milliseconds. */
  tookMs: number;
}

const meter = new URL('./turn_meter.ts', import.meta.url).href;

/** The longest turn that is right, in milliseconds of processor time. */
export const mostTurnMs = 50;

/** The environment that has a process write its long turns to a file, once it is so old. */
export const metered = (file: string, fromMs = 0): Record<string, string> => ({
  NODE_OPTIONS: `--import=${meter}`,
  TURNS_FILE: file,
  TURNS_FROM_MS: String(fromMs),
});

/** The turns of one process, in their order. */
export const readTurns = (file: string): Turn[] =>
  !existsSync(file)
    ? []
    : readFileSync(file, 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => {
          const [endedMs, tookMs] = line.split(' ').map(Number);
          return { endedMs: endedMs as number, tookMs: tookMs as number };
        });

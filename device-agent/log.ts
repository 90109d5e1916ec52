// Structured logs on stdout. Callers log ids and counts; never a body, an address, a code or a token.
import { pino } from 'pino';

/** What the agent logs through; pino's shape, so that tests may pass a silent one. */
export type Log = ReturnType<typeof createLog>;

/** A logger for this process. `level` is one of pino's: trace, debug, info, warn, error, fatal, silent. */
export function createLog(level: string) {
  return pino({ level, base: { process: 'agent' } });
}

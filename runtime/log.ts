// Structured logs on stdout. Callers log ids, codes and counts; never a body, an address, a key or a token.
import { pino } from 'pino';

/** What a process logs through; pino's shape, so that tests may pass a silent one. */
export type Log = ReturnType<typeof createLog>;

/** A logger for one process. `level` is one of pino's: trace, debug, info, warn, error, fatal, silent. */
export function createLog(name: string, level: string) {
  return pino({ level, base: { process: name } }, standardOutput());
}

/**
 * Node's own stream and not pino's: pino's repeats a write for ever when the reader of a pipe is gone, and keeps the
 * process from ending. Lines that nobody reads are dropped.
 */
function standardOutput() {
  if (process.stdout.listenerCount('error') === 0) process.stdout.on('error', () => {});
  return process.stdout;
}

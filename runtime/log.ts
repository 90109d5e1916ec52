// Structured logs on stdout: JSON for programs, readable lines for a person at a terminal. Callers log ids, codes and
// counts; never a body, an address, a key or a token.
import { pino } from 'pino';
import { renderLogLine } from './cli/log_lines.ts';

/** A process' logger, in pino's shape, so that tests may pass a silent one. */
export type Log = ReturnType<typeof createLog>;

/** A logger for one process. `level` is one of pino's: trace, debug, info, warn, error, fatal, silent. */
export function createLog(name: string, level: string) {
  const output = standardOutput();
  const lines = { write: (line: string) => void output.write(renderLogLine(line)) };
  return pino({ level, base: { process: name } }, output.isTTY ? lines : output);
}

/**
 * Node's own stream and not pino's: pino's repeats a write for ever when the reader of a pipe is gone, and keeps the
 * process from ending. Lines that nobody reads are dropped.
 */
function standardOutput() {
  if (process.stdout.listenerCount('error') === 0) process.stdout.on('error', () => {});
  return process.stdout;
}

// The file of a process' output that does not go to the terminal. It has a bound.
import { closeSync, copyFileSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import type { Clock } from '../../runtime/clock.ts';

/** Takes a process' output. */
export interface Output {
  /**
   * The process' stdout. Never a pipe to the supervisor: a process that still logs when the
   * supervisor has been killed would meet a broken pipe, on which pino tries for ever and blocks its process' end.
   */
  stdout: number | 'inherit';
  /** Adds text of the supervisor's own. */
  write(text: string): void;
  close(): void;
}

/** Past this a file is put aside as `.1`, so that a process keeps at most about twice as much. */
const boundBytes = 10 * 1024 * 1024;

const lookEveryMs = 2_000;

/**
 * Opens a bounded log, for appending. Lines that are written while the file is put aside are lost, as are those of a
 * full disk; nothing else is. Throws when the file cannot be opened.
 */
export function openLogFile(path: string, clock: Clock, maxBytes = boundBytes): Output {
  const descriptor = openSync(path, 'a', 0o600);
  const stopLooking = clock.setInterval(() => {
    try {
      if (fstatSync(descriptor).size <= maxBytes) return;
      copyFileSync(path, `${path}.1`);
      // The process goes on at the new end, because the file is open for appending.
      ftruncateSync(descriptor);
    } catch {
      // There is nowhere to report it; the next look tries again.
    }
  }, lookEveryMs);
  return {
    stdout: descriptor,
    write(text) {
      try {
        writeSync(descriptor, text);
      } catch {
        // A full disk.
      }
    },
    close() {
      stopLooking();
      closeSync(descriptor);
    },
  };
}

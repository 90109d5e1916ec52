// Keeps PostgreSQL up: when it ends unasked, for whatever reason, it is brought up again.
import type { Clock } from '../../runtime/clock.ts';
import { pause } from '../../runtime/pause.ts';
import { endPostmaster, type Postmaster } from './postmaster.ts';

/** The logger; one of pino fits. */
export interface EmbeddedLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

interface KeepOptions {
  bringUp(): Promise<Postmaster>;
  /** False when the data directory is gone for good and no further try makes sense. */
  isPossible(): boolean;
  clock: Clock;
  log: EmbeddedLog;
  /** Asks for the end. */
  signal: AbortSignal;
  /** Ends PostgreSQL without a checkpoint. */
  endAtOnce: boolean;
}

const firstDelayMs = 150;
const longestDelayMs = 5_000;

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

async function revive(options: KeepOptions): Promise<Postmaster | null> {
  const { clock, log, signal } = options;
  for (let delayMs = firstDelayMs; !signal.aborted; delayMs = Math.min(delayMs * 2, longestDelayMs)) {
    try {
      return await options.bringUp();
    } catch (error) {
      if (signal.aborted) return null;
      if (!options.isPossible()) {
        log.error({}, 'the data directory of PostgreSQL is gone: given up');
        return null;
      }
      log.error({ reason: error instanceof Error ? error.message : String(error) }, 'PostgreSQL is down');
    }
    await pause(clock, delayMs, signal);
  }
  return null;
}

/** Watches over `first` until the signal; resolves when no postmaster runs any more. */
export async function keepRunning(first: Postmaster, options: KeepOptions): Promise<void> {
  const { clock, log, signal } = options;
  const asked = aborted(signal);
  let postmaster: Postmaster | null = first;
  while (postmaster) {
    await Promise.race([postmaster.ended, asked]);
    if (signal.aborted) {
      const hasEnded = await endPostmaster(postmaster, clock, options.endAtOnce);
      if (!hasEnded) log.error({ pid: postmaster.pid }, 'PostgreSQL does not end and is left running');
      return;
    }
    log.warn({ pid: postmaster.pid }, 'PostgreSQL ended unasked and is started again');
    postmaster = await revive(options);
    if (postmaster) log.info({ pid: postmaster.pid }, 'PostgreSQL is back');
  }
}

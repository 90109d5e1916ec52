// The life of a command that ends by itself, when its work is done or when it is asked to stop.
import { holdAlive } from './hold_alive.ts';

/** Runs a command, and keeps the process alive until it has ended, whatever it waits for: the clock's timers do not. */
export async function runCommand<Result>(command: () => Promise<Result>): Promise<Result> {
  const letGo = holdAlive();
  try {
    return await command();
  } finally {
    letGo();
  }
}

/**
 * Aborts when somebody asks this process to stop: for a command that goes on, and ends well then. The second request ends the process
 * at once, as the first one ends any other command.
 */
export function stopRequests(): AbortSignal {
  const stopping = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT']) process.once(name, () => stopping.abort());
  return stopping.signal;
}

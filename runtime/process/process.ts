// The life of a process: started, and stopped when asked or when its supervisor is gone.
import { systemClock } from '../clock.ts';
import { ConfigError } from '../config/config_values.ts';
import type { Log } from '../log.ts';
import { answerWords } from './answer_words.ts';
import { holdAlive } from './hold_alive.ts';

/** A stop that takes longer than this is ended by force, in milliseconds. */
const stopDeadlineMs = 10_000;

/** The service of a process. */
interface Service {
  log: Log;
  /** Finishes what is under way. */
  stop(): Promise<void>;
  /** Resolves when the supervisor may learn that the service is ready; ready at once when left out. */
  whenReady?(): Promise<void>;
}

/**
 * Runs a service until it is asked to stop, and ends the process. A start that fails ends it with code 1 and one clear
 * line, which `describeError` makes of what was thrown. Where `argv` has words it only answers them.
 * Before the service has started, a request to stop ends it at once.
 */
export async function runProcess(
  argv: readonly string[],
  start: () => Promise<Service>,
  describeError: (error: unknown) => string,
): Promise<void> {
  const answered = answerWords(argv);
  if (answered !== null) {
    process.exitCode = answered;
    return;
  }
  let stop = (): void => process.exit(0);
  for (const name of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(name, () => stop());
  // A start, a stop and a service without a connection may have nothing but timers, and those do not hold a process.
  holdAlive();
  try {
    const service = await start();
    stop = () => {
      stop = () => undefined;
      systemClock.setTimeout(() => {
        service.log.error('the stop took too long and was ended by force');
        process.exit(1);
      }, stopDeadlineMs);
      service.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    };
    await service.whenReady?.();
    process.send?.({ type: 'ready' });
  } catch (error) {
    process.stderr.write(`${error instanceof ConfigError ? error.message : describeError(error)}\n`);
    process.exit(1);
  }
}

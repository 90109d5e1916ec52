// The core as a process: reads the configuration, starts, and stops when asked or when its supervisor is gone.
import { systemClock } from './clock.ts';
import { readConfig, unknownVariables } from './config.ts';
import { ConfigError } from './config_values.ts';
import { startCore } from './core.ts';
import { defaultLifetimes } from './domain/message.ts';
import { failpointFrom, noFailpoint } from './failpoint.ts';
import { createLog } from './log.ts';
import { describeStartFault } from './start_fault.ts';

/** A stop that takes longer than this is ended by force. */
const stopDeadlineMs = 10_000;

function fail(lines: string): never {
  process.stderr.write(`${lines}\n`);
  process.exit(1);
}

try {
  for (const line of unknownVariables()) process.stderr.write(`${line}\n`);
  const config = readConfig();
  const log = createLog('core', config.logLevel);
  const killSelf = () => process.kill(process.pid, 'SIGKILL');
  const failpoint = config.failpoint === undefined ? noFailpoint : failpointFrom(config.failpoint, killSelf);
  const core = await startCore(config, systemClock, log, defaultLifetimes, failpoint);

  const stop = () => {
    systemClock.setTimeout(() => {
      log.error('the stop took too long and was ended by force');
      process.exit(1);
    }, stopDeadlineMs);
    core.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  process.once('disconnect', stop);
  process.send?.({ type: 'ready' });
} catch (error) {
  fail(error instanceof ConfigError ? error.message : describeStartFault(error));
}

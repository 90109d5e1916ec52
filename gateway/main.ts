// The gateway as a process: reads the configuration, starts, and stops when asked or when its supervisor is gone.
import { systemClock } from '../runtime/clock.ts';
import { ConfigError } from '../runtime/config_values.ts';
import { createLog } from '../runtime/log.ts';
import { tidyAfterStart } from '../runtime/thrift.ts';
import { readConfig, unknownVariables } from './config.ts';
import { startGateway } from './gateway.ts';
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
  const log = createLog('gateway', config.logLevel);
  const gateway = await startGateway(config, systemClock, log);

  const stop = () => {
    systemClock.setTimeout(() => {
      log.error('the stop took too long and was ended by force');
      process.exit(1);
    }, stopDeadlineMs);
    gateway.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', stop);
  await gateway.whenCoreServes();
  process.send?.({ type: 'ready' });
  tidyAfterStart(systemClock);
} catch (error) {
  fail(error instanceof ConfigError ? error.message : describeStartFault(error));
}

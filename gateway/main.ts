// The gateway as a process.
import { systemClock } from '../runtime/clock.ts';
import { createLog } from '../runtime/log.ts';
import { runProcess } from '../runtime/process.ts';
import { tidyAfterStart } from '../runtime/thrift.ts';
import { readConfig, unknownVariables } from './config.ts';
import { startGateway } from './gateway.ts';
import { describeStartError } from './start_error.ts';

await runProcess(
  process.argv,
  async () => {
    for (const line of unknownVariables()) process.stderr.write(`${line}\n`);
    const config = readConfig();
    const log = createLog('gateway', config.logLevel);
    const gateway = await startGateway(config, systemClock, log);
    tidyAfterStart(systemClock);
    return { log, stop: gateway.stop, whenReady: gateway.whenCoreServes };
  },
  describeStartError,
);

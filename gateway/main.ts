// The gateway as a process.
import { systemClock } from '../runtime/clock.ts';
import { createLog } from '../runtime/log.ts';
import { runProcess } from '../runtime/process.ts';
import { readConfig, unknownVariables } from './config.ts';
import { startGateway } from './gateway.ts';
import { describeStartFault } from './start_fault.ts';

await runProcess(
  process.argv,
  async () => {
    for (const line of unknownVariables()) process.stderr.write(`${line}\n`);
    const config = readConfig();
    const log = createLog('gateway', config.logLevel);
    const gateway = await startGateway(config, systemClock, log);
    return { log, stop: gateway.stop, whenReady: gateway.whenCoreServes };
  },
  describeStartFault,
);

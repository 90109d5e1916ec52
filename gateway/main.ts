// The gateway as a process.
import { systemClock } from '../runtime/clock.ts';
import { describeListenError, type SystemError } from '../runtime/listeners/listen_error.ts';
import { createLog } from '../runtime/log.ts';
import { runProcess } from '../runtime/process/process.ts';
import { collectStartGarbage } from '../runtime/process/start_garbage.ts';
import { readConfig, unknownVariables } from './config.ts';
import { startGateway } from './gateway.ts';

/** A sentence for the person at the terminal; never a stack. */
function describeStartError(thrown: unknown): string {
  const error = (thrown ?? {}) as SystemError;
  const { code, message } = error;
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `cannot listen: the host name cannot be resolved (${code})`;
    default:
      return describeListenError(error) ?? `cannot start: ${message ?? 'unknown error'}`;
  }
}

await runProcess(
  process.argv,
  async () => {
    for (const line of unknownVariables()) process.stderr.write(`${line}\n`);
    const config = readConfig();
    const log = createLog('gateway', config.logLevel);
    const gateway = await startGateway(config, systemClock, log);
    collectStartGarbage(systemClock);
    return { log, stop: gateway.stop, whenReady: gateway.whenCoreServes };
  },
  describeStartError,
);

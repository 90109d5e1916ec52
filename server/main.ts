// The core as a process: reads the configuration, waits for its database, starts, and stops when asked or when its
// supervisor is gone.
import { systemClock } from '../runtime/clock.ts';
import { ConfigError } from '../runtime/config_values.ts';
import { failpointFrom, noFailpoint } from '../runtime/failpoint.ts';
import { createLog } from '../runtime/log.ts';
import { tidyAfterStart } from '../runtime/thrift.ts';
import { readConfig, unknownVariables } from './config.ts';
import { startCore } from './core.ts';
import { defaultLifetimes } from './domain/message.ts';
import { holdAlive } from './embedded/hold_alive.ts';
import { keepVigil } from './keep_vigil.ts';
import { onceReached } from './reach_database.ts';
import { describeStartFault } from './start_fault.ts';
import { migrateSchema } from './store/migrate.ts';
import { openVigil } from './store/vigil.ts';

/** A stop that takes longer than this is ended by force. */
const stopDeadlineMs = 10_000;

function fail(lines: string): never {
  process.stderr.write(`${lines}\n`);
  process.exit(1);
}

/** Before there is a core, nothing has to be finished. */
let stop = (): void => process.exit(0);
for (const name of ['SIGTERM', 'SIGINT', 'disconnect']) process.once(name, () => stop());
// Timers alone, which is all there is while the database is away, do not hold a process.
const letGo = holdAlive();

try {
  for (const line of unknownVariables()) process.stderr.write(`${line}\n`);
  const config = readConfig();
  const log = createLog('core', config.logLevel);
  const tell = (what: string) => {
    log.warn(`waiting: ${what}`);
    process.send?.({ type: 'waiting', what });
  };
  const vigil = openVigil(config.databaseUrl, systemClock);
  const { clock, stop: endVigil } = await onceReached(
    async (told) => {
      await migrateSchema(config.databaseUrl, told);
      return keepVigil({ vigil, local: systemClock, log });
    },
    { clock: systemClock, tell },
  );
  const killSelf = () => process.kill(process.pid, 'SIGKILL');
  const failpoint = config.failpoint === undefined ? noFailpoint : failpointFrom(config.failpoint, killSelf);
  const core = await startCore(config, clock, log, defaultLifetimes, failpoint);

  let isStopping = false;
  stop = () => {
    if (isStopping) return;
    isStopping = true;
    systemClock.setTimeout(() => {
      log.error('the stop took too long and was ended by force');
      process.exit(1);
    }, stopDeadlineMs);
    core
      .stop()
      .then(endVigil)
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };
  letGo();
  process.send?.({ type: 'ready' });
  tidyAfterStart(systemClock);
} catch (error) {
  fail(error instanceof ConfigError ? error.message : describeStartFault(error));
}

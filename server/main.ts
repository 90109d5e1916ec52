// The core as a process: waits for its database, then starts.
import { systemClock } from '../runtime/clock.ts';
import { failpointFrom, noFailpoint } from '../runtime/failpoint.ts';
import { createLog } from '../runtime/log.ts';
import { runProcess } from '../runtime/process/process.ts';
import { collectStartGarbage } from '../runtime/process/start_garbage.ts';
import { readConfig, unknownVariables } from './config/config_core.ts';
import { startCore } from './core.ts';
import { onceReached, watchDatabase } from './database_watch/watch_database.ts';
import { defaultLifetimes } from './domain/messages/message.ts';
import { describeStartError } from './start_error.ts';
import { openDatabaseWatch } from './store/postgres/connection/watch_connection.ts';
import { migrateSchema } from './store/postgres/migrating/migrate.ts';

await runProcess(
  process.argv,
  async () => {
    for (const line of unknownVariables()) process.stderr.write(`${line}\n`);
    const config = readConfig();
    const log = createLog('core', config.logLevel);
    const databaseWatch = openDatabaseWatch(config.databaseUrl, systemClock);
    const { clock, stop: endDatabaseWatch } = await onceReached(
      async (reportMigration) => {
        const { isAhead } = await migrateSchema(config.databaseUrl, reportMigration);
        if (isAhead)
          log.warn('a newer version has migrated the database, and lets this one run until it is replaced');
        return watchDatabase({ databaseWatch, local: systemClock, log });
      },
      {
        clock: systemClock,
        show: (what) => {
          log.warn(`waiting: ${what}`);
          process.send?.({ type: 'waiting', what });
        },
      },
    );
    const killSelf = () => process.kill(process.pid, 'SIGKILL');
    const failpoint =
      config.failpoint === undefined ? noFailpoint : failpointFrom(config.failpoint, killSelf);
    const core = await startCore(config, clock, log, defaultLifetimes, failpoint);
    collectStartGarbage(systemClock);
    return { log, stop: () => core.stop().then(endDatabaseWatch) };
  },
  describeStartError,
);

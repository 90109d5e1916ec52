// The core's look at its database once a second: it follows the clock there, and ends stuck sessions.

import { type Clock, monotonicMs } from '../../runtime/clock.ts';
import { every } from '../../runtime/every.ts';
import type { Log } from '../../runtime/log.ts';
import { pause } from '../../runtime/pause.ts';
import { describeStartError } from '../start_error.ts';
import type { DatabaseState, DatabaseWatch } from '../store/postgres/connection/watch_connection.ts';
import { DatabaseUnavailable } from '../store/postgres/driver.ts';
import type { ShowWait } from '../store/postgres/migrating/migrate.ts';
import { isAway } from '../store/postgres/server_errors.ts';
import { DatabaseClock, type TimeSample } from './database_clock.ts';

const periodMs = 1_000;

/** How many looks the first time is the best of. */
const firstLooks = 3;

interface WatchedDatabase {
  /** Follows the database's clock. */
  clock: DatabaseClock;
  stop(): Promise<void>;
}

/** Says it where a failover would forget what was acknowledged last: nobody hears of that before it is too late. */
function warnOfLoss({ standbys, isSynchronous }: DatabaseState, log: Log): void {
  if (standbys === 0 || isSynchronous) return;
  log.warn(
    { standbys },
    'no commit waits for a standby of the database: a failover may lose acknowledged texts',
  );
}

/** Reads the first time, and goes on once a second. Throws DatabaseUnavailable when the first time cannot be read. */
export async function watchDatabase(options: {
  databaseWatch: DatabaseWatch;
  /** The machine's clock: of it only the timers are used. */
  local: Clock;
  log: Log;
}): Promise<WatchedDatabase> {
  const { databaseWatch, local, log } = options;
  const look = async (): Promise<TimeSample & { state: DatabaseState }> => {
    const askedAtMs = monotonicMs();
    const state = await databaseWatch.read();
    return { askedAtMs, answeredAtMs: monotonicMs(), databaseMs: state.nowMs, state };
  };
  const first = await look();
  let { term } = first.state;
  const clock = new DatabaseClock(first, monotonicMs, local);
  for (let looks = 1; looks < firstLooks; looks++) clock.take(await look());
  warnOfLoss(first.state, log);

  const followTime = async () => {
    const sample = await look();
    // Another server has another clock.
    const stepMs = sample.state.term === term ? clock.take(sample) : clock.begin(sample);
    term = sample.state.term;
    if (stepMs !== 0) log.warn({ stepMs }, "the database's clock was set, and is followed");
  };
  const endStuck = async () => {
    for (const ended of await databaseWatch.endStuck())
      log.warn(
        ended,
        ended.waitedFor === 'SyncRep'
          ? 'a commit waited for a synchronous standby that does not answer, and was ended: its outcome is unknown'
          : 'a stuck session of the service was ended, and its locks with it',
      );
  };
  const watch = every({
    clock: local,
    periodMs,
    work: async () => {
      await followTime();
      await endStuck();
    },
    // Away, or its clock cannot be read: time goes on by itself.
    onError: () => log.debug('the database could not be watched over; it is tried again'),
  });
  return {
    clock,
    async stop() {
      // A look may wait for a database that does not answer; closing ends it.
      void watch.stop();
      await databaseWatch.close();
    },
  };
}

const retryMs = 500;

/** Shown again while it lasts, because people read a log from its end. */
const showAgainMs = 30_000;

/** Shows each wait when it begins or changes, and every 30 s while it lasts. */
function sparingly(clock: Clock, show: ShowWait): ShowWait {
  let shown = '';
  let shownAtMs = 0;
  return (what) => {
    const sinceMs = clock.nowMs() - shownAtMs;
    if (what === shown && sinceMs >= 0 && sinceMs < showAgainMs) return;
    shown = what;
    shownAtMs = clock.nowMs();
    show(what);
  };
}

/**
 * Runs `work`, again and again while the database is away. Throws what waiting cannot mend: wrong credentials, no such
 * database, no rights, a newer schema.
 */
export async function onceReached<Out>(
  work: (show: ShowWait) => Promise<Out>,
  options: { clock: Clock; show: ShowWait },
): Promise<Out> {
  const { clock } = options;
  const show = sparingly(clock, options.show);
  for (;;) {
    try {
      return await work(show);
    } catch (error) {
      const fault = error instanceof DatabaseUnavailable ? error.cause : error;
      if (fault === error && !isAway(fault)) throw error;
      show(describeStartError(fault));
    }
    await pause(clock, retryMs);
  }
}

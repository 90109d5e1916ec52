// A connection of its own that watches the database for the core: it reads the time, and ends sessions of the service
// whose callers have given up.
import type { Clock } from '../../../../runtime/clock.ts';
import { openPool } from '../driver.ts';
import { bool, float8, int4, text } from '../kinds.ts';
import { type RowOf, statement } from '../statement.ts';
import { sessionName } from './server_finder.ts';

/** A session that was ended. */
interface EndedSession {
  pid: number;
  /** The event that it was waiting for; null if it was at work. */
  waitedFor: string | null;
}

export interface DatabaseWatch {
  /** The database's time in milliseconds since the Unix epoch. Throws DatabaseUnavailable. */
  readTime(): Promise<number>;
  /**
   * Ends the sessions of any core whose transaction has lasted so long that its caller has given up: a commit that
   * waits for a lost standby, an answer that a frozen core does not take, a statement whose end never came. Their locks
   * end with them. Throws DatabaseUnavailable.
   */
  endStuck(): Promise<EndedSession[]>;
  /** Reads who follows the database now. Throws DatabaseUnavailable. */
  readReplication(): Promise<Replication>;
  close(): Promise<void>;
}

// Each session's name says how long its caller waits. A transaction that began in the future began before the clock was
// set back: its age is unknown. Only the outer list ends sessions, because the planner chooses the order of conditions.
const endStuck = statement({
  takes: { graceMs: int4 },
  gives: { pid: int4, waitedFor: text.orNull('wait_event') },
  text: ({ graceMs, row }) => `select ${row}, pg_terminate_backend(pid) from (
    select pid, wait_event from pg_stat_activity,
      make_interval(secs => (substring(application_name from '^${sessionName} ([0-9]{1,7})$')::int4 + ${graceMs}) / 1000.0) as bound
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
      and xact_start not between clock_timestamp() - bound and clock_timestamp() + bound offset 0
  ) session`,
});

const readTime = statement({
  takes: {},
  gives: { nowMs: float8('extract(epoch from clock_timestamp())::float8 * 1000') },
  text: ({ row }) => `select ${row}`,
});

/** The standbys that follow the database now, and whether commits wait for any of them. */
export type Replication = RowOf<typeof replication>;
const replication = {
  standbys: int4('(select count(*)::int4 from pg_stat_replication)'),
  isSynchronous: bool("current_setting('synchronous_standby_names') <> ''"),
};

const readReplication = statement({ takes: {}, gives: replication, text: ({ row }) => `select ${row}` });

/** How much longer than its caller waits a transaction may last, in milliseconds. */
const graceMs = 500;

/** How long it may take to answer, in milliseconds. */
const deadlineMs = 3_000;

/** Opens it; the connection is made with the first question. */
export function openDatabaseWatch(url: string, clock: Clock): DatabaseWatch {
  const parameters = { statement_timeout: String(deadlineMs - 500) };
  const pool = openPool({ url, connections: 1, deadlineMs, clock, parameters });
  return {
    async readTime() {
      const read = await readTime.first(pool, {});
      return (read as { nowMs: number }).nowMs;
    },
    endStuck: () => endStuck.run(pool, { graceMs }),
    async readReplication() {
      return (await readReplication.first(pool, {})) as Replication;
    },
    close: () => pool.close(),
  };
}

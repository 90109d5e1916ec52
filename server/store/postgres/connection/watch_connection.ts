// A connection of its own that watches the database for the core: it reads the time, and ends sessions of the service
// whose callers have given up.
import type { Clock } from '../../../../runtime/clock.ts';
import { openPool } from '../driver.ts';
import { bool, float8, int4, text } from '../kinds.ts';
import { type RowOf, statement } from '../statement.ts';
import { readDatabaseUrl } from './database_url.ts';
import { primaryOf } from './primary.ts';
import { sessionName } from './session_options.ts';

/** A session that was ended. */
interface EndedSession {
  pid: number;
  /** The event that it was waiting for; null if it was at work. */
  waitedFor: string | null;
}

export interface DatabaseWatch {
  /** Reads how the database stands. Throws DatabaseUnavailable. */
  read(): Promise<DatabaseState>;
  /**
   * Ends the sessions of any core whose transaction has lasted so long that its caller has given up: a commit that
   * waits for a lost standby, an answer that a frozen core does not take, a statement whose end never came. Their locks
   * end with them. Throws DatabaseUnavailable.
   */
  endStuck(): Promise<EndedSession[]>;
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

const state = {
  /** The database's time, in milliseconds since the Unix epoch. */
  nowMs: float8('extract(epoch from clock_timestamp())::float8 * 1000'),
  /** The standbys that follow it now. */
  standbys: int4("(select count(*)::int4 from pg_stat_replication where state is distinct from 'backup')"),
  /** Whether commits wait for any of them. */
  isSynchronous: bool("current_setting('synchronous_standby_names') <> ''"),
};

const readState = statement({ takes: {}, gives: state, text: ({ row }) => `select ${row}` });

export interface DatabaseState extends RowOf<typeof state> {
  /** Differs from the last one when another server leads. */
  term: number;
}

/** How much longer than its caller waits a transaction may last, in milliseconds. */
const graceMs = 500;

/** How long it may take to answer, in milliseconds. */
const deadlineMs = 3_000;

/** Opens it; the connection is made with the first question. */
export function openDatabaseWatch(url: string, clock: Clock): DatabaseWatch {
  const settings = { statement_timeout: String(deadlineMs - 500) };
  const primary = primaryOf(readDatabaseUrl(url));
  const pool = openPool({ url, connections: 1, deadlineMs, clock, settings });
  return {
    async read() {
      const { term } = primary;
      const read = (await readState.first(pool, {})) as RowOf<typeof state>;
      primary.noteReplication(read);
      return { ...read, term };
    },
    endStuck: () => endStuck.run(pool, { graceMs }),
    close: () => pool.close(),
  };
}

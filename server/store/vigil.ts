// A connection of its own that watches over the database for the core: it reads the time, and ends sessions of the service
// that hold locks for nobody.
import type { Clock } from '../../runtime/clock.ts';
import { openPool } from './driver.ts';
import { sessionName } from './server_finder.ts';

/** A session that was ended. */
export interface EndedSession {
  pid: number;
  /** What it was waiting for; null when it was at work. */
  waitedFor: string | null;
}

export interface Vigil {
  /** The database's time in milliseconds since the Unix epoch. Throws DatabaseUnavailable. */
  readTime(): Promise<number>;
  /**
   * Ends the sessions of any core whose transaction has lasted so long that its caller has given up: a commit that waits
   * for a lost standby, an answer that a frozen core does not take, a statement whose end never came. Their locks end
   * with them. Throws DatabaseUnavailable.
   */
  endStuck(): Promise<EndedSession[]>;
  close(): Promise<void>;
}

// Each session's name says how long its caller waits. A transaction that began in the future began before the clock was
// set back: nobody knows how long ago. What is ended is named in the outer list only, because the order of conditions
// is the planner's.
const endStuck = `select pid, wait_event, pg_terminate_backend(pid) from (
    select pid, wait_event from pg_stat_activity,
      make_interval(secs => (substring(application_name from '^${sessionName} ([0-9]{1,7})$')::int4 + $1::int4) / 1000.0) as bound
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
      and xact_start not between clock_timestamp() - bound and clock_timestamp() + bound offset 0
  ) session`;

/** How much longer than its caller waits a transaction may last, in milliseconds. */
const graceMs = 500;

/** How long it may take to answer, in milliseconds. */
const deadlineMs = 3_000;

/** Opens it; the connection is made with the first question. */
export function openVigil(url: string, clock: Clock): Vigil {
  const parameters = { statement_timeout: String(deadlineMs - 500) };
  const pool = openPool({ url, connections: 1, deadlineMs, clock, parameters });
  return {
    async readTime() {
      const rows = await pool.run(
        'select extract(epoch from clock_timestamp())::float8 * $1::float8',
        [1000],
      );
      return rows[0]?.[0] as number;
    },
    async endStuck() {
      const rows = await pool.run(endStuck, [graceMs]);
      return rows.map(([pid, waitedFor]) => ({ pid: pid as number, waitedFor: waitedFor as string | null }));
    },
    close: () => pool.close(),
  };
}

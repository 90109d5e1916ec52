// Ends sessions of our own that hold row locks beyond every deadline: of a replica that is frozen, or whose network
// holds up the rest of a statement or of its answer. PostgreSQL would wait for such a client for as long as its
// connection lives. Whoever waited for a lock in vain looks.
import type { Clock } from '../clock.ts';
import { isLockTimeout, type Pool } from './driver.ts';

/** By this name PostgreSQL knows the sessions of this product's replicas. */
export const applicationName = 'textrelay';

/** Least time between two looks, in milliseconds. */
const lookSpacingMs = 1_000;

// A session that holds a row lock has a transaction id. One that waits for a standby has committed: ending it would
// change only what its caller is told.
const statement = `
select count(pg_terminate_backend(pid)) from pg_stat_activity
where datname = current_database() and usename = current_user and application_name = $1
  and pid <> pg_backend_pid() and backend_xid is not null and wait_event is distinct from 'SyncRep'
  and xact_start < clock_timestamp() - make_interval(secs => $2::float8 / 1000)`;

/**
 * A pool that looks for such sessions when a lock is not given. `deadlineMs` is how long a statement may take: what is
 * older is past it.
 */
export function endStuckSessions(
  pool: Pool,
  { look, clock, deadlineMs }: { look: Pool; clock: Clock; deadlineMs: number },
): Pool {
  let nextLookMs = 0;
  const mayLook = () => {
    const nowMs = clock.nowMs();
    // A clock that was set back must not stop the looking.
    if (nowMs < nextLookMs && nextLookMs - nowMs <= lookSpacingMs) return false;
    nextLookMs = nowMs + lookSpacingMs;
    return true;
  };
  return {
    async run(text, params) {
      try {
        return await pool.run(text, params);
      } catch (error) {
        if (isLockTimeout(error) && mayLook())
          look.run(statement, [applicationName, deadlineMs]).catch(() => {});
        throw error;
      }
    },
    close: () => pool.close(),
  };
}

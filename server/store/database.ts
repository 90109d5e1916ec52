// The store's connections: one pool each for reads, for writes, for admission and for figures that may take their time,
// and drizzle on top of the first two. Admission commits without waiting for the disk: losing the last moments of a rate
// window in a crash of the machine is harmless. Every other write waits for the disk, and for the synchronous standbys
// where there are any, whatever the server's own default is.
import { drizzle, type PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import type { Clock } from '../clock.ts';
import { openPool, type Param, type Pool } from './driver.ts';
import { waitForLocks } from './lock_waits.ts';
import { applicationName, endStuckSessions } from './stuck_sessions.ts';

/** Drizzle over one of the pools; statements that are prepared once keep working across replaced connections. */
export type Orm = PgRemoteDatabase;

export interface Database {
  reads: Pool;
  /** Waits a few seconds for locks, one short turn after the other. */
  writes: Pool;
  /** The same connections, for statements about many owners' rows: a lock that is not given soon fails them. */
  batches: Pool;
  admission: Pool;
  /** Counts for operators: whatever becomes of one, nobody else's statement waits behind it. */
  figures: Pool;
  /** Builds queries that read. */
  read: Orm;
  /** Builds small writes, each one statement. */
  write: Orm;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  clock: Clock;
  /** Each statement's deadline in milliseconds. */
  deadlineMs: number;
  /** How long a statement waits for a lock, in milliseconds; 250 unless given. */
  lockTimeoutMs?: number;
}

/** Longer than any statement here should take. */
const usualLockTimeoutMs = 250;

const overPool = (pool: Pool): Orm =>
  drizzle(async (text, params) => ({ rows: (await pool.run(text, params as Param[])) as unknown[] }));

/** Opens the pools; nothing connects before the first statement. */
export function openDatabase({ url, clock, deadlineMs, lockTimeoutMs }: DatabaseOptions): Database {
  // PostgreSQL ends a statement shortly before the caller's patience does: the answer still comes, and with it the
  // connection and the statements behind it live on.
  const parameters = {
    application_name: applicationName,
    statement_timeout: String(deadlineMs - Math.min(500, deadlineMs / 4)),
    synchronous_commit: 'on',
  };
  const reads = openPool({ url, clock, deadlineMs, connections: 4, parameters });
  // A batch's arrays tempt PostgreSQL to plan each batch anew, which costs more than running it.
  const writing = {
    ...parameters,
    plan_cache_mode: 'force_generic_plan',
    lock_timeout: String(lockTimeoutMs ?? usualLockTimeoutMs),
  };
  const watched = (pool: Pool) => endStuckSessions(pool, { look: reads, clock, deadlineMs });
  const batches = watched(openPool({ url, clock, deadlineMs, connections: 4, parameters: writing }));
  const writes = waitForLocks(batches, clock);
  const admission = watched(
    openPool({
      url,
      clock,
      deadlineMs,
      connections: 2,
      parameters: { ...writing, synchronous_commit: 'off' },
    }),
  );
  const figures = openPool({ url, clock, deadlineMs, connections: 1, parameters });
  return {
    reads,
    writes,
    batches,
    admission,
    figures,
    read: overPool(reads),
    write: overPool(writes),
    close: async () => {
      await Promise.all([reads.close(), batches.close(), admission.close(), figures.close()]);
    },
  };
}

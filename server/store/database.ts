// The store's connections: one pool each for reads, for writes, for admission, for what keeps devices' links alive and
// for handing texts to them, so that none of these waits behind another; drizzle is on top of the first two. Admission commits without waiting for the disk: losing the last moments of a rate window in a crash of the
// machine is harmless, and every other write here waits for the disk.
import { drizzle, type PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import type { Clock } from '../clock.ts';
import { openPool, type Param, type Pool } from './driver.ts';

/** Drizzle over one of the pools; statements that are prepared once keep working across replaced connections. */
export type Orm = PgRemoteDatabase;

export interface Database {
  reads: Pool;
  writes: Pool;
  admission: Pool;
  /** What opens, renews and ends devices' links: no statement of anybody else is ever before theirs. */
  links: Pool;
  /** What hands texts to devices. */
  claims: Pool;
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
}

/** How long a statement about links or hand-overs waits for a row that somebody has locked, in milliseconds. */
const lockTimeoutMs = 500;

const overPool = (pool: Pool): Orm =>
  drizzle(async (text, params) => ({ rows: (await pool.run(text, params as Param[])) as unknown[] }));

/** Opens the pools; nothing connects before the first statement. */
export function openDatabase({ url, clock, deadlineMs }: DatabaseOptions): Database {
  // A statement that PostgreSQL itself ends at the deadline does not outlive the caller's patience.
  const parameters = { statement_timeout: String(deadlineMs) };
  const reads = openPool({ url, clock, deadlineMs, connections: 4, parameters });
  // A batch's arrays tempt PostgreSQL to plan each batch anew, which costs more than running it.
  const batches = { ...parameters, plan_cache_mode: 'force_generic_plan' };
  const writes = openPool({ url, clock, deadlineMs, connections: 4, parameters: batches });
  const admission = openPool({
    url,
    clock,
    deadlineMs,
    connections: 1,
    parameters: { ...batches, synchronous_commit: 'off' },
  });
  const lock_timeout = String(lockTimeoutMs);
  const links = openPool({
    url,
    clock,
    deadlineMs,
    connections: 3,
    parameters: { ...parameters, lock_timeout },
  });
  const claims = openPool({
    url,
    clock,
    deadlineMs,
    connections: 2,
    parameters: { ...batches, lock_timeout },
  });
  return {
    reads,
    writes,
    admission,
    links,
    claims,
    read: overPool(reads),
    write: overPool(writes),
    close: async () => {
      await Promise.all([reads, writes, admission, links, claims].map((pool) => pool.close()));
    },
  };
}

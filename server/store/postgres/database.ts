// The store's connections: one pool each for reads, for reads that are planned once, for writes, for admission, for what keeps devices' links alive, for handing
// texts over to them, and for stats that may take their time, so that none of these waits behind another. Admission commits
// without waiting for the disk: losing the last moments of a rate window in a crash of the machine is harmless. Every other
// write waits for the disk, and for the synchronous standbys where there are any, whatever the server's own default is.
import type { Clock } from '../../../runtime/clock.ts';
import { readDatabaseUrl } from './connection/database_url.ts';
import { primaryOf } from './connection/primary.ts';
import type { SessionSettings } from './connection/session_options.ts';
import { openPool, type Pool } from './driver.ts';
import { waitForLocks } from './locking.ts';

/** The pool that batch statements run on. */
export interface Batches extends Pick<Pool, 'run'> {
  /** Called with rows that were added to the message table. */
  countRows(rows: number): void;
}

/**
 * A batch statement is planned once for all batches: planning costs as much as running. A plan from when the tables were
 * small reads them whole, and would cost more with every text until statistics are next collected. So `pools` forget their
 * plans each time this process has written four times as many texts as before: about fifteen times in its life.
 */
export function createBatches(batches: Pool, pools: readonly Pool[]): Batches {
  let written = 0;
  let next = 4;
  return {
    run: (statement, params) => batches.run(statement, params),
    countRows(rows) {
      written += rows;
      if (written < next) return;
      while (next <= written) next *= 4;
      for (const pool of pools) pool.forgetPlans();
    },
  };
}

export interface Database {
  reads: Pool;
  /** Reads that PostgreSQL takes longer to plan than to run, and whose plan is right for any values: each is planned once. */
  planned: Pool;
  /** Waits a few seconds for locks, in short turns. */
  writes: Pool;
  /** The same connections, for statements about many owners' rows, which fail if they do not get a lock soon. */
  batches: Pool;
  admission: Pool;
  /** Counts for operators, which may be slow; no other statement waits behind them. */
  stats: Pool;
  /** Searches of words, which look at many rows; no other statement waits behind them. */
  searches: Pool;
  /** Statements that open, renew and end devices' links; they wait behind no others. */
  links: Pool;
  /** Statements that hand texts over to devices. */
  claims: Pool;
  /** Why no server of the database is written to though some answer; undefined where that is not so. */
  problem(): string | undefined;
  close(): Promise<void>;
}

interface DatabaseOptions {
  url: string;
  clock: Clock;
  /** Each statement's deadline in milliseconds. */
  deadlineMs: number;
  /** How long a statement waits for a lock, in milliseconds; 250 unless given. */
  lockTimeoutMs?: number;
}

/** Longer than any statement here should take. */
const usualLockTimeoutMs = 250;

/** Opens the pools; nothing connects before the first statement. */
export function openDatabase({ url, clock, deadlineMs, lockTimeoutMs }: DatabaseOptions): Database {
  // PostgreSQL ends a statement shortly before the caller gives up: the answer still comes, and the connection and the
  // statements behind it survive.
  const reading = { statement_timeout: String(Math.round(deadlineMs - Math.min(500, deadlineMs / 4))) };
  const pool = (connections: number, settings: SessionSettings, acknowledges = false) =>
    openPool({ url, clock, deadlineMs, connections, settings, acknowledges });
  const primary = primaryOf(readDatabaseUrl(url));
  const reads = pool(4, reading);
  // Because of a batch's arrays PostgreSQL would plan each batch again, which costs more than running it.
  const plannedOnce = { ...reading, plan_cache_mode: 'force_generic_plan' };
  const planned = pool(2, plannedOnce);
  const writing = {
    ...plannedOnce,
    lock_timeout: String(lockTimeoutMs ?? usualLockTimeoutMs),
  };
  const batches = pool(4, writing, true);
  const writes = waitForLocks(batches, clock);
  const admission = pool(2, { ...writing, synchronous_commit: 'off' });
  const links = pool(3, { ...reading, lock_timeout: writing.lock_timeout }, true);
  const claims = pool(2, writing, true);
  const stats = pool(1, reading);
  const searches = pool(2, reading);
  return {
    reads,
    planned,
    writes,
    batches,
    admission,
    stats,
    searches,
    links,
    claims,
    problem: () => primary.problem,
    close: async () => {
      await Promise.all(
        [reads, planned, batches, admission, links, claims, stats, searches].map((each) => each.close()),
      );
    },
  };
}

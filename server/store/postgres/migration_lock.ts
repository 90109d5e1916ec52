// The lock that lets one replica at a time migrate. One that was cut off or is frozen while it holds the lock would keep
// every other from starting: its session is ended.
import type { MigrationConnection } from './driver.ts';

/** Names the advisory lock; any constant that nothing else here uses. */
const migrationLock = 7_461_223_905n;

/** How long one try waits, in milliseconds. */
const tryMs = 1_000;

/** How long its holder may be idle between two statements, in seconds; one that migrates is idle for milliseconds. */
const restBoundS = 5;

/** Who holds it, and for how many seconds it has been waiting for its own client, or for a standby; null while it works. */
const findHolder = `select a.pid,
    case when a.state <> 'active' then extract(epoch from clock_timestamp() - a.state_change)
      when a.wait_event in ('ClientRead', 'ClientWrite', 'SyncRep')
      then extract(epoch from clock_timestamp() - a.query_start) end::float8 as rests_s
  from pg_locks l join pg_stat_activity a on a.pid = l.pid
  where l.locktype = 'advisory' and l.granted and l.objsubid = 1
    and l.database = (select oid from pg_database where datname = current_database())
    and (l.classid::int8 << 32) + l.objid::int8 = ${migrationLock}`;

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

/** Waits for the lock, showing who has it; ends a holder that has been idle too long. The session's end releases it. */
export async function takeMigrationLock(
  connection: MigrationConnection,
  show: (what: string) => void,
): Promise<void> {
  await connection.run(`set lock_timeout = ${tryMs}`);
  for (;;) {
    try {
      await connection.run(`select pg_advisory_lock(${migrationLock})`);
      return;
    } catch (error) {
      if (codeOf(error) !== '55P03') throw error;
    }
    const [holder] = await connection.run(findHolder);
    if (!holder) continue;
    const restsS = typeof holder.rests_s === 'number' ? holder.rests_s : 0;
    if (restsS <= restBoundS) {
      show(`another core migrates the database (its process ${holder.pid} of PostgreSQL)`);
      continue;
    }
    show(`the session of a core that has left its migration is ended (process ${holder.pid} of PostgreSQL)`);
    await connection.run(`select pg_terminate_backend(${Number(holder.pid)})`).catch((error) => {
      // Another role's session is not ours to end.
      if (codeOf(error) !== '42501') throw error;
    });
  }
}

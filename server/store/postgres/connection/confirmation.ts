// Whether what is read at the database is confirmed: whether the standby that commits wait for has it. PostgreSQL shows a commit whose
// wait was ended, by a session's end or a crash, though it is on no other server; a failover would take back what readers were
// shown. A later commit that the standby confirms confirms all before it.
import { type Clock, monotonicMs } from '../../../../runtime/clock.ts';
import { every } from '../../../../runtime/every.ts';
import { openPool } from '../driver.ts';
import { readDatabaseUrl } from './database_url.ts';
import { primaryOf } from './primary.ts';

const periodMs = 1_000;
/** How long a commit may wait for a standby until readers are shown nothing more, in milliseconds. */
const patienceMs = 1_000;
const deadlineMs = 5_000;

/** A commit that changes no table. */
const commit = "select pg_logical_emit_message(true, 'textrelay', '')";

export interface Confirmation {
  /** Nothing that was read until now may be shown. Ask after reading. */
  isMissing(): boolean;
  stop(): Promise<void>;
}

/** Commits once a second where commits wait for a standby, and after each disturbance; elsewhere it costs nothing. */
export function startConfirmation(url: string, clock: Clock): Confirmation {
  const primary = primaryOf(readDatabaseUrl(url));
  const parameters = { synchronous_commit: 'on' };
  const pool = openPool({ url, connections: 1, deadlineMs, clock, parameters, acknowledges: true });
  /** The disturbances that a confirmed commit came after. */
  let confirmed: number | undefined = primary.disturbances;
  let waitsSinceMs: number | undefined;

  const confirm = async () => {
    const { disturbances, term } = primary;
    waitsSinceMs = monotonicMs();
    try {
      if (primary.isSynchronous) await pool.run(commit, []);
      const isQuiet = confirmed === disturbances;
      if (isQuiet || (await primary.leads(term))) confirmed = disturbances;
    } catch {
      confirmed = undefined;
    } finally {
      waitsSinceMs = undefined;
    }
  };
  const work = () => {
    if (!primary.isPolled) confirmed = primary.disturbances;
    return primary.isSynchronous || confirmed !== primary.disturbances ? confirm() : undefined;
  };
  const commits = every({ clock, periodMs, work });
  const ignore = primary.onDisturbed(() => void commits.now());

  return {
    isMissing() {
      if (!primary.isPolled) return false;
      return (
        confirmed !== primary.disturbances ||
        (waitsSinceMs !== undefined && monotonicMs() - waitsSinceMs > patienceMs)
      );
    },
    async stop() {
      ignore();
      void commits.stop();
      await pool.close();
    },
  };
}

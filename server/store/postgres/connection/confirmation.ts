// Whether what is read at the database is confirmed: whether the standby that commits wait for has it. PostgreSQL shows a commit whose
// wait was ended, by a session's end or a crash, though it is on no other server; a failover would take back what readers were
// shown. A later commit that the standby confirms confirms all before it.
import { type Clock, monotonicMs } from '../../../../runtime/clock.ts';
import { every } from '../../../../runtime/every.ts';
import { openPool, promptMs } from '../driver.ts';
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
export function startApproval(url: string, clock: Clock): Confirmation {
  const primary = primaryOf(readDatabaseUrl(url));
  // PostgreSQL ends the wait with a warning before the session is given up.
  const settings = { statement_timeout: String(deadlineMs - 500) };
  const pool = openPool({ url, connections: 1, deadlineMs, clock, settings });
  /** The disturbances that a confirmed commit came after; undefined until there is one. */
  let confirmed: number | undefined;
  let waitsSinceMs: number | undefined;

  const confirm = async () => {
    const { disturbances, term } = primary;
    const startedMs = monotonicMs();
    waitsSinceMs = startedMs;
    try {
      if (primary.isSynchronous) await pool.run(commit, []);
      waitsSinceMs = undefined;
      const isPrompt = confirmed === disturbances && monotonicMs() - startedMs <= promptMs;
      if (isPrompt || (await primary.leads(term))) confirmed = disturbances;
    } catch {
      waitsSinceMs = undefined;
      confirmed = undefined;
    }
  };
  const work = () => {
    if (!primary.isPolled) confirmed = primary.disturbances;
    return primary.isSynchronous || confirmed !== primary.disturbances ? confirm() : undefined;
  };
  const commits = every({ clock, periodMs, work });
  const ignore = primary.onDisturbed(() => void commits.now());
  void commits.now();

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

// The status of the agent in a directory: its device and what its journal holds, also while the agent runs. It changes
// nothing, and never shows the token.
import type { DatabaseSync } from 'node:sqlite';
import { AgentError } from '../agent_error.ts';
import { countJournal, type JournalCounts } from '../journal/counts.ts';
import { MetaRows } from '../journal/meta_rows.ts';
import { openForReading } from '../journal/open_database.ts';
import { type NotedHealth, parseHealth } from '../status/noted_health.ts';
import { countToday, type TodayCounts } from '../status/today_counts.ts';
import { isLocked } from './dir_lock.ts';
import { readIdentity } from './identity.ts';

/** An agent as it is seen from outside. */
export interface Status {
  dir: string;
  /** Absent when the device was never paired. */
  device?: { id: string; accountName: string; coreUrl: string };
  isRunning: boolean;
  /** Absent before the first run. */
  journal?: JournalStatus;
}

/** The journal's counts. */
export interface JournalStatus {
  id: string;
  link: 'up' | 'down';
  /** As the core said when the link last came up. */
  coreVersion?: string;
  /** The core's time minus this machine's when the link last came up, in milliseconds. */
  coreOffsetMs?: number;
  health?: NotedHealth;
  counts: JournalCounts;
  today: TodayCounts;
}

/** Looks at the agent in `dir`. Throws an AgentError when its files cannot be used. */
export function readStatus(dir: string, nowMs: number): Status {
  const identity = readIdentity(dir);
  if (identity === undefined) return { dir, isRunning: false };
  const { deviceId: id, accountName, url: coreUrl } = identity;
  const isRunning = isLocked(dir);
  const journal = readJournal(dir, isRunning, nowMs);
  return { dir, device: { id, accountName, coreUrl }, isRunning, ...(journal && { journal }) };
}

function readJournal(dir: string, isRunning: boolean, nowMs: number): JournalStatus | undefined {
  let db: DatabaseSync | undefined;
  try {
    db = openForReading(dir);
    if (db === undefined) return undefined;
    const meta = new MetaRows(db);
    const coreVersion = meta.get('core_version');
    const offset = meta.get('core_offset_ms');
    const health = parseHealth(meta.get('health'));
    return {
      id: meta.get('journal_id') ?? '',
      link: isRunning && meta.get('link_state') === 'up' ? 'up' : 'down',
      ...(coreVersion && { coreVersion }),
      ...(offset !== undefined && { coreOffsetMs: Number(offset) }),
      ...(health && { health }),
      counts: countJournal(db),
      today: countToday(db, nowMs),
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    throw new AgentError(`the journal in ${dir} cannot be read (${reason})`);
  } finally {
    db?.close();
  }
}

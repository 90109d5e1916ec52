// What `status` prints: who this device is and what its journal holds, also while the agent runs. Never the token.
import { lockDir } from './dir_lock.ts';
import { readIdentity } from './identity.ts';
import { countJournal, jobStates } from './journal/counts.ts';
import { MetaRows } from './journal/meta_rows.ts';
import { openForReading } from './journal/open_database.ts';

/** The lines to print for the agent in `dir`. Throws an AgentFault when its files cannot be used. */
export function describeStatus(dir: string): string[] {
  const identity = readIdentity(dir);
  if (identity === undefined) return [`directory  ${dir}`, 'device     not paired'];
  const running = isRunning(dir);
  return [
    `directory  ${dir}`,
    `device     ${identity.deviceId} of account ${identity.accountName}`,
    `core       ${identity.url}`,
    `agent      ${running ? 'running' : 'not running'}`,
    ...describeJournal(dir, running),
  ];
}

function describeJournal(dir: string, running: boolean): string[] {
  const db = openForReading(dir);
  if (db === undefined) return ['journal    none yet'];
  try {
    const counts = countJournal(db);
    const jobs = jobStates.map((state) => `${counts.jobs[state]} ${state}`).join(', ');
    const meta = new MetaRows(db);
    return [
      `link       ${running ? (meta.get('link_state') ?? 'down') : 'down'}`,
      `journal    ${meta.get('journal_id')}`,
      `jobs       ${jobs}`,
      `waiting    ${counts.unsentReports} reports, ${counts.unackedInbound} inbound texts`,
    ];
  } finally {
    db.close();
  }
}

function isRunning(dir: string): boolean {
  const lock = lockDir(dir);
  lock?.release();
  return lock === undefined;
}

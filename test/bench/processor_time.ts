// Processor time of processes on this machine.
import { readFile } from 'node:fs/promises';
import type { openPool } from '../../server/store/postgres/driver.ts';

/** Linux counts processor time in hundredths of a second (proc(5)). */
const msPerTick = 10;

/** What a process has used so far, in milliseconds; NaN when there is none. */
export async function processorMsOf(pid: unknown): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name before it, in parentheses, may hold anything; user and system time are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * msPerTick;
}

/** The same of all other sessions of a pool's database. What ended meanwhile is not in it. */
export async function databaseMsOf(pool: ReturnType<typeof openPool>): Promise<number> {
  const rows = await pool.run(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    [],
  );
  const times = await Promise.all(rows.map(([pid]) => processorMsOf(pid)));
  return times.reduce((total, time) => total + (time || 0), 0);
}

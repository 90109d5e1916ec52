// Reads /proc: who is that process, and does it still run? It never signals anyone.
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';

/** A running process. The pair of `pid` and `startTicks` is never used twice before a reboot. */
export interface ProcessEntry {
  pid: number;
  startTicks: string;
  uid: number;
  /** Its working directory; null when it may not be seen. */
  cwd: string | null;
  /** Its command line. */
  args: readonly string[];
}

const orNull = <Value>(read: () => Value): Value | null => {
  try {
    return read();
  } catch {
    return null;
  }
};

/** Looks a process up; null when there is none, and for a zombie, which does not run any more. */
export function findProcess(pid: number): ProcessEntry | null {
  const stat = orNull(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const owner = orNull(() => statSync(`/proc/${pid}`).uid);
  if (stat === null || owner === null) return null;
  // The name in parentheses may hold anything, so that the fields are counted from its end (proc_pid_stat(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') return null;
  return {
    pid,
    startTicks: fields[19] ?? '',
    uid: owner,
    cwd: orNull(() => readlinkSync(`/proc/${pid}/cwd`)),
    args: (orNull(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? '')
      .split('\0')
      .filter((arg) => arg !== ''),
  };
}

/** True while that very process runs; another one with its pid does not count. */
export const stillRuns = (entry: ProcessEntry): boolean =>
  findProcess(entry.pid)?.startTicks === entry.startTicks;

/** Processes that work in `directory` or name it in their command line. Reads all of /proc: some milliseconds. */
export function findProcessesOn(directory: string): ProcessEntry[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => findProcess(Number(name)))
    .filter((entry) => entry !== null)
    .filter(({ cwd, args }) => cwd === directory || args.includes(directory));
}

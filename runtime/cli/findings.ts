// The findings of a doctor command about a device agent or the service, and their form for people.

/** One thing that was looked at. */
export interface Finding {
  /** `warning`: it works, but something is not as it should be. */
  level: 'ok' | 'warning' | 'fault';
  /** The subject, in two or three words: "serial port", "database", "clock". */
  what: string;
  /** The finding itself, in plain words. */
  detail: string;
  /** The advice; only with a warning or a fault. */
  advice?: string;
}

/** A line, and one below it for the advice; without its line feed. */
export function renderFinding({ level, what, detail, advice }: Finding): string {
  const line = `${level.padEnd(8)} ${what.padEnd(16)} ${detail}`;
  return advice === undefined ? line : `${line}\n${' '.repeat(26)}-> ${advice}`;
}

const counted = (count: number, word: string) =>
  count === 0 ? [] : [`${count} ${word}${count === 1 ? '' : 's'}`];

/** How many of them are no good, in a sentence. */
export function summarizeFindings(findings: readonly Finding[]): string {
  const count = (level: Finding['level']) => findings.filter((finding) => finding.level === level).length;
  const words = [...counted(count('fault'), 'fault'), ...counted(count('warning'), 'warning')];
  return words.length === 0 ? 'All is well.' : `${words.join(', ')}.`;
}

/** True when there is no fault. Warnings do not count. */
export const isSound = (findings: readonly Finding[]): boolean =>
  findings.every(({ level }) => level !== 'fault');

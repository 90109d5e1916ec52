// Sentences about a process that ended.

/** What a process leaves when it ends. */
export interface Ending {
  name: string;
  code: number | null;
  signal: string | null;
  /** The end of its stderr. */
  stderr: string;
  /** Where its log is; absent when it went to the terminal. */
  logFile: string | undefined;
}

const maxLines = 10;

const how = ({ code, signal }: Ending) =>
  signal ? `was ended by ${signal}` : `ended with exit code ${code}`;

/** Why a process ended before it was ready: its own lines if they are meant for a person, else where to look. */
export function describeFailedStart(ending: Ending): string {
  const lines = ending.stderr.split('\n').filter((line) => line.trim() !== '');
  const isStack = lines.some((line) => /^\s+at /.test(line));
  if (lines.length > 0 && !isStack) return lines.slice(-maxLines).join('\n');
  const error = lines.find((line) => /Error\b.*:/.test(line));
  const where = ending.logFile ? `; see ${ending.logFile}` : '';
  return `the ${ending.name} ${how(ending)} before it was ready${error ? `: ${error.trim()}` : ''}${where}`;
}

/** One line about a process that ended unasked and is started again. */
export const describeLoss = (ending: Ending): string =>
  `the ${ending.name} ${how(ending)} and is started again`;

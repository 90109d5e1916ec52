// The agent's log for a person at a terminal: one readable line for each entry, instead of JSON.

const levelNames: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warning',
  50: 'error',
  60: 'fatal',
};

/** An entry as pino writes it; all other fields are its details. */
interface Entry {
  level: number;
  time: number;
  msg?: string;
  process?: string;
  pid?: number;
  hostname?: string;
  [detail: string]: unknown;
}

/** Control characters of a device or a core must not reach the terminal. */
const printable = (text: string) => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '?');

const shown = (value: unknown): string =>
  typeof value === 'string' && /^[^\s=]+$/.test(value) ? value : JSON.stringify(value);

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** The local time of day. */
function timeOfDay(ms: number): string {
  const time = new Date(ms);
  return [time.getHours(), time.getMinutes(), time.getSeconds()].map(twoDigits).join(':');
}

/** "12:30:05 warning  the modem was lost  why=unplugged", with a line break. A line that is no entry is returned as it is. */
export function renderLogLine(line: string): string {
  let entry: Entry;
  try {
    entry = JSON.parse(line);
  } catch {
    return line;
  }
  const { level, time, msg = '', process: _, pid: __, hostname: ___, ...details } = entry;
  const words = Object.entries(details).map(([name, value]) => `${name}=${shown(value)}`);
  const head = `${timeOfDay(time)} ${(levelNames[level] ?? String(level)).padEnd(7)}`;
  return `${printable([head, msg, ...words].join('  '))}\n`;
}

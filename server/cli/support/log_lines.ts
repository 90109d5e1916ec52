// The last lines of the logs that `npm start` keeps, or that somebody names, as they may be shown: of each entry what the service itself writes, and
// nothing that it only passes on.
import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { basename, join } from 'node:path';
import { withoutPrivate } from './private_words.ts';

/** As much of a log's end is read, in bytes. */
const readBytes = 2 * 1024 * 1024;

/** Fields of an entry whose texts are our own words. */
const ownWords = new Set(['process', 'code', 'kind', 'status', 'reason', 'method', 'route', 'point', 'name']);
const isWord = (value: string) => /^[A-Za-z][A-Za-z0-9_ -]{0,40}$/.test(value);

/** Sentences of PostgreSQL's that say what was in a row, or what was asked. */
const quoting = /^(DETAIL|STATEMENT|CONTEXT|QUERY|HINT|LOCATION):/;
const ofPostgres =
  /^(\d{4}-\d\d-\d\d [\d:.]+ \w+) \[\d+\](.*?)(LOG|WARNING|ERROR|FATAL|PANIC|NOTICE|DETAIL|STATEMENT|CONTEXT|QUERY|HINT|LOCATION): +(.*)$/;

function showEntry(entry: Record<string, unknown>): string {
  const { level, time, msg, ...details } = entry;
  const shown = Object.entries(details).map(([name, value]) => {
    const isShown =
      typeof value === 'boolean' ||
      (typeof value === 'number' && (Math.abs(value) < 100_000 || /Id$/.test(name))) ||
      (typeof value === 'string' &&
        ((ownWords.has(name) && isWord(value)) || (/Id$/.test(name) && /^\d+$/.test(value))));
    return [name, isShown ? value : '…'] as const;
  });
  return JSON.stringify({
    level: typeof level === 'number' ? level : 0,
    time: typeof time === 'number' ? new Date(time).toISOString() : '',
    msg: typeof msg === 'string' ? withoutPrivate(msg) : '',
    ...Object.fromEntries(shown),
  });
}

/** A line as it may be shown; undefined for one that is left out. */
export function showLine(line: string): string | undefined {
  if (line.startsWith('{')) {
    try {
      return showEntry(JSON.parse(line));
    } catch {
      return undefined;
    }
  }
  const [, time, , severity = '', words = ''] = ofPostgres.exec(line) ?? [];
  // A line that is neither is the rest of one, or somebody else's.
  if (time === undefined || quoting.test(`${severity}:`)) return undefined;
  return `${time} ${severity}: ${withoutPrivate(words)}`;
}

function readEnd(path: string): string[] {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, readBytes));
    const read = readSync(file, bytes, 0, bytes.length, size - bytes.length);
    const lines = bytes.toString('utf8', 0, read).split('\n');
    // The first one may be the end of a longer one.
    return size > bytes.length ? lines.slice(1) : lines;
  } finally {
    closeSync(file);
  }
}

const readShown = (path: string, most: number): string[] =>
  readEnd(path)
    .flatMap((line) => showLine(line) ?? [])
    .slice(-most);

/** The last `most` lines of logs by the names of their files. Throws for one that cannot be read. */
export const readNamedLogs = (paths: readonly string[], most: number): Record<string, string[]> =>
  Object.fromEntries(paths.map((path) => [basename(path), readShown(path, most)]));

/** The last `most` lines of each log of a data directory, by its name; none where there are no logs. */
export function readLogs(dataDir: string, most: number): Record<string, string[]> {
  const folder = join(dataDir, 'logs');
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.log'));
  } catch {
    return {};
  }
  const read = (name: string) => {
    try {
      return readShown(join(folder, name), most);
    } catch {
      return [];
    }
  };
  return Object.fromEntries(names.sort().map((name) => [name, read(name)]));
}

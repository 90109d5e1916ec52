// Types one line at the operator's command line, against a core of the test's.
import { expect } from 'vitest';
import { systemClock } from '../../../runtime/clock.ts';
import type { Connection } from '../core_client/config.ts';
import { type AdminRun, runAdmin } from '../run.ts';

/** A machine on which no part of the service runs. */
export const nothingHere: AdminRun['here'] = {
  readListeners: () => ({
    core: { host: '127.0.0.1', port: 1 },
    gateway: { host: '127.0.0.1', port: 1 },
    agent: undefined,
  }),
  ask: async () => 'away',
  readMetrics: async () => undefined,
  readSettings: () => [],
};

/** Runs a line; returns how it ended and what it wrote. */
export async function typeLine(line: string, connection: Connection, machine: Partial<AdminRun> = {}) {
  let out = '';
  let error = '';
  const code = await runAdmin({
    words: line === '' ? [] : line.split(' '),
    version: '1.2.3',
    readConnection: () => connection,
    readConnections: () => [connection],
    here: nothingHere,
    readDatabases: () => ({ dataDir: '/nowhere', url: '' }),
    clock: systemClock,
    stopRequests: () => new AbortController().signal,
    writeOut: (text) => {
      out += text;
    },
    writeError: (text) => {
      error += text;
    },
    ...machine,
  });
  return { code, out, error };
}

/** Runs a line with --json; returns its document, and fails the test unless the line was done. */
export async function typeLineForJson(line: string, connection: Connection): Promise<unknown> {
  const { code, out, error } = await typeLine(`${line} --json`, connection);
  expect({ code, error }).toEqual({ code: 0, error: '' });
  return JSON.parse(out);
}

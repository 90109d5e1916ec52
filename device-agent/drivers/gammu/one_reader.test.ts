// What lies in the outbox can be read once, by a reader as gammu is: it opens a file to see that it is there, and then
// once more to read it.
import { closeSync, mkdtempSync, openSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../runtime/clock.ts';
import { handOver } from './one_reader.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'one-reader-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const content = Buffer.from('the words\n');
const give = (waitMs: number, signal = new AbortController().signal) =>
  handOver({
    spool: folder,
    outbox: folder,
    name: 'OUT.smsbackup',
    content,
    replace: async () => {
      await writeFile(join(folder, 'hollow'), 'hollow');
      await rename(join(folder, 'hollow'), join(folder, 'OUT.smsbackup'));
    },
    waitMs,
    clock: systemClock,
    signal,
  });

/** In a thread of libuv each, as a daemon would. */
async function readTwice(path: string): Promise<string[]> {
  const once = () => readFile(path, 'utf8').then((text) => text.replace(/^;\.+\n/gm, ''));
  return [await once(), await once()];
}

test('its words are read once, and who comes later finds the hollow file', async () => {
  const outcome = give(10_000);
  const path = join(folder, 'OUT.smsbackup');
  while (!(await readdir(folder)).includes('OUT.smsbackup'));
  expect(await readTwice(path)).toEqual([content.toString(), 'hollow']);
  expect(await outcome).toBe('read');
});

test('what nobody reads is taken back, and leaves nothing behind', async () => {
  expect(await give(100)).toBe('unread');
  expect(await readdir(folder)).toEqual([]);
  const aborter = new AbortController();
  const stopped = give(60_000, aborter.signal);
  aborter.abort();
  expect(await stopped).toBe('unread');
  expect(await readdir(folder)).toEqual([]);
});

test('a reader that only opens it, and goes, has taken nothing', async () => {
  const outcome = give(10_000);
  while (!(await readdir(folder)).includes('OUT.smsbackup'));
  // Read and write, so that opening does not wait; gone before the pipe is full.
  closeSync(openSync(join(folder, 'OUT.smsbackup'), 'r+'));
  expect(await readTwice(join(folder, 'OUT.smsbackup'))).toEqual([content.toString(), 'hollow']);
  expect(await outcome).toBe('read');
});

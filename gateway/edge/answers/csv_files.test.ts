// How many files are written at a time, and for how long.
import type { Readable } from 'node:stream';
import { beforeEach, expect, test } from 'vitest';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import { CsvFiles } from './csv_files.ts';

const { clock, run, idle } = simulateEachTest();
let files: CsvFiles;
beforeEach(() => {
  files = new CsvFiles(clock);
});

/** Asks for a file without end, of which nobody has read anything yet. */
async function ask(account: number): Promise<Readable> {
  let sent: Readable | undefined;
  const reply = { header: () => {}, send: (file: Readable) => (sent = file) };
  const pages = { head: '', read: async () => 1, write: String };
  await files.send({ method: 'GET' }, reply as never, BigInt(account), pages);
  // What becomes of one that is given up is its client's to see.
  sent?.on('error', () => undefined);
  return sent as Readable;
}
const refused = (account: number) => expect(ask(account)).rejects.toThrow('too many downloads at a time');
async function giveUp(file: Readable | undefined): Promise<void> {
  file?.destroy();
  await idle();
  expect(file?.closed).toBe(true);
}

test('64 files are written at a time, four of an account, and one more is refused until one ends', async () => {
  const open: Readable[] = [];
  for (let n = 0; n < 64; n++) {
    open.push(await ask(Math.floor(n / 4)));
    if (n === 3) await refused(0);
  }
  await refused(16);
  await giveUp(open[1]);
  open.push(await ask(16));
  await refused(17);
  for (const file of open) file.destroy();
});

test('a file that is given up in the turn in which it is first read gives its turn back once', async () => {
  for (let times = 0; times < 10; times++) {
    const file = await ask(1);
    file.read();
    await giveUp(file);
  }
  const open: Readable[] = [];
  for (let n = 0; n < 64; n++) open.push(await ask(n));
  await refused(100);
  for (const file of open) file.destroy();
});

test('a file whose reader takes longer than two minutes for a page is given up', async () => {
  const slow = await ask(1);
  slow.read();
  await idle();
  await run(119_999);
  expect(slow.destroyed).toBe(false);
  await run(1);
  expect(slow.closed).toBe(true);
});

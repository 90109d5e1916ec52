// How many files are written at a time.
import type { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { until } from '../../../runtime/testing/until.ts';
import { CsvFiles } from './csv_files.ts';

/** Asks for a file of which nobody has read anything yet. */
async function ask(files: CsvFiles, owner: string): Promise<Readable> {
  let sent: Readable | undefined;
  const reply = { header: () => {}, send: (file: Readable) => (sent = file) };
  const pages = { head: '', read: async () => 1, write: String };
  await files.send({ method: 'GET' }, reply as never, owner, pages);
  return sent as Readable;
}

test('16 files are written at a time, two of an owner, and one more is refused until one ends', async () => {
  const files = new CsvFiles();
  const open = [await ask(files, 'owner 0'), await ask(files, 'owner 0')];
  await expect(ask(files, 'owner 0')).rejects.toThrow('too many downloads at a time');
  for (let n = 2; n < 16; n++) open.push(await ask(files, `owner ${n}`));
  await expect(ask(files, 'owner 16')).rejects.toThrow('too many downloads at a time');
  open[1]?.destroy();
  await until(() => open[1]?.closed === true);
  open.push(await ask(files, 'owner 16'));
  await expect(ask(files, 'owner 17')).rejects.toThrow('too many downloads at a time');
  for (const file of open) file.destroy();
});

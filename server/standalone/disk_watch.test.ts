import { expect, test } from 'vitest';
import { simulateEachTest } from '../../test/simulation/each_test.ts';
import { watchDisk } from './disk_watch.ts';

const { clock, run } = simulateEachTest();

const mb = 1024 * 1024;

function watched(firstBytes: number) {
  const lines: string[] = [];
  let free = firstBytes;
  const end = watchDisk({ dir: '/data', clock, show: (line) => lines.push(line), freeBytes: () => free });
  const look = async (bytes: number) => {
    free = bytes;
    await run(5_000);
    return lines.splice(0);
  };
  return { lines, look, end };
}

test('a disk that is full at the start is shown at once', () => {
  const { lines, end } = watched(63.5 * mb);
  expect(lines).toEqual([
    'the disk of /data has 63 MB left: once it is full, texts are refused until it has space',
  ]);
  end();
});

test('it is shown once while it lasts, and once when it is over', async () => {
  const { lines, look, end } = watched(900 * mb);
  expect(lines).toEqual([]);
  expect(await look(0.5 * mb)).toEqual(['the disk of /data is full: texts are refused until it has space']);
  expect(await look(0)).toEqual([]);
  expect(await look(100 * mb)).toEqual([]);
  expect(await look(129 * mb)).toEqual(['the disk of /data has space again (129 MB left)']);
  expect(await look(100 * mb)).toEqual([]);
  end();
  expect(await look(0)).toEqual([]);
});

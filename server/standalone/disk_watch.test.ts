import { expect, test } from 'vitest';
import { ManualClock } from '../../runtime/testing/manual_clock.ts';
import { watchDisk } from './disk_watch.ts';

const mb = 1024 * 1024;

function watched(firstBytes: number) {
  const clock = new ManualClock();
  const lines: string[] = [];
  let free = firstBytes;
  const end = watchDisk({ dir: '/data', clock, show: (line) => lines.push(line), freeBytes: () => free });
  const look = (bytes: number) => {
    free = bytes;
    clock.advance(5_000);
    return lines.splice(0);
  };
  return { lines, look, end };
}

test('a disk that is full at the start is shown at once', () => {
  const { lines } = watched(63.5 * mb);
  expect(lines).toEqual([
    'the disk of /data has 63 MB left: once it is full, texts are refused until it has space',
  ]);
});

test('it is shown once while it lasts, and once when it is over', () => {
  const { lines, look, end } = watched(900 * mb);
  expect(lines).toEqual([]);
  expect(look(0.5 * mb)).toEqual(['the disk of /data is full: texts are refused until it has space']);
  expect(look(0)).toEqual([]);
  expect(look(100 * mb)).toEqual([]);
  expect(look(129 * mb)).toEqual(['the disk of /data has space again (129 MB left)']);
  expect(look(100 * mb)).toEqual([]);
  end();
  expect(look(0)).toEqual([]);
});

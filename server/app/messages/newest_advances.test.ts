import { expect, test } from 'vitest';
import { newestAdvances } from './newest_advances.ts';

test('each account advances once, to the newest of its seqs in whatever order they come', () => {
  const changed = [
    { accountId: 1n, seq: 4n },
    { accountId: 2n, seq: null },
    { accountId: 1n, seq: 9n },
    { accountId: 3n, seq: 1n },
    { accountId: 1n, seq: 7n },
  ];
  expect(newestAdvances(changed)).toEqual([
    { accountId: 1n, seq: 9n, queued: false },
    { accountId: 3n, seq: 1n, queued: false },
  ]);
  expect(newestAdvances([{ accountId: 1n, seq: 1n }], true)).toEqual([
    { accountId: 1n, seq: 1n, queued: true },
  ]);
});

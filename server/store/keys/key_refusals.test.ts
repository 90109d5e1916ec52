// What policies refused is kept within bounds, counted exactly, and each key's own.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { QueueRows } from '../../../test/support/queue_rows.ts';
import { mostKeyRefusals, type NotedRefusal } from './key_refusals.ts';

let rows: QueueRows;
const hashOf = (n: number) => n.toString(16).padStart(64, '0');
beforeAll(async () => {
  rows = await QueueRows.create();
  for (const n of [1, 2]) await rows.store.insertKey(1n, hashOf(n), '', '', 0);
});
afterAll(() => rows.close());

const refused = (n: number, fields: Partial<NotedRefusal> = {}): NotedRefusal => ({
  ...{ hash: hashOf(1), code: 'recipient_not_allowed', addressNorm: `+1500555${1_000 + n}` },
  ...{ message: 'no', times: 1, firstAtMs: n, lastAtMs: n },
  ...fields,
});

test('the same refusal is one entry with its count and both instants, also from two cores at once', async () => {
  const { store } = rows;
  await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      store.noteKeyRefusals([refused(1, { times: 2, lastAtMs: 100 + n }), refused(2)]),
    ),
  );
  expect(await store.listKeyRefusals(1n, 1n)).toMatchObject([
    { addressNorm: '+15005551001', times: 20n, firstAtMs: 1, lastAtMs: 109 },
    { addressNorm: '+15005551002', times: 10n },
  ]);
  expect(await store.listKeyRefusals(1n, 2n)).toEqual([]);
});

test('of a key the newest are kept, and of an unknown key none', async () => {
  const { store, inspect } = rows;
  const many = Array.from({ length: 500 }, (_, n) => refused(n, { lastAtMs: 1_000 + n }));
  await store.noteKeyRefusals([...many, refused(1, { hash: hashOf(9) }), refused(7, { hash: hashOf(2) })]);
  const [{ kept } = {}] = await inspect`select count(*)::int as kept from key_refusal`;
  expect(kept).toBe(mostKeyRefusals + 1);
  const listed = await store.listKeyRefusals(1n, 1n);
  expect([listed[0]?.lastAtMs, listed.at(-1)?.lastAtMs]).toEqual([1_499, 1_300]);
});

test('what was last refused before an instant goes', async () => {
  const { store } = rows;
  expect(await store.prune.keyRefusals(1_400, 500)).toBe(101);
  expect(await store.listKeyRefusals(1n, 1n)).toHaveLength(100);
});

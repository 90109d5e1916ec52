// A search looks at a bounded number of texts, in short looks, and one search of an account runs at a time.
import { expect, test } from 'vitest';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import type { Message } from '../../store/messages/message_fields.ts';
import { createSearch } from './search.ts';

const { clock, run } = simulateEachTest();

/** A search over a million texts, of which every thousandth is found; each look takes so long. */
function searchIn(lookMs: number, hold?: () => Promise<void>) {
  const looks: { accountId: bigint; most: number }[] = [];
  const search = createSearch(
    {
      listContacts: async () => [],
      listCountries: async () => new Map(),
      searchThreads: async () => [],
      async searchTexts(accountId, before, _words, most) {
        looks.push({ accountId, most });
        await hold?.();
        await run(lookMs);
        const from = before > 1_000_000n ? 1_000_000n : before;
        return { messages: [{ id: from - 1_000n } as Message], nextBefore: from - 1_000n };
      },
    },
    clock,
  );
  return { search, looks };
}
const asked = (q: string, limit = 50) => ({ q, limit, before: undefined });

test('a search looks twenty times at most, and says where to go on', async () => {
  const { search, looks } = searchIn(1);
  const { messages, nextBefore } = await search(1n, asked('hello'));
  expect([looks.length, messages.length, nextBefore]).toEqual([20, 20, 980_000n]);
});

test('a search begins no look after half a second, and ends when it has found enough', async () => {
  const slow = searchIn(200);
  expect((await slow.search(1n, asked('hello'))).nextBefore).toBe(997_000n);
  const enough = searchIn(1);
  expect((await enough.search(1n, asked('hello', 3))).messages).toHaveLength(3);
  expect(enough.looks.map(({ most }) => most)).toEqual([3, 2, 1]);
});

test('a search has eight words at most', async () => {
  const { search } = searchIn(1);
  await search(1n, asked('aa bb cc dd ee ff gg hh'));
  await expect(search(1n, asked('aa bb cc dd ee ff gg hh ii'))).rejects.toThrow('at most 8 words');
});

test('searches of an account run one after the other, five at most, and those of others beside them', async () => {
  const held = Promise.withResolvers<void>();
  const { search, looks } = searchIn(500, () => held.promise);
  const own = Array.from({ length: 5 }, () => search(1n, asked('hello')));
  const other = search(2n, asked('hello'));
  await expect(search(1n, asked('hello'))).rejects.toMatchObject({ code: 'rate_limited' });
  await new Promise(setImmediate);
  expect(looks.map(({ accountId }) => accountId)).toEqual([1n, 2n]);
  held.resolve();
  await Promise.all([...own, other]);
  expect(looks).toHaveLength(6);
  // One that fails holds nobody up.
  await expect(search(1n, asked('a'))).rejects.toThrow('a word of 2 characters');
  await search(1n, asked('hello'));
});

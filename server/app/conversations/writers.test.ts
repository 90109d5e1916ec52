// Who writes: known to every core, gone within seconds, and bounded.
import { expect, test } from 'vitest';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import { createWriters, mostConversations, mostWriters, writingForMs } from './writers.ts';

const { clock, run } = simulateEachTest();

/** Two cores that hear of each other. */
function startTwo() {
  const said: string[] = [];
  const listeners: ((word: string) => void)[] = [];
  const start = (index: number) =>
    createWriters({
      clock,
      store: { listCountries: async () => new Map() },
      hub: {
        say(_name, word) {
          said.push(word);
          listeners[1 - index]?.(word);
        },
        onWord(listener) {
          listeners[index] = listener;
        },
      },
    });
  return { said, one: start(0), other: start(1) };
}

const number = '+15005550006';
const by = (userId: bigint, accountId = 1n) => ({ accountId, userId });

test('somebody who writes is known to both cores, to others alone, and in no other account', async () => {
  const { one, other, said } = startTwo();
  await one.note(by(7n), number, true);
  for (const core of [one, other]) {
    expect(await core.list(by(8n), number)).toEqual([7n]);
    expect(await core.list(by(7n), number)).toEqual([]);
    expect(await core.list(by(8n, 2n), number)).toEqual([]);
    expect(await core.list(by(8n), '+15005550007')).toEqual([]);
  }
  expect(said).toHaveLength(1);
  expect(said[0]).not.toContain('5005550006');
  await other.note(by(7n), number, false);
  expect(await one.list(by(8n), number)).toEqual([]);
});

test('who says nothing more is gone after 8 seconds, and who goes on is not', async () => {
  const { one, other } = startTwo();
  await one.note(by(7n), number, true);
  await one.note(by(9n), number, true);
  await run(writingForMs - 1);
  await one.note(by(9n), number, true);
  expect(await other.list(by(8n), number)).toEqual([9n, 7n]);
  await run(1);
  for (const core of [one, other]) expect(await core.list(by(8n), number)).toEqual([9n]);
});

test('a conversation has 10 who write, a core knows 10,000 such conversations, and further ones take the place of the oldest', async () => {
  const { one, other } = startTwo();
  const users = Array.from({ length: mostWriters + 1 }, (_, index) => BigInt(index + 1));
  for (const id of users) await one.note(by(id), number, true);
  for (const core of [one, other])
    expect(await core.list(by(99n), number)).toEqual(users.slice(1).toReversed());
  const at = (index: number) => `+1500${String(5_000_000 + index)}`;
  for (let index = 0; index < mostConversations; index++) await one.note(by(7n), at(index), true);
  for (const core of [one, other]) {
    expect(await core.list(by(99n), number)).toEqual([]);
    expect(await core.list(by(99n), at(0))).toEqual([7n]);
    expect(await core.list(by(99n), at(mostConversations - 1))).toEqual([7n]);
  }
});

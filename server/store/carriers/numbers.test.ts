// A number is one account's or nobody's, whoever asks for it at the same time, and lists are in one order everywhere.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../runtime/clock.ts';
import { createDatabase } from '../../../test/support/database.ts';
import { seedAccounts } from '../../../test/support/seed_accounts.ts';
import { type Database, openDatabase } from '../postgres/database.ts';
import { createStore, type Store } from '../store.ts';
import { maxNumbers } from './numbers.ts';

let database: Database;
let store: Store;
let ids: bigint[];
beforeAll(async () => {
  const url = await createDatabase();
  ids = (await seedAccounts(url, 24, 0)).map(({ id }) => id);
  database = openDatabase({ url, clock: systemClock, deadlineMs: 10_000 });
  store = createStore(database);
});
afterAll(() => database.close());

const at = Date.parse('2026-11-20T10:00:00.123Z');
const account = (index: number) => ids[index] as bigint;

test('a number keeps its first time, and another account does not get it', async () => {
  const ref = { carrier: 'main', number: '+12015550101' };
  const first = { ...ref, accountId: account(0), assignedAtMs: at };
  expect(await store.assignNumber(ref, account(0), at)).toEqual(first);
  expect(await store.assignNumber(ref, account(0), at + 5)).toEqual(first);
  expect(await store.assignNumber(ref, account(1), at + 9)).toBe('taken');
  // The same number on another carrier is another number.
  expect(await store.assignNumber({ ...ref, carrier: 'spare' }, account(1), at)).toMatchObject({
    accountId: account(1),
  });
});

test('an unknown account gets none', async () => {
  expect(await store.assignNumber({ carrier: 'main', number: '777' }, 1n, at)).toBe('no_account');
});

test('of twenty accounts that ask at once, one gets the number', async () => {
  const ref = { carrier: 'main', number: '+12015550102' };
  const outcomes = await Promise.all(ids.slice(0, 20).map((id) => store.assignNumber(ref, id, at)));
  const winners = outcomes.filter((outcome) => typeof outcome === 'object');
  expect(winners).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(19);
  const owners = await store.ownersOf('main', [ref.number]);
  expect(owners.get(ref.number)).toEqual({ accountId: winners[0]?.accountId, country: 'US' });
});

test('a number that was released is nobody’s, and can be given to another', async () => {
  const ref = { carrier: 'main', number: 'Acme' };
  await store.assignNumber(ref, account(2), at);
  expect(await store.releaseNumber(ref)).toEqual({ ...ref, accountId: account(2), assignedAtMs: at });
  expect(await store.releaseNumber(ref)).toBeUndefined();
  expect(await store.ownersOf('main', ['Acme'])).toEqual(new Map());
  expect(await store.assignNumber(ref, account(3), at)).toMatchObject({ accountId: account(3) });
});

test('owners are found by carrier and number, and only those that are there', async () => {
  await store.assignNumber({ carrier: 'far', number: '72404' }, account(4), at);
  const owners = await store.ownersOf('far', ['72404', '72405', "x'y", '{"']);
  expect(owners).toEqual(new Map([['72404', { accountId: account(4), country: 'US' }]]));
  expect(await store.ownersOf('main', ['72404'])).toEqual(new Map());
  expect(await store.ownersOf('far', [])).toEqual(new Map());
});

test('pages cover every number once, in order of carrier and number by code point', async () => {
  const owner = account(20);
  const refs = ['b', 'a', 'a-b', 'a1'].flatMap((carrier) =>
    ['Zeta', 'alpha', '+12015550103', '+4915', '12345', 'a b'].map((number) => ({
      carrier: `page-${carrier}`,
      number,
    })),
  );
  for (const ref of refs) await store.assignNumber(ref, owner, at);
  const byCodePoint = [...refs].sort((x, y) => {
    if (x.carrier !== y.carrier) return x.carrier < y.carrier ? -1 : 1;
    return x.number < y.number ? -1 : 1;
  });
  for (const limit of [1, 5, 24, 25]) {
    const seen = [];
    for (;;) {
      const page = await store.listNumbers(owner, seen.at(-1) ?? null, limit);
      seen.push(...page);
      if (page.length < limit) break;
    }
    expect(seen.map(({ carrier, number }) => ({ carrier, number }))).toEqual(byCodePoint);
  }
  const all = await store.listNumbers(null, null, 1_000);
  expect(all.length).toBeGreaterThan(refs.length);
  expect(new Set(all.map(({ accountId }) => accountId)).size).toBeGreaterThan(1);
});

test('an account has a bound of numbers on a carrier; what it has can be asked for again', async () => {
  const owner = account(21);
  await database.writes.run(
    `insert into carrier_number select 'full', '+1' || n, $1::int8, now() from generate_series(1, ${maxNumbers}) n`,
    [owner],
  );
  expect(await store.assignNumber({ carrier: 'full', number: 'One' }, owner, at)).toBe('full');
  expect(await store.assignNumber({ carrier: 'full', number: '+17' }, owner, at)).toMatchObject({
    number: '+17',
  });
  expect(await store.assignNumber({ carrier: 'other', number: 'One' }, owner, at)).toMatchObject({
    number: 'One',
  });
  expect(await store.assignNumber({ carrier: 'full', number: 'One' }, account(22), at)).toMatchObject({
    number: 'One',
  });
});

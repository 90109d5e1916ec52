// What a statement about many accounts says of those that another statement has locked: nothing is done of theirs, not
// even a request counted, and all others' is.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../runtime/clock.ts';
import { createDatabase, openInspector } from '../../../test/support/database.ts';
import { holdRow } from '../../../test/support/held_row.ts';
import { newText } from '../../../test/support/new_text.ts';
import { type SeededAccount, seedAccounts } from '../../../test/support/seed_accounts.ts';
import { hashSecret } from '../../domain/keys/api_key.ts';
import { quotaMonth } from '../../domain/plans/month.ts';
import { type Database, openDatabase } from '../postgres/database.ts';
import { createStore, type Store } from '../store.ts';

let url: string;
let database: Database;
let store: Store;
let inspect: ReturnType<typeof openInspector>;
let locked: SeededAccount;
let other: SeededAccount;
beforeAll(async () => {
  url = await createDatabase();
  database = openDatabase({ url, clock: systemClock, deadlineMs: 5_000, lockTimeoutMs: 50 });
  store = createStore(database);
  inspect = openInspector(url);
  [locked, other] = (await seedAccounts(url, 2, 1)) as [SeededAccount, SeededAccount];
});
afterAll(async () => {
  await inspect.end();
  await database.close();
});

const hashOf = ({ keys }: SeededAccount) => hashSecret(keys[0] as string);
const unknownKey = hashSecret('unknown');

/** Verdicts on a text of each sender. */
async function send(senders: readonly (string | bigint)[], atLock: 'wait' | 'skip') {
  const texts = senders.map((sender) =>
    newText(typeof sender === 'bigint' ? { accountId: sender } : { keyHash: sender }),
  );
  const nowMs = Date.now();
  const month = quotaMonth(nowMs).firstDay;
  const context = {
    nowMs,
    month,
    newestMonth: month,
    deadlineMs: nowMs + 60_000,
    plans: ['pro'],
    caps: [100],
  };
  return (await store.sendTexts(texts, context, atLock)).map(({ verdict }) => verdict);
}

const counted = async (account: SeededAccount) => {
  const [row] = await inspect`select cardinality(stamps) as n from rate_window
    where key_hash = ${Buffer.from(hashOf(account), 'hex')}`;
  return row?.n;
};

test.each(['wait', 'skip'] as const)(
  'of a locked account neither a text is accepted nor a request counted; those of others are (%s)',
  async (atLock) => {
    const held = await holdRow(url, 'account', { id: locked.id });
    const [before, others] = [await counted(locked), await counted(other)];
    const senders = [hashOf(locked), locked.id, hashOf(other), other.id, unknownKey, 1n];
    const verdicts = ['locked', 'locked', 'accepted', 'accepted', 'invalid_key', 'no_account'];
    expect(await send(senders, atLock)).toEqual(verdicts);
    expect([await counted(locked), await counted(other)]).toEqual([before, others + 1]);
    await held.release();
    expect(await send([hashOf(locked), locked.id], atLock)).toEqual(['accepted', 'accepted']);
    expect(await counted(locked)).toBe(before + 1);
  },
);

test('a key whose window is locked is not taken for an unknown one, and a key without a window gets one', async () => {
  await inspect`delete from rate_window where key_hash = ${Buffer.from(hashOf(other), 'hex')}`;
  const held = await holdRow(url, 'rate_window', { key_hash: Buffer.from(hashOf(locked), 'hex') });
  expect(await send([hashOf(locked), hashOf(other), unknownKey, locked.id], 'skip')).toEqual([
    'locked',
    'accepted',
    'invalid_key',
    'accepted',
  ]);
  const keys = [hashOf(locked), hashOf(other), unknownKey].map((hash) => ({ hash, count: 1 }));
  const admitted = await store.admitKeys('account', keys, Date.now());
  expect(admitted.get(hashOf(locked))).toBe('locked');
  expect(admitted.get(hashOf(other))).toMatchObject({ ownerId: other.id, admitted: 1, remaining: 118 });
  expect(admitted.has(unknownKey)).toBe(false);
  await held.release();
  expect((await store.admitKeys('account', keys, Date.now())).get(hashOf(locked))).toMatchObject({
    ownerId: locked.id,
  });
});

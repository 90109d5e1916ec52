// What was stored before is confirmed again only once the commit that stored it has reached a standby: the statement that finds it
// locks a row, so that its own commit waits behind that one.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LoggedRows } from '../../../test/support/logged_rows.ts';

const account = 7n;
let rows: LoggedRows;
beforeAll(async () => {
  rows = await LoggedRows.create();
  await rows.addAccount(account);
});
afterAll(() => rows.close());

/** The transaction that locked or changed the account last. */
const lastLocker = async () => {
  const [row] = await rows.inspect`select xmax::text as locker from account where id = ${String(account)}`;
  return row?.locker as string;
};

test('a received text that comes again is confirmed by a commit of its own', async () => {
  const text = {
    accountId: account,
    deviceId: 1n,
    carrier: null,
    inboundId: 'one',
    ownNumber: null,
    sim: null,
    address: '+15005550006',
    addressNorm: '+15005550006',
    body: 'Hello',
    segments: 1,
    encoding: 'gsm7' as const,
    receivedAtMs: 1_000,
    plainWords: 'hello',
    commonKeyword: null,
    otherSender: null,
  };
  await rows.store.insertInbound([text], 1_000);
  const before = await lastLocker();
  expect(await rows.store.insertInbound([text], 1_000)).toEqual([
    { seq: null, hasSequel: false, isLocked: false },
  ]);
  expect(await lastLocker()).not.toBe(before);
});

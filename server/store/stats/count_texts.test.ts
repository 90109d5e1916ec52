// What is counted is kept: a look reads what has changed since, and sums that do not grow with the texts.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { LoggedRows } from '../../../test/support/logged_rows.ts';

let rows: LoggedRows;
let account = 0n;
beforeAll(async () => {
  rows = await LoggedRows.create();
});
beforeEach(() => rows.addAccount(++account));
afterAll(() => rows.close());

const blockSize = 1_024;
const now = Date.parse('2026-11-20T23:30:00Z');
const onDay = (day: string) => ({ createdAt: `timestamptz '${day} 10:00:00+00'` });
const find = async () => {
  const state = await rows.store.findCountState(account, now);
  if (!state) throw new Error('the account is unknown');
  return state;
};
const begin = async () => (await rows.store.beginCount(account, (await find()).version)) as bigint;
const count = async (...blocks: bigint[]) =>
  rows.store.countBlocks(account, (await find()).version, blocks, null);
const list = (from = '2026-11-01', to = '2026-11-30') =>
  rows.store.listStats(account, { from, to, by: 'day', split: null }, 500);
const none = { deviceId: null, deviceName: null, carrier: null, reason: null };

test('an account without texts has nothing to count, and an unknown one is none', async () => {
  await begin();
  expect(await find()).toMatchObject({ isUsable: true, lowBlock: 1n, changed: [], isLast: true });
  expect(await list()).toEqual([]);
  expect(await rows.store.findCountState(99_999n, 0)).toBeUndefined();
});

test('each text counts on the day that it was accepted or received, by what became of it', async () => {
  await rows.addTexts(account, 3, onDay('2026-10-31'));
  await rows.addTexts(account, 4, { ...onDay('2026-11-01'), status: "'failed'" });
  await rows.addTexts(account, 2, { ...onDay('2026-11-01'), status: "'queued'" });
  await rows.addTexts(account, 5, { ...onDay('2026-11-02'), direction: "'in'", status: "'received'" });
  await rows.addTexts(account, 6, { createdAt: `timestamptz '2026-11-02 23:59:59.999+00'` });
  // Cancelled is a state of its own: nothing failed.
  await rows.addTexts(account, 3, { ...onDay('2026-11-02'), status: "'failed'" });
  await rows.inspect`update message set error = 'cancelled: x' where account_id = ${account} and id > 20`;
  await begin();
  await count(0n);
  expect(await list()).toEqual([
    { ...none, day: '2026-11-01', sent: 6, delivered: 0, failed: 4, cancelled: 0, received: 0, replied: 0 },
    { ...none, day: '2026-11-02', sent: 6, delivered: 6, failed: 0, cancelled: 3, received: 5, replied: 5 },
  ]);
});

test('days are those of the account’s clock, and are counted anew when it has another zone', async () => {
  await rows.addTexts(account, 2, { createdAt: `timestamptz '2026-11-02 23:30:00+00'` });
  await begin();
  await count(0n);
  expect(await list()).toMatchObject([{ day: '2026-11-02', sent: 2 }]);
  await rows.store.setQuietHours(account, { zone: 'Europe/Berlin', from: 0, until: 1 });
  expect(await find()).toMatchObject({ isUsable: false, zone: 'Europe/Berlin', today: '2026-11-21' });
  await begin();
  await count(0n);
  expect(await list()).toMatchObject([{ day: '2026-11-03', sent: 2 }]);
});

test('a text that changes is counted again, however old its block is, and nothing else is due', async () => {
  await rows.addTexts(account, 5 * blockSize, { status: "'sent'" });
  await begin();
  await count(5n, 4n, 3n, 2n, 1n, 0n);
  expect(await find()).toMatchObject({ changed: [], isLast: true, lowBlock: 0n });
  await rows.inspect`with a as (update account set last_seq = last_seq + 1 where id = ${account} returning last_seq)
    update message m set status = 'delivered', seq = a.last_seq from a where account_id = ${account} and m.id = 7`;
  const state = await find();
  expect(state).toMatchObject({ changed: [0n], isLast: true });
  await rows.store.countBlocks(account, state.version, state.changed, state.changedSeq);
  expect((await find()).changed).toEqual([]);
  const sum = { sent: 0, delivered: 0 };
  for (const { sent, delivered } of await list()) {
    sum.sent += sent;
    sum.delivered += delivered;
  }
  expect(sum).toEqual({ sent: 5 * blockSize, delivered: 1 });
});

const received = { direction: "'in'", status: "'received'" };

test('a received text is a reply while one of the ten before it in its conversation was sent', async () => {
  await rows.addTexts(account, 2, { ...onDay('2026-11-01'), ...received, address: "'+15005550007'" });
  await rows.addTexts(account, 1, onDay('2026-11-01'));
  await rows.addTexts(account, 3, { ...onDay('2026-11-02'), ...received, address: "'+15005550007'" });
  await rows.addTexts(account, 11, { ...onDay('2026-11-03'), ...received });
  await begin();
  await count(0n);
  expect(await list()).toMatchObject([
    { day: '2026-11-01', sent: 1, received: 2, replied: 0 },
    { day: '2026-11-02', received: 3, replied: 0 },
    { day: '2026-11-03', received: 11, replied: 10 },
  ]);
});

test('texts are counted anew after a core that knows no replies has counted', async () => {
  await rows.addTexts(account, 1);
  await rows.addTexts(account, 1, received);
  await begin();
  await count(0n);
  await rows.inspect`update stats_count set version = version + 1 where account_id = ${account}`;
  expect(await find()).toMatchObject({ isUsable: false });
  await begin();
  await count(0n);
  expect(await find()).toMatchObject({ isUsable: true });
  expect(await list()).toMatchObject([{ received: 1, replied: 1 }]);
});

test('who counts from an older state than another’s does nothing', async () => {
  await rows.addTexts(account, 5);
  const version = await begin();
  expect(await rows.store.countBlocks(account, version, [0n], null)).toMatchObject({ lowBlock: 0n });
  expect(await rows.store.countBlocks(account, version, [0n], null)).toBeUndefined();
  expect(await rows.store.beginCount(account, version)).toBeUndefined();
  expect(await list()).toMatchObject([{ sent: 5 }]);
});

test('of two that begin or count at the same moment one does', async () => {
  await rows.addTexts(account, 5);
  const begun = await Promise.all([0, 1].map(() => rows.store.beginCount(account, 0n)));
  expect(begun.filter((version) => version !== undefined)).toHaveLength(1);
  const { version } = await find();
  const counted = await Promise.all([0, 1].map(() => rows.store.countBlocks(account, version, [0n], null)));
  expect(counted.filter((to) => to !== undefined)).toHaveLength(1);
  expect(await list()).toMatchObject([{ sent: 5 }]);
});

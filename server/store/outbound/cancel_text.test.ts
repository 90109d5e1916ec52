// A cancel and what it meets in the database: of a cancel and a claim exactly one wins, whichever row they wait for.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { nowMs, QueueRows } from '../../../test/support/queue_rows.ts';

let rows: QueueRows;
beforeAll(async () => {
  rows = await QueueRows.create();
});
beforeEach(async () => {
  await rows.clear();
  await rows.addDevice(1);
});
afterAll(() => rows.close());

const sim = { device: 1, slot: 1 };
const cancel = (id: bigint) => rows.store.cancelText(1n, { id });
const stateOf = async (id: bigint) =>
  (
    await rows.inspect`select status, error, charged, deadline_at from message where id = ${id.toString()}`
  )[0];

test('a text that waits ends as cancelled, is not listed or claimed any more, and gives its unit back once', async () => {
  const id = await rows.addText('+15005550001');
  await rows.inspect`update account set texts_used = 5, period = date_trunc('month', ${new Date(nowMs)}::timestamptz)`;
  expect(await cancel(id)).toMatchObject({ id, seq: expect.any(BigInt) });
  expect(await stateOf(id)).toMatchObject({ status: 'failed', charged: false, deadline_at: null });
  expect((await stateOf(id))?.error).toMatch(/^cancelled: /);
  expect(await cancel(id)).toEqual({ id, seq: null, isForeign: false });
  expect(await rows.inspect`select texts_used from account`).toEqual([{ texts_used: 4 }]);
  expect(await rows.list()).toEqual([]);
  expect(await rows.claim(sim, [id])).toEqual([{ kind: 'lost' }]);
});

test('a claim that waits for the account while its text is cancelled gets nothing', async () => {
  const id = await rows.addText('+15005550001');
  const [claimed] = await rows.overtake(
    () => rows.claim(sim, [id]),
    (sql) =>
      sql`update message set status = 'failed', error = 'cancelled: x', deadline_at = null where id = ${id.toString()}`,
  );
  expect(claimed).toEqual({ kind: 'lost' });
});

test('a cancel that waits for the account while its text is claimed changes nothing', async () => {
  const id = await rows.addText('+15005550001');
  const cancelled = await rows.overtake(
    () => cancel(id),
    (sql) =>
      sql`update message set status = 'sending', device_id = 1, sim = 1, attempt = 1 where id = ${id.toString()}`,
  );
  expect(cancelled).toEqual({ id, seq: null, isForeign: false });
  expect(await stateOf(id)).toMatchObject({ status: 'sending', charged: true });
});

test.each([
  ['queued for a carrier', "status = 'queued', route = 'gateway'", true],
  ['waiting for another try, nothing of it left', "status = 'sending', route = 'gateway'", true],
  [
    'waiting for another try, a part of it may have left',
    "status = 'sending', route = 'gateway', carrier = 'a'",
    false,
  ],
  ['claimed for a carrier', "status = 'sending', route = 'gateway', carrier = 'a', holder = 7", false],
  ['handed over to a phone', "status = 'sending', device_id = 1", false],
  ['sent', "status = 'sent', sent_at = now()", false],
  ['delivered', "status = 'delivered'", false],
  ['expired', "status = 'failed', error = 'expired_in_queue: x'", false],
  ['received', "direction = 'in'", undefined],
])(
  'a text that is %s is cancelled only if nothing of it can have left',
  async (_title, state, isCancelled) => {
    const id = await rows.addText('+15005550001');
    await rows.inspect.unsafe(`update message set ${state} where id = ${id}`);
    const done = await cancel(id);
    expect(done === undefined ? undefined : done.seq !== null).toBe(isCancelled);
  },
);

test('a text is found by its client_ref, and no text of another account by either', async () => {
  const id = await rows.addText('+15005550001');
  await rows.inspect`update message set client_ref = 'r'`;
  expect(await rows.store.cancelText(2n, { clientRef: 'r' })).toBeUndefined();
  expect(await rows.store.cancelText(2n, { id })).toBeUndefined();
  expect(await rows.store.cancelText(1n, { clientRef: 'x' })).toBeUndefined();
  expect(await rows.store.cancelText(1n, { clientRef: 'r' })).toMatchObject({ id, seq: expect.any(BigInt) });
});

test('of a key that cancels only its own texts no other is ended, and none is asked back from the phone that holds it', async () => {
  const ids = { own: 0n, ofAnother: 0n, ofNobody: 0n };
  for (const [name, steps] of [
    ['own', 'k7\n'],
    ['ofAnother', 'k70\n'],
    ['ofNobody', null],
  ] as const) {
    ids[name] = await rows.addText('+15005550001');
    await rows.inspect`update message set steps = ${steps} where id = ${ids[name].toString()}`;
  }
  const only = (id: bigint) => rows.store.cancelText(1n, { id }, { only: 7n });
  for (const id of [ids.ofAnother, ids.ofNobody]) {
    expect(await only(id)).toEqual({ id, seq: null, isForeign: true });
    await rows.inspect`update message set status = 'sending', device_id = 1 where id = ${id.toString()}`;
    expect(await only(id)).toEqual({ id, seq: null, isForeign: true });
  }
  expect(await only(ids.own)).toEqual({ id: ids.own, seq: expect.any(BigInt), isForeign: false });
  expect(await rows.inspect`select from message where wanted_back_at is not null`).toHaveLength(0);
});

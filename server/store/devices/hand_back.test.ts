// A text that a device hands back waits for another, as long as it would have waited anyway, and counts in no budget. Only the
// device that holds it can hand it back, and only once.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { nowMs, QueueRows } from '../../../test/support/queue_rows.ts';

let rows: QueueRows;
beforeAll(async () => {
  rows = await QueueRows.create();
});
beforeEach(() => rows.clear());
afterAll(() => rows.close());

const first = { device: 1, slot: 1 };
const second = { device: 2, slot: 1 };
const graceMs = 3600_000;

const identityOf = async (id: bigint): Promise<string> =>
  (await rows.inspect`select identity from message where id = ${id}`)[0]?.identity;

const handBack = async (
  id: bigint,
  {
    device = 1n,
    attempt = 1,
    identity,
  }: { device?: bigint; attempt?: number; identity?: string | null } = {},
  atLock?: 'skip',
) =>
  rows.store.handBackTexts(
    [
      {
        ...{ accountId: 1n, deviceId: device, id, attempt },
        identity: identity === undefined ? await identityOf(id) : identity,
        ...{ atMs: nowMs + 1_000, reason: 'the phone is gone' },
      },
    ],
    graceMs,
    atLock,
  );
const taken = async (...asked: Parameters<typeof handBack>) => (await handBack(...asked))[0]?.isTaken;
const textOf = async (id: bigint) => {
  const [row] = await rows.inspect`select status, device_id, sim, attempt, seq, deadline_at, error, charged
    from message where id = ${id}`;
  return row;
};
const usedOf = async (atMs = nowMs) =>
  (await rows.store.listSims(1n, [1n], atMs)).map((sim) => [sim.usedMinute, sim.usedDay, sim.usedMonth]);

/** A text that was claimed for the first device. */
async function addClaimed(parts = 1, claimedAtMs = nowMs): Promise<bigint> {
  const id = await rows.addText('+15005551000', parts);
  expect((await rows.claim(first, [id], { atMs: claimedAtMs }))[0]?.kind).toBe('claimed');
  return id;
}

test('a text that is handed back is sending to its readers, as it was, and another device can claim it once', async () => {
  await rows.addDevice(1);
  await rows.addDevice(2);
  const id = await addClaimed();
  const before = await textOf(id);
  expect(await rows.list()).toEqual([]);
  expect(await taken(id)).toBe(true);
  expect(await textOf(id)).toEqual({
    ...before,
    ...{ device_id: null, sim: null, attempt: 2, deadline_at: new Date(nowMs + 24 * 3600_000) },
  });
  expect((await rows.list()).map((text) => text.id)).toEqual([id]);
  // Its recipient stays on the first device, unless the dispatcher says what it saw.
  expect((await rows.claim(second, [id]))[0]?.kind).toBe('lost');
  const [{ version } = {}] = await rows.inspect`select xmin::text as version from thread`;
  const [claimed] = await rows.claim(second, [id], { version });
  expect(claimed).toMatchObject({ kind: 'claimed', text: { id, attempt: 3 } });
  expect(await rows.list()).toEqual([]);
  expect((await rows.claim(first, [id]))[0]?.kind).toBe('lost');
});

test('a text is handed back once, by the device that holds it and for the hand-over that it names', async () => {
  await rows.addDevice(1);
  await rows.addDevice(2);
  const id = await addClaimed();
  expect(await taken(id, { device: 2n })).toBe(false);
  expect(await taken(id, { attempt: 2 })).toBe(false);
  expect(await taken(id, { identity: null })).toBe(false);
  expect(await taken(id)).toBe(true);
  expect(await taken(id)).toBe(false);
  expect(await taken(id, { attempt: 2 })).toBe(false);
  await rows.claim(first, [id]);
  expect(await taken(id)).toBe(false);
  expect((await textOf(id))?.device_id).toBe(1n);
});

test('a text that has left cannot be handed back', async () => {
  await rows.addDevice(1);
  const id = await addClaimed();
  await rows.inspect`update message set status = 'sent' where id = ${id}`;
  expect(await taken(id)).toBe(false);
});

test('a text whose account is locked is passed over and is still with its device', async () => {
  await rows.addDevice(1);
  const id = await addClaimed();
  await rows.inspect.begin(async (sql) => {
    await sql`select from account where id = 1 for update`;
    expect(await handBack(id, {}, 'skip')).toMatchObject([{ isTaken: false, isLocked: true }]);
  });
  expect(await taken(id)).toBe(true);
});

test('a text that is handed back ends, and is not charged, if its account wants it back', async () => {
  await rows.addDevice(1);
  const id = await addClaimed();
  await rows.inspect`update message set wanted_back_at = now() where id = ${id}`;
  expect(await taken(id)).toBe(true);
  expect(await textOf(id)).toMatchObject({ status: 'failed', charged: false });
  expect((await textOf(id))?.error).toMatch(/^cancelled: /);
  expect(await rows.list()).toEqual([]);
});

test('a text that is handed back counts no more in the minute, day and month of its SIM', async () => {
  await rows.addDevice(1);
  await rows.setBudget(first, { perDay: 3 });
  const id = await addClaimed(3);
  expect(await usedOf()).toEqual([[3, 3, 3]]);
  await taken(id);
  expect(await usedOf()).toEqual([[0, 0, 0]]);
  expect((await rows.claim(first, [id]))[0]?.kind).toBe('claimed');
  expect(await usedOf()).toEqual([[3, 3, 3]]);
});

test('a text that was handed over on another day gives nothing back to the budget of today', async () => {
  await rows.addDevice(1);
  const early = await addClaimed(2);
  const tomorrowMs = nowMs + 12 * 3600_000;
  const late = await rows.addText('+15005551001');
  await rows.claim(first, [late], { atMs: tomorrowMs });
  expect(await usedOf(tomorrowMs)).toEqual([[1, 1, 3]]);
  await taken(early);
  expect(await usedOf(tomorrowMs)).toEqual([[1, 1, 1]]);
});

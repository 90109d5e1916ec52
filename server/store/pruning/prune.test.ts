// What has had its time goes, in small steps; what still counts stays, and a row that somebody has locked waits for nobody.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../runtime/clock.ts';
import { createLog } from '../../../runtime/log.ts';
import { QueueRows } from '../../../test/support/queue_rows.ts';
import { startPruner } from '../../app/pruning/pruner.ts';

let rows: QueueRows;
beforeAll(async () => {
  rows = await QueueRows.create();
});
beforeEach(() => rows.clear());
afterAll(() => rows.close());

const nowMs = Date.parse('2026-06-01T00:00:00Z');
const dayMs = 24 * 3_600_000;
const daysAgo = (days: number) => nowMs - days * dayMs;
const hashOf = (n: number) => n.toString(16).padStart(64, '0');

async function prune() {
  const clock = { ...systemClock, nowMs: () => nowMs };
  const pruner = startPruner({ store: rows.store, clock, log: createLog('test', 'silent') });
  const gone = await pruner.prune();
  await pruner.stop();
  return gone;
}

test('revoked keys go after 90 days with their windows; the newest of an account stays, so that no number comes again', async () => {
  const { store, inspect } = rows;
  for (let n = 1; n <= 4; n++) await store.insertKey(1n, hashOf(n), '', '', 0);
  await store.revokeKey(1n, 1n, daysAgo(91));
  await store.revokeKey(1n, 2n, daysAgo(89));
  await store.revokeKey(1n, 4n, daysAgo(91));
  expect(await prune()).toBe(1);
  expect((await store.listKeys(1n, 0n, 10)).map(({ id }) => id)).toEqual([2n, 3n, 4n]);
  expect(await inspect`select from rate_window`).toHaveLength(3);
  expect(await store.insertKey(1n, hashOf(5), '', '', 0)).toBe(5n);
  expect(await prune()).toBe(1);
  expect((await store.listKeys(1n, 0n, 10)).map(({ id }) => id)).toEqual([2n, 3n, 5n]);
});

test('a key whose window is locked keeps no other from going', async () => {
  const { store, inspect } = rows;
  for (const n of [11, 12, 13]) await store.insertKey(1n, hashOf(n), '', '', 0);
  const ids = (await store.listKeys(1n, 0n, 10)).slice(-3).map(({ id }) => id);
  await store.revokeKey(1n, ids[0] as bigint, daysAgo(100));
  await store.revokeKey(1n, ids[1] as bigint, daysAgo(95));
  await inspect.begin(async (sql) => {
    await sql`select from rate_window where key_hash = decode(${hashOf(11)}, 'hex') for update`;
    expect(await prune()).toBe(1);
  });
  expect(await prune()).toBe(1);
});

test('revoked platform keys go after 90 days, with their links', async () => {
  const { store, inspect } = rows;
  const platformKeyId = await store.insertPlatformKey(hashOf(21), 'Gone', '', 0);
  await store.linkAccount({ platformKeyId, accountId: 1n }, 0);
  await store.revokePlatformKey(platformKeyId, daysAgo(91));
  expect(await prune()).toBe(1);
  expect(await inspect`select from platform_link`).toHaveLength(0);
  expect(await store.listPlatformKeys(0n, 10)).toEqual([]);
});

test('unpaired devices go after 90 days with their SIMs, once they hold no text; their recipients go to another', async () => {
  const { store, inspect } = rows;
  await rows.addDevice(1, [1, 2]);
  await rows.addDevice(2);
  await rows.addDevice(3);
  const id = await rows.addText('+15005550006');
  await rows.keep('+15005550006', { device: 1, slot: 1 });
  await inspect`update device set unpaired_at = ${new Date(daysAgo(91))} where id in (1, 2)`;
  const held = await rows.addText('+15005550007');
  await inspect`update message set status = 'sending', device_id = 2 where id = ${held}`;
  expect(await prune()).toBe(1);
  expect((await store.listDevices(1n, 0n, 10)).map((device) => device.id)).toEqual([2n, 3n]);
  expect(await inspect`select from sim where device_id = 1`).toHaveLength(0);
  const [waiting] = await rows.list();
  expect(waiting).toMatchObject({ id, keptOn: { deviceId: 1n }, version: expect.any(String) });
  await inspect`update message set status = 'failed' where id = ${held}`;
  expect(await prune()).toBe(1);
});

test('pairing codes go a day after they ended, used or not', async () => {
  const { store, inspect } = rows;
  for (const [n, endMs] of [daysAgo(2), daysAgo(2), daysAgo(0.5)].entries())
    await store.insertPairingCode({
      accountId: 1n,
      codeHash: hashOf(31 + n),
      deviceName: '',
      nowMs: endMs - 1,
      expiresAtMs: endMs,
    });
  await store.pairDevice(hashOf(31), hashOf(41), '', daysAgo(2) - 1);
  expect(await prune()).toBe(2);
  expect(await inspect`select from pairing_code`).toHaveLength(1);
});

test('many rows go in small steps', async () => {
  await rows.inspect`insert into billing_event (id, received_at)
    select 'evt_' || n, ${new Date(daysAgo(61))} from generate_series(1, 1200) s (n)`;
  expect(await rows.store.prune.billingEvents(daysAgo(60), 500)).toBe(500);
  expect(await prune()).toBe(700);
});

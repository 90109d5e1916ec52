// What `doctor` reads of a real database.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LoggedRows } from '../../../test/support/logged_rows.ts';
import { tableNames } from '../schema/tables.ts';

const nowMs = Date.parse('2026-03-10T12:00:00Z');
let rows: LoggedRows;
beforeAll(async () => {
  rows = await LoggedRows.create();
  await rows.addAccount(5n);
});
afterAll(() => rows.close());

test('how the database is set up, with the newest migration that it has', async () => {
  const setup = await rows.store.readSetup();
  expect(setup).toMatchObject({ standbys: 0, isSynchronous: false, isVacuumed: expect.any(Boolean) });
  expect(setup?.version).toMatch(/^\d\d/);
  expect(setup?.connections).toBeGreaterThan(0);
  expect(setup?.migrationMs).toBe(setup?.knownMigrationMs);
  expect(Math.abs((setup?.atMs ?? 0) - Date.now())).toBeLessThan(3_600_000);
});

test('devices that are linked, away, never linked, unable to send and unpaired are counted apart', async () => {
  const add = (id: number, more: Record<string, unknown>) => {
    const row = { link_epoch: 0, agent_version: '1', driver: 'at', created_at: new Date(nowMs), ...more };
    return rows.inspect`insert into device ${rows.inspect({ account_id: '5', id, name: 'x', token_hash: Buffer.from([id]), ...row } as never)}`;
  };
  const [past, future] = [new Date(nowMs - 60_000), new Date(nowMs + 1)];
  await add(1, { online_until: future, last_seen_at: past });
  await add(2, { online_until: future, last_seen_at: past, problem: 'no_sim' });
  await add(3, { online_until: past, last_seen_at: past });
  await add(4, { online_until: null, last_seen_at: new Date(nowMs - 90_000) });
  await add(6, { online_until: null, last_seen_at: null });
  await add(7, { online_until: past, last_seen_at: past, unpaired_at: past });
  expect(await rows.store.readTroubles(nowMs)).toEqual({
    ...{ linked: 2, away: 2, withProblem: 1 },
    ...{ failingWebhooks: 0, disabledWebhooks: 0, heldTexts: 0 },
  });
  expect(await rows.store.listAwayDevices(nowMs)).toEqual([
    { accountId: 5n, deviceId: 3n, lastSeenAtMs: nowMs - 60_000 },
    { accountId: 5n, deviceId: 4n, lastSeenAtMs: nowMs - 90_000 },
  ]);
});

test('every table has its size', async () => {
  const sizes = await rows.store.listTableSizes();
  expect(sizes.map(({ name }) => name).toSorted()).toEqual(tableNames.toSorted());
  expect(sizes.every(({ rows: count, bytes }) => count >= 0 && bytes > 0)).toBe(true);
});

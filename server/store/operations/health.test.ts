// How the service is.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LoggedRows } from '../../../test/support/logged_rows.ts';

let rows: LoggedRows;
beforeAll(async () => {
  rows = await LoggedRows.create();
  await rows.addAccount(5n);
});
afterAll(() => rows.close());

test('stats: what waits for devices and for carriers, and how the database is', async () => {
  await rows.addTexts(5n, 3, { status: "'queued'" });
  await rows.addTexts(5n, 2, { status: "'queued'", route: "'gateway'" });
  await rows.addTexts(5n, 4);
  const stats = await rows.store.readStats();
  expect(stats).toMatchObject({ waitingForDevice: 3, waitingForCarrier: 2, carrierCores: 0 });
  expect(stats?.databaseBytes).toBeGreaterThan(1e6);
  expect(stats?.connections).toBeGreaterThan(0);
  expect(stats?.databaseVersion).toMatch(/^\d\d/);
});

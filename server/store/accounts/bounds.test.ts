// What an account, or a platform key, may have so many times: exactly so many are taken, however many come at once, and the
// next is refused.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../runtime/clock.ts';
import { createDatabase, openInspector } from '../../../test/support/database.ts';
import { seedAccounts } from '../../../test/support/seed_accounts.ts';
import { maxNumbers } from '../carriers/numbers.ts';
import { maxCodes, maxDevices, maxKeptDevices } from '../devices/pairing.ts';
import { maxKeptKeys, maxKeys } from '../keys/keys.ts';
import { maxOptOuts } from '../opt_outs/opt_outs.ts';
import { maxLinks } from '../platforms/platforms.ts';
import { type Database, openDatabase } from '../postgres/database.ts';
import { createStore, type Store } from '../store.ts';

/** Two cores. */
let databases: Database[];
let stores: Store[];
let sql: ReturnType<typeof openInspector>;
let url: string;
let accountId: bigint;
const nowMs = Date.parse('2026-03-10T12:00:00Z');

beforeAll(async () => {
  url = await createDatabase();
  databases = [0, 1].map(() => openDatabase({ url, clock: systemClock, deadlineMs: 20_000 }));
  stores = databases.map((database) => createStore(database));
  sql = openInspector(url);
});
beforeEach(async () => {
  accountId = (await seedAccounts(url, 1, 0))[0]?.id ?? 0n;
});
afterAll(async () => {
  await sql.end();
  await Promise.all(databases.map((database) => database.close()));
});

let names = 0;
const hash = () => (++names).toString(16).padStart(64, '0');

/** Adds twice as many as there may be, at once and on two cores; returns how many were taken and how many were refused. */
async function addAtOnce(most: number, add: (store: Store) => Promise<unknown>) {
  const said = await Promise.all(
    Array.from({ length: 2 * most }, (_, index) => add(stores[index % 2] as Store)),
  );
  const refused = said.filter((answer) => answer === 'full').length;
  return { taken: said.length - refused, refused };
}

test('account keys: so many work at a time, and one more once one is revoked', async () => {
  const bounds = { most: 10, mostKept: 14 };
  const add = (store: Store) => store.insertKey(accountId, hash(), 'label', 'hint', nowMs, { bounds });
  expect(await addAtOnce(10, add)).toEqual({ taken: 10, refused: 10 });
  const [store] = stores as [Store];
  for (let id = 1n; id <= 4n; id++) {
    await store.revokeKey(accountId, id, nowMs);
    expect(await add(store)).toBe(10n + id);
    expect(await add(store)).toBe('full');
  }
  // Those that were revoked are kept, and counted, too.
  await store.revokeKey(accountId, 5n, nowMs);
  expect(await add(store)).toBe('full');
  expect(await store.insertKey(7n, hash(), 'label', 'hint', nowMs, { bounds })).toBe('no_account');
});

const codeOf = (codeHash = hash()) => ({
  accountId,
  codeHash,
  deviceName: '',
  nowMs,
  expiresAtMs: nowMs + 900_000,
});

test('pairing codes: so many work at a time; one more once one is used or has ended', async () => {
  const bounds = { most: 10, mostDevices: 100, mostKept: 100 };
  const first = codeOf();
  const [store] = stores as [Store];
  expect(await store.insertPairingCode(first, bounds)).toBe('stored');
  const add = (of: Store) => of.insertPairingCode(codeOf(), bounds);
  expect(await addAtOnce(9, add)).toEqual({ taken: 9, refused: 9 });
  expect(await store.pairDevice(first.codeHash, hash(), 'phone', nowMs)).toBeDefined();
  expect([await add(store), await add(store)]).toEqual(['stored', 'full']);
  await sql`update pairing_code set expires_at = ${new Date(nowMs)} where account_id = ${accountId} and used_at is null`;
  expect(await add(store)).toBe('stored');
});

test('devices: as many as there may be, with the codes that may become one', async () => {
  // The account has one device.
  const bounds = { most: 100, mostDevices: 6, mostKept: 8 };
  const [store] = stores as [Store];
  const codes = Array.from({ length: 10 }, () => codeOf());
  let next = 0;
  const add = (of: Store) => of.insertPairingCode(codes[next++] ?? codeOf(), bounds);
  expect(await addAtOnce(5, add)).toEqual({ taken: 5, refused: 5 });
  const paired = await Promise.all(
    codes.map(({ codeHash }) => store.pairDevice(codeHash, hash(), 'phone', nowMs)),
  );
  expect(paired.filter((device) => device !== undefined)).toHaveLength(5);
  expect(await add(store)).toBe('full');
  await store.unpairDevice(accountId, 1n, nowMs);
  expect([await add(store), await add(store)]).toEqual(['stored', 'full']);
  await store.unpairDevice(accountId, 2n, nowMs);
  await store.unpairDevice(accountId, 3n, nowMs);
  // With those that were unpaired there are six, and a code.
  expect([await add(store), await add(store)]).toEqual(['stored', 'full']);
});

test('accounts of a platform key, and numbers of an account on a carrier', async () => {
  const [store] = stores as [Store];
  const platformKeyId = await store.insertPlatformKey(hash(), 'Integrator', '', nowMs);
  const accounts = await seedAccounts(url, 20, 0);
  let next = 0;
  const link = (of: Store) =>
    of.linkAccount({ platformKeyId, accountId: accounts[next++]?.id ?? 0n }, nowMs, 10);
  expect(await addAtOnce(10, link)).toEqual({ taken: 10, refused: 10 });
  const linked = await store.listLinkedAccounts(platformKeyId, { name: '', id: 0n }, 100);
  expect(linked).toHaveLength(10);
  const there = { platformKeyId, accountId: linked?.[0]?.id ?? 0n };
  expect(await store.linkAccount(there, nowMs + 5, 10)).toEqual({ name: 'Integrator', linkedAtMs: nowMs });
  let number = 15_550_000_000;
  const assign = (of: Store) =>
    of.assignNumber({ carrier: 'main', number: `+${number++}` }, accountId, nowMs, 10);
  expect(await addAtOnce(10, assign)).toEqual({ taken: 10, refused: 10 });
});

test('opt-outs that the account adds itself, one by one and in files; one more once one is lifted', async () => {
  const [store] = stores as [Store];
  let next = 15_550_000_000;
  const add = (of: Store, count = 1) => {
    const addresses = Array.from({ length: count }, () => `+${next++}`);
    return of.addOptOuts(accountId, addresses, 'api', nowMs, 10);
  };
  expect(await add(store, 11)).toBe('full');
  expect(await add(store, 2)).toBe(2);
  expect(await addAtOnce(8, add)).toEqual({ taken: 8, refused: 8 });
  expect(await store.addOptOuts(accountId, ['+15550000011'], 'api', nowMs, 10)).toBe(0);
  await store.removeOptOut(accountId, '+15550000011');
  expect([await add(store), await add(store)]).toEqual([1, 'full']);
});

test('the bounds are those that the guide states', () => {
  expect(maxOptOuts).toBe(1_000_000);
  expect([maxKeys, maxKeptKeys, maxCodes, maxDevices, maxKeptDevices, maxLinks, maxNumbers]).toEqual([
    1_000, 10_000, 100, 5_000, 10_000, 10_000, 10_000,
  ]);
});

// Small lists: accounts by name, platforms of an account, when keys were last used, and how the service is.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LoggedRows } from '../../../test/support/logged_rows.ts';
import { prepareFindAccounts } from './find_accounts.ts';
import { prepareKeptAddresses } from './kept_addresses.ts';

let rows: LoggedRows;
beforeAll(async () => {
  rows = await LoggedRows.create();
  for (let id = 1n; id <= 40n; id++)
    await rows.addAccount(id, { name: id % 10n === 0n ? `Äpfel ${id}` : `Shop ${id} 100%_\\` });
});
afterAll(() => rows.close());

test('accounts by a part of the name, whatever its case, or by id; pages look at a bounded number', async () => {
  const { findAccounts } = prepareFindAccounts(rows.database, 7);
  const findAll = async (asked: { part: string | null; id: bigint | null }, limit: number) => {
    const ids: bigint[] = [];
    for (let after: bigint | null = 0n; after !== null; ) {
      const page = await findAccounts(asked, after, limit);
      expect(page.accounts.length).toBeLessThanOrEqual(limit);
      ids.push(...page.accounts.map(({ id }) => id));
      after = page.nextAfter;
    }
    return ids;
  };
  for (const limit of [1, 6, 7, 8, 100]) {
    expect(await findAll({ part: null, id: null }, limit)).toHaveLength(40);
    expect(await findAll({ part: 'pFEL', id: null }, limit)).toEqual([10n, 20n, 30n, 40n]);
    expect(await findAll({ part: '33', id: 33n }, limit)).toEqual([33n]);
    expect(await findAll({ part: '%_\\', id: null }, limit)).toHaveLength(36);
    expect(await findAll({ part: '40', id: 4n }, limit)).toEqual([4n, 40n]);
  }
});

test('the platforms of an account, and one of them by its id: none whose key was revoked', async () => {
  const { store } = rows;
  const [one, two, gone] = [
    await store.insertPlatformKey('01'.repeat(32), 'One', 'hint', 0),
    await store.insertPlatformKey('02'.repeat(32), 'Two', 'hint', 0),
    await store.insertPlatformKey('03'.repeat(32), 'Gone', 'hint', 0),
  ];
  for (const platformKeyId of [two, one, gone])
    await store.linkAccount({ platformKeyId, accountId: 1n }, 5_000);
  await store.linkAccount({ platformKeyId: one, accountId: 2n }, 6_000);
  await store.revokePlatformKey(gone, 7_000);
  expect(await store.listAccountPlatforms(1n, 0n, 10)).toEqual([
    { id: one, name: 'One', linkedAtMs: 5_000 },
    { id: two, name: 'Two', linkedAtMs: 5_000 },
  ]);
  expect(await store.listAccountPlatforms(3n, 0n, 10)).toEqual([]);
  expect(await store.findLinkedPlatform(1n, two)).toEqual({ id: two, name: 'Two' });
  expect(await store.findLinkedPlatform(2n, two)).toBeUndefined();
  expect(await store.findLinkedPlatform(1n, gone)).toBeUndefined();
  expect(await store.findLinkedPlatform(1n, 999n)).toBeUndefined();
});

test('a key was last used when it was last admitted', async () => {
  const { store } = rows;
  const used = (await store.insertKey(1n, '0a'.repeat(32), 'used', '', 0)) as bigint;
  const fresh = (await store.insertKey(1n, '0b'.repeat(32), 'fresh', '', 0)) as bigint;
  await rows.inspect`update rate_window set stamps = array[1000, 2500]::int8[]
    where key_hash = decode(${'0a'.repeat(32)}, 'hex')`;
  const keys = await store.listKeys(1n, 0n, 10);
  const lastUsed = (id: bigint) => keys.find((key) => key.id === id)?.lastUsedAtMs;
  expect([lastUsed(used), lastUsed(fresh)]).toEqual([2_500, null]);
});

test('figures: what waits for devices and for carriers, and how the database is', async () => {
  await rows.addTexts(5n, 3, { status: "'queued'" });
  await rows.addTexts(5n, 2, { status: "'queued'", route: "'gateway'" });
  await rows.addTexts(5n, 4);
  const figures = await rows.store.readFigures();
  expect(figures).toMatchObject({ waitingForDevice: 3, waitingForCarrier: 2, carrierCores: 0 });
  expect(figures?.databaseBytes).toBeGreaterThan(1e6);
  expect(figures?.connections).toBeGreaterThan(0);
  expect(figures?.databaseVersion).toMatch(/^\d\d/);
});

test('who stays on a device, in order of address; pages look at a bounded number', async () => {
  const { listKeptAddresses } = prepareKeptAddresses(rows.database, 7);
  await rows.addTexts(6n, 30, { address: `'+150055501' || lpad(n::text, 2, '0')` });
  await rows.inspect`update thread set device_id = 3, sim = 2
    where account_id = 6 and right(address_norm, 1) in ('1', '2')`;
  const expected = ['01', '02', '11', '12', '21', '22'].map((end) => `+150055501${end}`);
  for (const limit of [1, 2, 6, 7, 100]) {
    const found: string[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const page = await listKeptAddresses(6n, 3n, after, limit);
      expect(page.addresses.length).toBeLessThanOrEqual(limit);
      found.push(...page.addresses.map(({ addressNorm }) => addressNorm));
      after = page.nextAfter;
    }
    expect(found).toEqual(expected);
  }
  expect(await listKeptAddresses(6n, 4n, '', 100)).toEqual({ addresses: [], nextAfter: '+15005550106' });
});

test('the ways out of an account, counted', async () => {
  const { store } = rows;
  const nothing = {
    devices: { total: 0, online: 0, problems: 0 },
    hasSimulatedDevice: false,
    numbers: {},
  };
  expect(await store.readWays(10n, 0)).toEqual(nothing);
  for (const [carrier, number] of [
    ['main', '+12015550101'],
    ['main', '+12015550102'],
    ['spare', 'Acme'],
  ] as const)
    await store.assignNumber({ carrier, number }, 9n, 0);
  expect(await store.readWays(9n, 0)).toEqual({ ...nothing, numbers: { main: 2, spare: 1 } });
  await rows.inspect`insert into device (account_id, id, name, token_hash, link_epoch, agent_version, driver, online_until,
      created_at, revoked_at, problem)
    select 9, n, 'phone', decode(lpad(n::text, 64, '0'), 'hex'), 1, '', case when n = 1 then 'simulated' else 'modem' end,
      to_timestamp(n), now(), case when n = 4 then now() end, case when n = 2 then 'no_sim' else '' end
    from generate_series(1, 4) n`;
  expect(await store.readWays(9n, 2_000)).toEqual({
    devices: { total: 3, online: 1, problems: 1 },
    hasSimulatedDevice: true,
    numbers: { main: 2, spare: 1 },
  });
  await rows.inspect`update device set revoked_at = now() where account_id = 9 and driver <> 'simulated'`;
  expect(await store.readWays(9n, 2_000)).toMatchObject({ devices: { total: 1, online: 0 } });
});

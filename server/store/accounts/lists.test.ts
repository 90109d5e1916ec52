// Small lists: accounts by name, platforms of an account, and when keys were last used.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LoggedRows } from '../../../test/support/logged_rows.ts';
import { prepareListAccounts } from './list_accounts.ts';

let rows: LoggedRows;
beforeAll(async () => {
  rows = await LoggedRows.create();
  for (let id = 1n; id <= 40n; id++)
    await rows.addAccount(id, { name: id % 10n === 0n ? `Äpfel ${id}` : `Shop ${id} 100%_\\` });
});
afterAll(() => rows.close());

test('accounts by a part of the name, whatever its case, or by id; pages look at a bounded number', async () => {
  const { listAccounts } = prepareListAccounts(rows.database, 7);
  const findAll = async (asked: { part: string | null; id: bigint | null }, limit: number) => {
    const ids: bigint[] = [];
    for (let after: bigint | null = 0n; after !== null; ) {
      const page = await listAccounts(asked, after, limit);
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
  expect(await store.findAccountPlatform(1n, two)).toEqual({
    id: two,
    name: 'Two',
    linkedAtMs: 5_000,
  });
  expect(await store.findAccountPlatform(2n, two)).toBeUndefined();
  expect(await store.findAccountPlatform(1n, gone)).toBeUndefined();
  expect(await store.findAccountPlatform(1n, 999n)).toBeUndefined();
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

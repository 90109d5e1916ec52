// What an account's pages show: who stays on a device, and the routes.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LoggedRows } from '../../../test/support/logged_rows.ts';
import { prepareDevices } from '../devices/devices.ts';

let rows: LoggedRows;
beforeAll(async () => {
  rows = await LoggedRows.create();
  for (const id of [6n, 9n, 10n]) await rows.addAccount(id);
});
afterAll(() => rows.close());

test('who stays on a device, in order of address; pages look at a bounded number', async () => {
  const { listStickyAddresses } = prepareDevices(rows.database, 7);
  await rows.addTexts(6n, 30, { address: `'+150055501' || lpad(n::text, 2, '0')` });
  await rows.inspect`update thread set device_id = 3, sim = 2
    where account_id = 6 and right(address_norm, 1) in ('1', '2')`;
  const expected = ['01', '02', '11', '12', '21', '22'].map((end) => `+150055501${end}`);
  for (const limit of [1, 2, 6, 7, 100]) {
    const found: string[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const page = await listStickyAddresses(6n, 3n, after, limit);
      expect(page.addresses.length).toBeLessThanOrEqual(limit);
      found.push(...page.addresses.map(({ addressNorm }) => addressNorm));
      after = page.nextAfter;
    }
    expect(found).toEqual(expected);
  }
  expect(await listStickyAddresses(6n, 4n, '', 100)).toEqual({ addresses: [], nextAfter: '+15005550106' });
});

test('the routes of an account, counted', async () => {
  const { store } = rows;
  const nothing = {
    devices: { total: 0, online: 0, problems: 0 },
    hasSimulatedDevice: false,
    numbers: {},
  };
  expect(await store.readAccountRoutes(10n, 0)).toEqual(nothing);
  for (const [carrier, number] of [
    ['main', '+12015550101'],
    ['main', '+12015550102'],
    ['spare', 'Acme'],
  ] as const)
    await store.assignNumber({ carrier, number }, 9n, 0);
  expect(await store.readAccountRoutes(9n, 0)).toEqual({ ...nothing, numbers: { main: 2, spare: 1 } });
  await rows.inspect`insert into device (account_id, id, name, token_hash, link_epoch, agent_version, driver, online_until,
      created_at, unpaired_at, problem)
    select 9, n, 'phone', decode(lpad(n::text, 64, '0'), 'hex'), 1, '', case when n = 1 then 'simulated' else 'modem' end,
      to_timestamp(n), now(), case when n = 4 then now() end, case when n = 2 then 'no_sim' else '' end
    from generate_series(1, 4) n`;
  expect(await store.readAccountRoutes(9n, 2_000)).toEqual({
    devices: { total: 3, online: 1, problems: 1 },
    hasSimulatedDevice: true,
    numbers: { main: 2, spare: 1 },
  });
  await rows.inspect`update device set unpaired_at = now() where account_id = 9 and driver <> 'simulated'`;
  expect(await store.readAccountRoutes(9n, 2_000)).toMatchObject({ devices: { total: 1, online: 0 } });
});

test('accounts and people are found by their names in any case, in any alphabet', async () => {
  const { store } = rows;
  await rows.addAccount(20n, { name: 'Österreichische Post' });
  await rows.addAccount(21n, { name: 'Аптека' });
  await rows.inspect`insert into app_user (id, email, name, password_hash, is_operator, totp_last_step, created_at)
    values (30, 'oe@example.com', 'Örjan', '', false, 0, now()), (31, 'jo@example.com', 'ЖАННА', '', false, 0, now())`;
  const accountsOf = async (part: string) =>
    (await store.listAccounts({ part, id: null }, 0n, 100)).accounts.map(({ id }) => id);
  for (const part of ['österreich', 'ÖSTERREICH']) expect(await accountsOf(part)).toEqual([20n]);
  for (const part of ['аптека', 'АПТЕКА']) expect(await accountsOf(part)).toEqual([21n]);
  const peopleOf = async (part: string) =>
    (await store.listUsers({ part, id: null }, 0n, 100)).users.map(({ id }) => id);
  for (const part of ['örjan', 'ÖRJAN', 'OE@']) expect(await peopleOf(part)).toEqual([30n]);
  for (const part of ['жанна', 'Жанна']) expect(await peopleOf(part)).toEqual([31n]);
});

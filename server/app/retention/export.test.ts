// An export has every row of an account in every table, and nothing that opens anything.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountTables } from '../../store/retention/account_tables.ts';
import { OptOutWorld } from '../opt_outs/testing/opt_out_world.ts';
import { createExport } from './export.ts';

let world: OptOutWorld;
beforeAll(async () => {
  world = await OptOutWorld.create();
});
afterAll(() => world.close());

async function readAll(account: bigint, most: number) {
  const exportAccount = createExport(world.store, most);
  const lines: string[] = [];
  let pages = 0;
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor; isFirst = false) {
    const page = await exportAccount(account, cursor);
    lines.push(...page.lines);
    cursor = page.nextCursor;
    pages++;
  }
  return { rows: lines.map((line) => JSON.parse(line)), pages };
}

test('has every row once, however small its pages are, and none of another account', async () => {
  const [account, other] = [await world.addAccount(), await world.addAccount()];
  for (let n = 0; n < 7; n++) {
    await world.send(account, { to: `+1500555100${n % 3}`, ref: `r${n}` });
    await world.send(other);
  }
  await world.inspect`insert into feed_mark select ${account}, now() + n * interval '1 minute', n from generate_series(1, 5) n`;
  await world.inspect`insert into stats_day select ${account}, '2026-01-01', 'sent', n, 'main', 1, 0 from generate_series(1, 5) n`;
  const [small, large] = [await readAll(account, 2), await readAll(account, 200)];
  expect(small.rows).toEqual(large.rows);
  expect(small.pages).toBeGreaterThan(large.pages);
  for (const { name } of accountTables) {
    const stored = await world.inspect.unsafe(`select from ${name} where account_id = ${account}`);
    const ofTable = small.rows.filter(({ table }) => table === name);
    expect([name, ofTable.length]).toEqual([name, stored.length]);
  }
  expect(small.rows.filter(({ table }) => table === 'message')).toHaveLength(7);
  expect(small.rows[0]).toMatchObject({ table: 'account', row: { id: Number(account), name: 'a' } });
  expect(small.rows.every(({ row }) => (row.account_id ?? Number(account)) === Number(account))).toBe(true);
});

test('has no key, token or secret', async () => {
  const account = await world.addAccount();
  await world.inspect`insert into webhook (account_id, name, slot, url, secret, previous_secret, types, with_body, cursor_seq,
      cursor_notice, moved_at, created_at, claimed_at)
    values (${account}, 'w', 1, 'https://example.com', 'whsec_a', 'whsec_b', '{}', true, 0, 0, now(), now(), now())`;
  const { rows } = await readAll(account, 200);
  const text = JSON.stringify(rows);
  expect(text).toContain('https://example.com');
  expect(text).not.toMatch(/whsec_|token_hash|"hash"|"secret"/);
});

test('refuses a cursor that it did not answer', async () => {
  const account = await world.addAccount();
  const exportAccount = createExport(world.store);
  const cursorOf = (...place: unknown[]) => Buffer.from(JSON.stringify(place)).toString('base64url');
  for (const cursor of [
    'x',
    cursorOf('pg_authid'),
    cursorOf('message', 7),
    cursorOf('message', '["x"]'),
    cursorOf('message', 'x'),
  ])
    await expect(exportAccount(account, cursor)).rejects.toMatchObject({ code: 'invalid_request' });
});

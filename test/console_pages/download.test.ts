// The log as a file: every text once, whatever its length, as fast as its reader reads, and within its bounds.
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../runtime/testing/until.ts';
import type { TestAccount } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { consoleAsk, createUser, sessionHeaders, type TestUser } from '../support/users.ts';

const many = 101_000;
let stack: Stack;
let sql: ReturnType<typeof openInspector>;
let account: TestAccount;
let large: TestAccount;
let member: TestUser;

beforeAll(async () => {
  stack = await startStack();
  sql = openInspector(stack.databaseUrl);
  [account, large] = [await stack.createAccount(), await stack.createAccount()];
  member = await createUser(stack.databaseUrl, {
    roles: [
      [account.id, 'member'],
      [large.id, 'member'],
    ],
  });
  await sql`insert into message (account_id, id, seq, direction, address, address_norm, body, status, route, segments,
      encoding, charged, attempt, created_at)
    select ${large.id}, n, n, 'out', '+15005550006', '+15005550006', repeat('long text ', 40), 'delivered', 'device', 3,
      'gsm7', true, 1, now() from generate_series(1, ${many}) n`;
  await sql`update account set last_message_id = ${many}, last_seq = ${many} where id = ${large.id}`;
});
afterAll(async () => {
  await sql?.end();
  await stack?.stop();
});

const download = (id: bigint, query = '', method = 'GET') =>
  stack.ask(consoleAsk(`/messages.csv${query}`, member.secret, { account: id, method }));

/** Begins a download and reads nothing of it. */
async function begin(id: bigint, query = '') {
  const { hostname, port } = new URL(stack.gateways[0]?.url ?? '');
  const asked = request({
    hostname,
    port,
    path: `/api/v1/messages.csv${query}`,
    headers: sessionHeaders(member.secret, id),
  });
  const statusCode = await new Promise<number | undefined>((resolve, reject) => {
    asked.on('response', (response) => resolve(response.statusCode));
    asked.on('error', reject);
    asked.end();
  });
  asked.on('error', () => {});
  return { statusCode, leave: () => asked.destroy() };
}

test('each text is a row; what would be a formula is text', async () => {
  await stack.send(account, { body: '=HYPERLINK("http://x")', client_ref: '@ref' });
  await stack.send(account, { body: 'two\nlines, and "quotes"' });
  const { text, headers } = await download(account.id);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  const rows = text.split('\r\n');
  expect(rows[0]).toMatch(/^id,created_at,direction,address_norm,body,status,/);
  expect(rows[1]).toMatch(/^2,"[\dTZ:.-]+","out","'\+15005550006","two\nlines, and ""quotes""","queued",/);
  expect(rows[2]).toContain(`"'=HYPERLINK(""http://x"")"`);
  expect(rows[2]).toContain(`,"'@ref",`);
  expect(rows[3]).toBe('');
  expect((await download(account.id, '?status=failed')).text.split('\r\n')).toHaveLength(2);
  expect((await download(account.id, '', 'HEAD')).text).toBe('');
});

test('one file holds 100,000 texts, and the next one the rest', async () => {
  const { text } = await download(large.id);
  const ids = text
    .split('\r\n')
    .slice(1, -1)
    .map((row) => Number(row.slice(0, row.indexOf(','))));
  expect(ids.length).toBe(100_000);
  expect([ids[0], ids.at(-1), new Set(ids).size]).toEqual([many, many - 99_999, 100_000]);
  const rest = await download(large.id, `?before=${ids.at(-1)}`);
  expect(rest.text.split('\r\n')).toHaveLength(many - 100_000 + 2);
}, 150_000);

test('an account has four downloads at a time, another one its own, and one that its reader leaves makes space', async () => {
  const open = await Promise.all(Array.from({ length: 4 }, () => begin(large.id)));
  expect(open.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  const fifth = await download(large.id, '', 'HEAD');
  expect([fifth.status, fifth.headers['retry-after']]).toEqual([429, '10']);
  expect((await download(account.id)).status).toBe(200);
  open[0]?.leave();
  await until(async () => (await download(large.id, '', 'HEAD')).status === 200);
  for (const file of open.slice(1)) file.leave();
  // What is refused, or asked for without a body, takes no place.
  for (let n = 0; n < 5; n++) expect((await download(account.id, '?status=lost')).status).toBe(400);
  for (let n = 0; n < 5; n++) await download(account.id, '', 'HEAD');
  await until(async () => (await download(account.id)).status === 200);
});

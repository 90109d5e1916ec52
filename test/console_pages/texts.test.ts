// The console's texts: the log, one text, conversations with what is unread, and the check of texts that are not sent.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAccount } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { consoleAsk, createUser, type TestUser } from '../support/users.ts';

let stack: Stack;
let sql: ReturnType<typeof openInspector>;
let account: TestAccount;
let other: TestAccount;
let member: TestUser;

beforeAll(async () => {
  stack = await startStack();
  sql = openInspector(stack.databaseUrl);
  [account, other] = [await stack.createAccount(), await stack.createAccount()];
  member = await createUser(stack.databaseUrl, {
    roles: [
      [account.id, 'member'],
      [other.id, 'member'],
    ],
  });
  for (let n = 0; n < 6; n++)
    await stack.send(account, { address: `+1500555000${n % 3}`, body: `text ${n}`, client_ref: `ref-${n}` });
  await sql`update message set status = 'failed', error = 'rejected_by_network: no', device_id = 1, sim = 2, attempt = 3
    where account_id = ${account.id} and id = 2`;
  await sql`update message set direction = 'in', status = 'received', route = 'gateway', device_id = 0, carrier = 'main'
    where account_id = ${account.id} and id in (3, 6)`;
});
afterAll(async () => {
  await sql?.end();
  await stack?.stop();
});

const get = (path: string, id = account.id) => stack.ask(consoleAsk(path, member.secret, { account: id }));
const idsOf = async (query: string) =>
  (await get(`/messages/log${query}`)).json.messages.map(({ id }: { id: number }) => id);

describe('the log', () => {
  test('newest first, with the way that each text took', async () => {
    const { json } = await get('/messages/log?limit=2');
    expect(json.messages.map(({ id }: { id: number }) => id)).toEqual([6, 5]);
    expect(json.next_before).toBe(5);
    expect(json.messages[0]).toMatchObject({ direction: 'in', device_id: null, carrier: 'main', sim: null });
    expect(json.messages[1]).toMatchObject({
      body: 'text 4',
      client_ref: 'ref-4',
      segments: 1,
      encoding: 'gsm7',
      charged: true,
      carrier: null,
    });
    const rest = await get('/messages/log?limit=500&before=5');
    expect(rest.json.messages).toHaveLength(4);
    expect(rest.json.next_before).toBeNull();
  });

  test.each([
    ['?direction=in', [6, 3]],
    ['?status=failed', [2]],
    ['?route=gateway', [6, 3]],
    ['?address=(500)%20555-0001', [5, 2]],
    ['?address=%2B15005550001&status=failed', [2]],
    ['?address=Acme', []],
    ['?direction=&status=&route=&address=', [6, 5, 4, 3, 2, 1]],
    ['?key_id=999999', []],
    ['?from=2000-01-01&to=2000-01-02', []],
    ['?from=2000-01-01', [6, 5, 4, 3, 2, 1]],
    ['?from=2000-01-01T00:00:00%2B02:00&to=2999-12-31T23:59:59.999Z', [6, 5, 4, 3, 2, 1]],
    ['?to=2000-01-02', []],
    ['?before=1', []],
    ['?before=999999999999999999', [6, 5, 4, 3, 2, 1]],
  ])('%s', async (query, ids) => {
    expect(await idsOf(query)).toEqual(ids);
  });

  test('by day, and to the instant', async () => {
    await sql`update message set created_at = timestamptz '2026-01-01 00:00:00Z' + make_interval(days => id::int)
      where account_id = ${account.id}`;
    expect(await idsOf('?from=2026-01-03&to=2026-01-05')).toEqual([3, 2]);
    expect(await idsOf('?from=2026-01-03T00:00:00.001Z&to=2026-01-05T00:00:00.001Z')).toEqual([4, 3]);
  });

  test.each([
    '?direction=up',
    '?status=lost',
    '?status=failed&status=sent',
    '?route=pigeon',
    '?limit=x',
    '?before=0',
    '?before=-1',
    '?before=1e3',
    '?before=9999999999999999999',
    '?from=yesterday',
    '?from=2026-02-30',
    '?from=2026-13-01',
    '?to=2026-01-01T25:00:00Z',
    '?to=2026-01-01T10:00:00',
    '?from=2026-01-02&to=2026-01-02',
    '?from=2026-01-03&to=2026-01-02',
    '?key_id=',
    '?key_id=0',
    '?key_id=x',
    '?key_id=-1',
    `?address=${'1'.repeat(65)}`,
    '?address=%00',
  ])('%s is refused', async (query) => {
    const { status, json } = await get(`/messages/log${query}`);
    expect([status, json.code]).toEqual([400, 'invalid_request']);
    expect((await get(`/messages.csv${query}`)).status).toBe(query === '?limit=x' ? 200 : 400);
  });

  test('of another account there is nothing', async () => {
    expect((await get('/messages/log', other.id)).json).toEqual({ messages: [], next_before: null });
    expect((await get('/messages/1/detail', other.id)).status).toBe(404);
  });
});

test('one text with all that is known of its way', async () => {
  const { json } = await get('/messages/2/detail');
  expect(json.message).toMatchObject({
    id: 2,
    status: 'failed',
    error: 'rejected_by_network: no',
    device_id: 1,
    sim: 2,
    attempt: 3,
    parts_delivered: null,
  });
  expect(json.message.deadline_at).toMatch(/Z$/);
  for (const id of ['0', '-1', '7', '1.0', 'x', '99999999999999999999', '%00'])
    expect([id, (await get(`/messages/${id}/detail`)).json.code]).toEqual([id, 'not_found']);
});

describe('conversations', () => {
  const read = (address: string, id: unknown, user = member) =>
    stack.ask(
      consoleAsk(`/threads/${encodeURIComponent(address)}/read`, user.secret, {
        method: 'PUT',
        account: account.id,
        body: { last_message_id: id },
      }),
    );
  const list = async (query = '', user = member) => {
    const { json } = await stack.ask(
      consoleAsk(`/threads/unread${query}`, user.secret, { account: account.id }),
    );
    return json.threads.map(({ address_norm: address, unread }: Record<string, unknown>) => [
      address,
      unread,
    ]);
  };

  test('have what the person has not read, until they have', async () => {
    const reader = await createUser(stack.databaseUrl, { roles: [[account.id, 'member']] });
    expect(await list('', reader)).toEqual([
      ['+15005550002', 2],
      ['+15005550001', 0],
      ['+15005550000', 0],
    ]);
    expect((await read('(500) 555-0002', 3, reader)).json).toEqual({ ok: true });
    expect((await list('', reader))[0]).toEqual(['+15005550002', 1]);
    expect((await read('+15005550002', 6, reader)).status).toBe(200);
    expect((await list('', reader))[0]).toEqual(['+15005550002', 0]);
    expect((await list())[0]).toEqual(['+15005550002', 2]);
  });

  test('are paged', async () => {
    const first = await get('/threads/unread?limit=2');
    expect(first.json.threads).toHaveLength(2);
    const second = await get(`/threads/unread?limit=2&cursor=${first.json.next_cursor}`);
    expect(second.json).toMatchObject({ threads: [{ address_norm: '+15005550000' }], next_cursor: null });
  });

  test.each([
    ['%2B1500555', 3],
    ['1500555', 3],
    ['5005550001', 1],
    ['(500)%20555-0001', 1],
    ['%2B1500555000', 3],
    ['555', 0],
    ['%2B49', 'refused'],
    ['12', 'refused'],
    ['1234567890123456', 'refused'],
    ['Acme', 'refused'],
    ['%2B%2B150', 'refused'],
  ])('are found by %s', async (search, found) => {
    const { status, json } = await get(`/threads/unread?search=${search}`);
    expect(found === 'refused' ? [status, json.code] : json.threads?.length).toEqual(
      found === 'refused' ? [400, 'invalid_request'] : found,
    );
  });

  test.each(['x', '-1', '99999999999999999999', '%00'])('have no cursor %s', async (cursor) => {
    expect((await get(`/threads/unread?cursor=${cursor}`)).status).toBe(400);
  });

  test('a mark needs a conversation and a text', async () => {
    for (const id of [0, -1, 1.5, '1', null, 2 ** 60, undefined])
      expect((await read('+15005550002', id)).status).toBe(400);
    expect((await read('+15005550077', 1)).status).toBe(404);
    expect((await read('Acme', 1)).status).toBe(404);
    expect((await read('1'.repeat(65), 1)).status).toBe(400);
  });
});

describe('the check', () => {
  const check = (rows: unknown, id = account.id) =>
    stack.ask(consoleAsk('/messages/check', member.secret, { method: 'POST', account: id, body: { rows } }));

  test('says of each text what a send would, and sends nothing', async () => {
    const { status, json } = await check([
      { address: '(201) 555-0123', body: 'hello' },
      { address: '+15005550006', body: 'ü'.repeat(71), client_ref: 'x' },
      { address: '+15005550006', body: '€'.repeat(71).replaceAll('€', 'ж') },
      { address: '12', body: 'hello' },
      { address: '+15005550006', body: '' },
      { address: '+15005550006', body: 'x'.repeat(1601) },
      { address: '+15005550006', body: 'x', client_ref: 'x'.repeat(65) },
      { address: '+15005550006', body: 'x\u0000' },
      { address: '+15005550006', body: '\ud800' },
      { address: '+15005550006', body: 'x', send_at: 'soon' },
      { address: '+15005550006', body: 'x', send_at: '2020-01-01T00:00:00Z' },
    ]);
    expect(status).toBe(200);
    const short = json.rows.map((row: Record<string, unknown>) => [
      row.ok,
      row.address_norm,
      row.segments,
      row.code,
    ]);
    expect(short).toEqual([
      [true, '+12015550123', 1, null],
      [true, '+15005550006', 1, null],
      [true, '+15005550006', 2, null],
      [false, null, null, 'invalid_address'],
      [false, null, null, 'invalid_request'],
      [false, null, null, 'invalid_request'],
      [false, null, null, 'invalid_request'],
      [false, null, null, 'invalid_request'],
      [false, null, null, 'invalid_request'],
      [false, null, null, 'invalid_request'],
      [false, null, null, 'invalid_request'],
    ]);
    expect(json.rows[2].encoding).toBe('ucs2');
    expect(await idsOf('')).toHaveLength(6);
  });

  test('takes 1 to 500 texts, also long ones, and a body within its bound', async () => {
    const row = { address: '+15005550006', body: 'x'.repeat(1600) };
    expect((await check([])).status).toBe(400);
    expect((await check(Array(500).fill(row))).json.rows).toHaveLength(500);
    expect((await check(Array(501).fill({ ...row, body: 'x' }))).status).toBe(400);
    expect((await check(Array(400).fill({ ...row, body: 'x'.repeat(3_000) }))).status).toBe(413);
    for (const rows of [null, 'x', [null], [{}], [{ address: 1, body: 'x' }], undefined])
      expect((await check(rows)).status).toBe(400);
  });
});

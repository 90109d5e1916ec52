// GET /api/v1/messages/{id}/events: what happened to a text and what it waits for, shown only to its own account.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openInspector } from '../support/database.ts';
import { type Stack, startStack } from '../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const events = (id: number | string, key: string) => stack.get(`/api/v1/messages/${id}/events`, key);

async function change(statement: string): Promise<void> {
  const sql = openInspector(stack.databaseUrl);
  await sql.unsafe(statement);
  await sql.end();
}

test('a waiting text names its key and the device that it waits for, and nothing that must not be logged', async () => {
  const account = await stack.createAccount();
  const { message } = (await stack.send(account, { body: 'secret words' })).json;
  const { status, json } = await events(message.id, account.key);
  expect(status).toBe(200);
  expect(json.events).toHaveLength(1);
  expect(json.events[0]).toMatchObject({ at: message.created_at, kind: 'accepted' });
  expect(json.events[0].by).toMatchObject({ user: false });
  expect(json.events[0].by.hint.slice(-4)).toBe(account.key.slice(-4));
  expect(json.waiting_for).toMatchObject({ what: 'device_away', device_id: 1 });
  const said = JSON.stringify(json);
  for (const word of ['secret words', message.address_norm, account.key]) expect(said).not.toContain(word);
});

test('a cancelled text says so, gives its unit back, and waits for nothing', async () => {
  const account = await stack.createAccount();
  const { id } = (await stack.send(account)).json.message;
  await stack.ask({ method: 'DELETE', path: `/api/v1/messages/${id}`, key: account.key });
  const { json } = await events(id, account.key);
  expect(json.events.map(({ kind }: { kind: string }) => kind)).toEqual([
    'accepted',
    'cancelled',
    'unit_returned',
  ]);
  expect(json.events[1]).toMatchObject({ reason: 'cancelled', at: expect.stringMatching(/Z$/) });
  expect(json.waiting_for).toBeNull();
});

test('the reason for a wait follows the devices: none, one with a problem, a SIM without budget', async () => {
  const account = await stack.createAccount();
  const { id } = (await stack.send(account)).json.message;
  const waiting = async () => (await events(id, account.key)).json.waiting_for;
  const own = `account_id = ${account.id}`;
  await change(`update device set online_until = '2100-01-01', problem = 'no_signal' where ${own}`);
  expect(await waiting()).toMatchObject({ what: 'device_problem', device_id: 1 });
  await change(`update device set problem = '' where ${own}`);
  await change(`insert into sim (account_id, device_id, slot, per_day, minute, used_minute, day, used_day, month,
    used_month, present) values (${account.id}, 1, 1, 5, '2100-01-01', 0, '2100-01-01', 5, '2100-01-01', 5, true)`);
  expect(await waiting()).toMatchObject({ what: 'budget', sim: 1, until: expect.stringMatching(/T00:00/) });
  await change(`update sim set per_day = 6 where ${own}`);
  expect(await waiting()).toMatchObject({ what: 'turn' });
  await change(`update device set unpaired_at = now() where ${own}`);
  expect(await waiting()).toMatchObject({ what: 'no_device' });
});

test('a text from before steps were kept shows what its row says', async () => {
  const account = await stack.createAccount();
  const { id } = (await stack.send(account)).json.message;
  await change(`update message set steps = null, status = 'failed', sent_at = created_at + interval '1 second',
    error = 'outcome_unknown: no delivery receipt arrived in time' where account_id = ${account.id}`);
  const { json } = await events(id, account.key);
  expect(json.events).toMatchObject([
    { kind: 'accepted', by: null },
    { kind: 'sent' },
    { kind: 'failed', at: null, reason: 'outcome_unknown', meaning: 'no delivery receipt arrived in time' },
  ]);
});

test('a text of another account is not found, like one that does not exist', async () => {
  const [mine, other] = [await stack.createAccount(), await stack.createAccount()];
  const { id } = (await stack.send(other)).json.message;
  for (const target of [id, 99, 0, 'x']) {
    const { status, json } = await events(target, mine.key);
    expect([status, json.error]).toEqual([404, 'message not found']);
  }
});

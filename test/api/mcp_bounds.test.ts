// What bounds each tool at /mcp: the policy of its key, and the size of its answers.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tools } from '../../gateway/mcp/server.ts';
import type { TestAccount } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import { makeLimitedKey } from '../support/limited_keys.ts';
import { callTool } from '../support/mcp_call.ts';
import { type Stack, startStack } from '../support/stack.ts';

const recipient = '+15005550006';
const elsewhere = '+447400123456';
/** Three bytes of JSON a character, and the longest text that can be sent. */
const longest = '語'.repeat(1_600);
let stack: Stack;
let sql: ReturnType<typeof openInspector>;
beforeAll(async () => {
  stack = await startStack();
  sql = openInspector(stack.databaseUrl);
});
afterAll(async () => {
  await sql?.end();
  await stack?.stop();
});

const call = (key: string, name: string, given?: object) =>
  callTool(stack.gateways[0]?.url ?? '', key, name, given);

test('a key’s policy refuses a tool in the words of REST', async () => {
  const account = await stack.createAccount();
  const { secret } = await makeLimitedKey(stack, account, { recipients: ['+1500*'], perHour: 2 });
  const byRest = async (address: string) => {
    const { json } = await stack.post('/api/v1/messages', secret, { address, body: 'x' });
    return { error: json.error, code: json.code, next: json.next };
  };
  for (const name of ['send_text', 'ask']) {
    const { isError, said } = await call(secret, name, { address: elsewhere, body: 'x' });
    expect([isError, said.code]).toEqual([true, 'recipient_not_allowed']);
    expect(said).toMatchObject(await byRest(elsewhere));
  }
  for (const body of ['one', 'two'])
    expect(await call(secret, 'send_text', { address: recipient, body })).toMatchObject({ isError: false });
  const { said } = await call(secret, 'send_text', { address: recipient, body: 'three' });
  expect(said).toMatchObject({ ...(await byRest(recipient)), code: 'key_budget_reached' });
});

/** Fills an account with texts of the longest words, by texts of 25 people, one of whom wrote 25 of them and has opted out. */
async function fill({ id }: TestAccount): Promise<void> {
  await sql`
    with owner as (
      update account set last_message_id = last_message_id + 50, last_seq = last_seq + 50 where id = ${String(id)}
      returning last_message_id - 50 as id, last_seq - 50 as seq
    ), numbers as (select n, case when n <= 25 then ${recipient} else '+1500555' || 1000 + n end as number from generate_series(1, 50) n)
    insert into message (account_id, id, seq, direction, address, address_norm, body, status, route, segments, encoding,
      charged, attempt, created_at, device_id)
    select ${String(id)}, id + n, seq + n, 'in', number, number, ${longest}, 'received', 'device', 24, 'ucs2', false, 0, now(), 1
    from owner, numbers`;
}

test('no tool answers more than 20 of anything, or more than 8 KB', async () => {
  const account = await stack.createAccount();
  const text = { address: recipient, body: longest };
  const send = async (ref: string) => {
    const { said } = await call(account.key, 'send_text', { ...text, client_ref: ref });
    return (said.message as { id: number }).id;
  };
  const [asked, waiting] = [await send('\n'.repeat(64)), await send('waiting')];
  await sql`
    update message set status = 'sent', device_id = 1, deadline_at = null
    where account_id = ${String(account.id)} and id = ${asked}`;
  await fill(account);
  for (let n = 0; n < 25; n++)
    await stack.ask({ method: 'PUT', path: `/api/v1/opt-outs/+1500555${2000 + n}`, key: account.key });

  const given: Record<string, object> = {
    send_text: text,
    ask: { id: asked, wait: 0 },
    cancel_text: { id: waiting },
    wait_for_changes: { since: 0, wait: 0 },
    get_text: { id: asked },
    read_thread: { address: recipient },
  };
  const key = await stack.createKey(account);
  for (const { name } of tools) {
    const { isError, said } = await call(key, name, given[name]);
    expect([name, isError]).toEqual([name, false]);
    if (name === 'ask') expect(said.outcome).toMatchObject({ state: 'reply' });
    const lists = Object.values(said).filter((value) => Array.isArray(value));
    for (const list of lists) expect([name, list.length > 20]).toEqual([name, false]);
    expect([name, Buffer.byteLength(JSON.stringify(said)) <= 8_192]).toEqual([name, true]);
  }
});

test('the tools that only read say so, and of those that act the one that takes something back', () => {
  const kinds = Object.groupBy(tools, ({ annotations: { readOnlyHint, destructiveHint } }) =>
    readOnlyHint ? 'reads' : destructiveHint ? 'takes back' : 'acts',
  );
  const names = Object.fromEntries(
    Object.entries(kinds).map(([kind, of]) => [kind, of.map(({ name }) => name).sort()]),
  );
  expect(names).toEqual({
    acts: ['ask', 'send_text'],
    'takes back': ['cancel_text'],
    reads: ['get_text', 'get_usage', 'list_opt_outs', 'list_threads', 'read_thread', 'wait_for_changes'],
  });
});

// What a key may not do around its own policy: by what sends for it, and by what others have sent.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAccount } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import type { Answer } from '../support/http_client.ts';
import { consoleAsk, createPerson } from '../support/people.ts';
import { type Stack, startStack } from '../support/stack.ts';

const elsewhere = '+447400123456';

let stack: Stack;
let account: TestAccount;
let secret: string;
beforeAll(async () => {
  stack = await startStack();
  account = await stack.createAccount();
  ({ secret } = await createPerson(stack.databaseUrl, { roles: [[account.id, 'admin']] }));
});
afterAll(() => stack.stop());

/** A new key with a policy, as an admin makes it in the console. */
async function keyWith(policy: object): Promise<{ id: number; key: string }> {
  const body = { label: 'agent', policy };
  const { status, json } = await stack.ask(
    consoleAsk('/keys', secret, { method: 'POST', account: account.id, body }),
  );
  expect([status, json.error]).toEqual([200, undefined]);
  return { id: json.key.id, key: json.secret };
}
const codeOf = ({ status, json }: Answer) => [status, json.code];

test('a key with limits on its texts cannot get around them with a sending; a key with other limits may make one', async () => {
  const make = async (policy: object) => {
    const { key } = await keyWith(policy);
    const { json } = await stack.post('/api/v1/sendings', key, { name: 'Hours', template: 'Hello' });
    const path = `/api/v1/sendings/${json.sending.id}`;
    const body = { rows: [{ number: 1, address: elsewhere, fields: {} }] };
    expect((await stack.ask({ method: 'PUT', path: `${path}/rows`, key, body })).status).toBe(200);
    return { key, path };
  };
  for (const policy of [
    { recipients: ['+1500*'] },
    { per_day: 5 },
    { from: 'device:1' },
    { confirm: 'always' },
  ]) {
    const { key, path } = await make(policy);
    for (const move of ['start', 'resume'])
      expect(codeOf(await stack.post(`${path}/${move}`, key, {}))).toEqual([403, 'key_scope']);
  }
  const { key, path } = await make({ ends_at: new Date(Date.now() + 3_600_000).toISOString() });
  expect((await stack.post(`${path}/start`, key, {})).status).toBe(200);
});

test('a key with limits on its texts changes nothing that sends for others by itself: no hook and no keyword reply', async () => {
  const hook = { template: 'Hello', recipients: [elsewhere] };
  const { key: open } = await keyWith({ scopes: ['read', 'send', 'manage'] });
  expect(
    (await stack.ask({ method: 'PUT', path: '/api/v1/hooks/alerts', key: open, body: hook })).status,
  ).toBe(200);
  const { key } = await keyWith({ recipients: ['+1500*'] });
  for (const [method, path, body] of [
    ['PUT', '/hooks/alerts', hook],
    ['DELETE', '/hooks/alerts', undefined],
    ['PUT', '/opt-outs/settings', { help_reply: 'Hello' }],
  ] as const) {
    const answer = await stack.ask({ method, path: `/api/v1${path}`, key, ...(body && { body }) });
    expect([path, codeOf(answer)]).toEqual([path, [403, 'key_scope']]);
  }
});

test('a client_ref gets a key that does not read, or has ended, the text’s id and status, but not its words', async () => {
  const { key: open } = await keyWith({ scopes: ['read', 'send', 'manage'] });
  const ref = `ref-${Math.random()}`;
  const again = (key: string) =>
    stack.post('/api/v1/messages', key, {
      address: '+15005550006',
      body: 'words of another',
      client_ref: ref,
    });
  const sent = (await again(open)).json.message;
  const ended = await keyWith({ ends_at: new Date(Date.now() + 3_600_000).toISOString() });
  const hash = createHash('sha256').update(ended.key).digest();
  const inspect = openInspector(stack.databaseUrl);
  await inspect`update api_key set policy = jsonb_set(policy, '{endsAtMs}', '1000') where hash = ${hash}`;
  await inspect.end();
  for (const key of [
    (await keyWith({ scopes: ['send'] })).key,
    (await keyWith({ scopes: ['manage'] })).key,
    ended.key,
  ]) {
    const { status, json } = await again(key);
    expect([status, json.message.id, json.message.body]).toEqual([200, sent.id, '']);
  }
  const { json } = await again((await keyWith({ scopes: ['read', 'send'] })).key);
  expect(json.message.body).toBe('words of another');
});

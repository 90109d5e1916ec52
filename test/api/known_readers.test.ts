// Keys that read only the texts of people whom they may write to, on every interface: other texts do not exist for them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountSid, messageSid } from '../../runtime/interfaces/twilio_words.ts';
import { SimulatedService } from '../simulation/simulated_service.ts';
import type { TestAccount } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import { type Answer, sendRequest } from '../support/http_client.ts';
import { smsgatePath } from '../support/smsgate_client.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { askTwilio } from '../support/twilio_program.ts';
import { consoleAsk, createUser } from '../support/users.ts';

const known = '+15005550006';
const unknown = '+447400123456';

let stack: Stack;
let account: TestAccount;
let inspect: ReturnType<typeof openInspector>;
let admin: (method: string, path: string, body?: object) => Promise<Answer>;
let key: string;
let keyId: number;
/** Texts with each of the two people. */
let own: number;
let hidden: number;
let service: SimulatedService;

const policy = { scopes: ['read', 'send'], recipients: [known], reads: 'known' };
const make = async (asked: object) => (await admin('POST', '/keys', { label: 'agent', policy: asked })).json;
const send = async (by: string, address: string, fields: object = {}) =>
  stack.post('/api/v1/messages', by, { address, body: `for ${address}`, ...fields });
const idOf = ({ json }: Answer): number => json.message.id;
const codeOf = ({ status, json }: Answer) => [status, json.code];
const idsOf = ({ json }: Answer): number[] => json.messages.map(({ id }: { id: number }) => id);
const get = (path: string, by = key) => stack.get(`/api/v1${path}`, by);

beforeAll(async () => {
  service = await SimulatedService.begin();
  stack = await startStack({ service, servesTwilio: true, servesSmsgate: true });
  inspect = openInspector(stack.databaseUrl);
  account = await stack.createAccount();
  const user = await createUser(stack.databaseUrl, { roles: [[account.id, 'admin']] });
  admin = (method, path, body) =>
    stack.ask(consoleAsk(path, user.secret, { method, account: account.id, ...(body && { body }) }));
  const made = await make(policy);
  [key, keyId] = [made.secret, made.key.id];
  hidden = idOf(await send(account.key, unknown, { client_ref: 'theirs' }));
  own = idOf(await send(account.key, known, { client_ref: 'ours' }));
});
afterAll(async () => {
  await inspect?.end();
  await stack?.stop();
  await service?.end();
  await stack?.stop();
});

test('the feed has only its texts, and its cursor skips the others', async () => {
  const page = await get('/messages');
  expect(page.text).not.toContain(unknown);
  expect(idsOf(page)).toContain(own);
  expect(idsOf(page)).not.toContain(hidden);
  await send(account.key, unknown);
  const after = await get(`/messages?since=${page.json.next_since}`);
  expect([idsOf(after), after.json.has_more]).toEqual([[], false]);
  expect(after.json.next_since).toBeGreaterThan(page.json.next_since);
});

test('other single texts, their events, outcomes and cancels are not found', async () => {
  for (const id of [hidden, 999_999])
    for (const [method, path] of [
      ['GET', `/messages/${id}`],
      ['GET', `/messages/${id}/events`],
      ['GET', `/messages/${id}/outcome`],
      ['DELETE', `/messages/${id}`],
    ] as const) {
      const answer = await stack.ask({ method, path: `/api/v1${path}`, key });
      expect([path, codeOf(answer)]).toEqual([path, [404, 'not_found']]);
    }
  const byRef = await stack.ask({ method: 'DELETE', path: '/api/v1/messages?client_ref=theirs', key });
  expect(codeOf(byRef)).toEqual([404, 'not_found']);
  for (const path of ['', '/events', '/outcome'])
    expect((await get(`/messages/${own}${path}`)).status).toBe(200);
  expect((await get(`/messages/${hidden}`, account.key)).json.message.status).not.toBe('failed');
});

test('it sees conversations only with people whom it may write to', async () => {
  const { json } = await get('/threads');
  expect(json.threads.map(({ address_norm }: { address_norm: string }) => address_norm)).toEqual([known]);
  expect(idsOf(await get(`/threads/${encodeURIComponent(known)}/messages`))).toContain(own);
  expect(idsOf(await get(`/threads/${encodeURIComponent(unknown)}/messages`))).toEqual([]);
});

test('Twilio’s door', async () => {
  const url = stack.gateways[0]?.url ?? '';
  const ask = (path: string, by = key) =>
    askTwilio(url, `/2010-04-01/Accounts/${accountSid(account.id)}${path}`, {
      ...{ account: { id: account.id, key: by }, method: 'GET' },
    });
  const one = (id: number) => `/Messages/${messageSid({ accountId: account.id, id: BigInt(id) })}.json`;
  expect((await ask(one(own))).status).toBe(200);
  expect((await ask(one(hidden))).status).toBe(404);
  expect((await ask(one(hidden), account.key)).status).toBe(200);
  const list = await ask('/Messages.json');
  expect(list.text).toContain(known);
  expect(list.text).not.toContain(unknown);
});

test('SMSGate’s door', async () => {
  const { url } = stack.gateways[0] as (typeof stack.gateways)[number];
  const ask = (method: string, path: string, by: string, body?: object) =>
    sendRequest(url, { method, path: `${smsgatePath}${path}`, key: by, ...(body && { body }) });
  const post = async (id: string, to: string) =>
    ask('POST', '/messages', account.key, { id, textMessage: { text: 'x' }, phoneNumbers: [to] });
  await post('mine', known);
  await post('theirs', unknown);
  expect((await ask('GET', '/messages/mine', key)).status).toBe(200);
  expect((await ask('GET', '/messages/theirs', key)).status).toBe(404);
  expect((await ask('DELETE', '/messages/theirs', key)).status).toBe(404);
  const list = await ask('GET', '/messages?includeContent=true', key);
  expect(list.json.map(({ id }: { id: string }) => id)).toEqual(['mine']);
});

test('a repeat of a text that it may not read is refused; repeats of its own are answered', async () => {
  const refused = await send(key, known, { client_ref: 'theirs' });
  expect(codeOf(refused)).toEqual([403, 'recipient_not_allowed']);
  expect(refused.text).not.toContain(unknown);
  expect(refused.json.error).toContain('client_ref');
  expect(codeOf(await send(key, unknown, { client_ref: 'theirs' }))).toEqual([403, 'recipient_not_allowed']);
  const dry = await send(key, known, { client_ref: 'theirs', dry_run: true });
  expect(dry.json.verdict.code).toBe('recipient_not_allowed');
  expect(idOf(await send(key, known, { client_ref: 'ours' }))).toBe(own);
  expect(idOf(await send(account.key, known, { client_ref: 'theirs' }))).toBe(hidden);
});

test('requests that would show other people’s numbers are refused with the reason', async () => {
  for (const path of ['/opt-outs', '/incoming-webhooks', '/webhooks', '/consumers', '/contacts']) {
    const answer = await get(path);
    expect([path, codeOf(answer)]).toEqual([path, [403, 'key_scope']]);
  }
  expect((await get('/opt-outs')).json.error).toContain('reads only texts of those whom it may write to');
  for (const path of ['/me', '/usage', '/quiet-hours']) expect((await get(path)).status).toBe(200);
  expect((await get('/me')).json.key.policy).toMatchObject({ reads: 'known', recipients: [known] });
});

describe('a wait', () => {
  const waiting = async () => {
    await service.simulation.idle();
    expect(await stack.metric('textrelay_gateway_waiting')).toBe(1);
  };
  const newestSeq = async () => {
    const [row] = await inspect`select last_seq from account where id = ${account.id}`;
    return Number(row?.last_seq);
  };

  test('goes on when texts come that are not for the key, and ends with one that is', async () => {
    const since = await newestSeq();
    const poll = stack.begin({ path: `/api/v1/messages?wait=25&since=${since}`, key });
    await waiting();
    const other = stack.begin({ path: `/api/v1/messages?wait=25&since=${since}`, key: account.key });
    await send(account.key, unknown);
    await service.simulation.idle();
    expect((await other).json.messages).toHaveLength(1);
    const id = idOf(await send(account.key, known));
    await service.simulation.idle();
    expect(idsOf(await poll)).toEqual([id]);
  });

  test('gives only texts that the key may read now, if its policy changes meanwhile', async () => {
    const made = await make({ ...policy, reads: 'all' });
    const since = await newestSeq();
    const poll = stack.begin({ path: `/api/v1/messages?wait=25&since=${since}`, key: made.secret });
    await waiting();
    await admin('PATCH', `/keys/${made.key.id}`, { policy });
    await send(account.key, unknown);
    const id = idOf(await send(account.key, known));
    await service.simulation.idle();
    expect(idsOf(await poll)).toEqual([id]);
  });
});

test('a change holds from the next read on, both ways', async () => {
  await admin('PATCH', `/keys/${keyId}`, { policy: { ...policy, recipients: [unknown] } });
  expect((await get(`/messages/${own}`)).status).toBe(404);
  expect((await get(`/messages/${hidden}`)).status).toBe(200);
  await admin('PATCH', `/keys/${keyId}`, { policy });
  expect((await get(`/messages/${hidden}`)).status).toBe(404);
});

test('a key for people who wrote reads a conversation once the person has written', async () => {
  const { secret } = await make({ ...policy, recipients: ['writers'] });
  expect((await get(`/messages/${own}`, secret)).status).toBe(404);
  await inspect`insert into message (account_id, id, seq, direction, address, address_norm, body, status, route, segments,
    encoding, charged, attempt, created_at) select id, last_message_id + 100000, last_seq + 100000, 'in', ${known}, ${known}, 'x',
    'received', 'device', 1, 'gsm7', false, 0, now() from account where id = ${account.id}`;
  expect((await get(`/messages/${own}`, secret)).status).toBe(200);
  expect((await get(`/messages/${hidden}`, secret)).status).toBe(404);
});

test('a key that may not send can still be limited to certain people’s texts', async () => {
  const { secret } = await make({ scopes: ['read'], recipients: [known], reads: 'known' });
  expect((await get(`/messages/${own}`, secret)).status).toBe(200);
  expect((await get(`/messages/${hidden}`, secret)).status).toBe(404);
});

test('a policy that contradicts itself is refused', async () => {
  for (const asked of [
    { ...policy, scopes: ['read', 'send', 'manage'] },
    { ...policy, scopes: undefined },
    { ...policy, recipients: ['any'] },
    { ...policy, recipients: undefined },
    { ...policy, reads: 'some' },
    { ...policy, reads: null },
    { scopes: ['read'], recipients: [known] },
    { scopes: ['read'], recipients: [known], reads: 'known', per_hour: 1 },
  ])
    expect(codeOf(await admin('POST', '/keys', { policy: asked }))).toEqual([400, 'invalid_request']);
});

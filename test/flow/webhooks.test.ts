// Webhooks: what is delivered, how it is signed, and what happens to an endpoint that does not take it.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { SubscriptionService } from '../../proto/gen/textrelay/v1/subscription_service_pb.ts';
import { SimulatedService } from '../simulation/simulated_service.ts';
import { clientOf } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { startWebhookEnd, take, type WebhookEnd } from '../support/webhook_end.ts';

let service: SimulatedService;
let stack: Stack;
const ends: WebhookEnd[] = [];
beforeAll(async () => {
  service = await SimulatedService.begin();
  stack = await startStack({ service });
});
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end.stop()));
});
afterAll(() => service.end());

const during = <T>(happening: Promise<T>) => service.simulation.during(happening);
/** Everything that follows from what was asked for so far has happened. */
const settle = () => service.simulation.run('1 s');
const subscriptions = () => clientOf(SubscriptionService, stack.core);

const put = (key: string, name: string, body: unknown) =>
  stack.ask({ method: 'PUT', path: `/api/v1/webhooks/${name}`, key, body });
const act = (key: string, name: string, what: string, body?: unknown) =>
  stack.post(`/api/v1/webhooks/${name}/${what}`, key, body);
interface Shown {
  webhook: { cursor: number; behind: number; failures: number; disabled_reason: string | null };
}
const shown = async (key: string) => ((await stack.get('/api/v1/webhooks/shop', key)).json as Shown).webhook;

async function startDelivering(body: Record<string, unknown> = {}) {
  const account = await stack.createAccount();
  const end = await startWebhookEnd({ clock: service.simulation.clockOf('endpoint') });
  ends.push(end);
  const made = await put(account.key, 'shop', { url: end.url, ...body });
  expect([made.status, made.json]).toMatchObject([200, {}]);
  const { secret } = made.json as { secret: string };
  end.secrets.push(secret);
  return { account, end, secret };
}

test('every change is delivered in order of seq, signed, and with the text as the interface shows it', async () => {
  const { account, end } = await startDelivering();
  for (let sent = 0; sent < 5; sent += 1) await stack.send(account);
  await settle();
  expect(end.seqs()).toEqual([1, 2, 3, 4, 5]);
  expect(end.refused).toEqual([]);
  expect(end.mostAtOnce).toBe(1);
  const event = end.requests[0]?.events[0];
  const { message } = (await stack.get('/api/v1/messages/1', account.key)).json as { message: object };
  expect(event).toMatchObject({ id: expect.stringMatching(/^1\.1\.[0-9a-f]{32}$/), type: 'text.updated' });
  expect(event?.data).toEqual(message);
  expect((await shown(account.key)).behind).toBe(0);
});

test('an endpoint that must not see words gets none, and each gets only the types that it asked for', async () => {
  const { account, end } = await startDelivering({ body: false });
  const other = await startWebhookEnd({ clock: service.simulation.clockOf('endpoint') });
  ends.push(other);
  const { secret } = (await put(account.key, 'replies', { url: other.url, types: ['text.received'] }))
    .json as { secret: string };
  other.secrets.push(secret);
  await stack.send(account);
  await settle();
  expect(end.requests[0]?.events[0]?.data).not.toHaveProperty('body');
  expect(JSON.stringify(end.requests)).not.toContain('Hello');
  const replies = (await stack.get('/api/v1/webhooks/replies', account.key)).json as Shown;
  expect(replies.webhook.behind).toBe(0);
  expect(other.requests).toEqual([]);
});

test('while a secret is replaced both sign, and neither is shown again', async () => {
  const { account, end, secret } = await startDelivering();
  const rotated = (await act(account.key, 'shop', 'rotate')).json as { secret: string };
  for (const secrets of [[secret], [rotated.secret]]) {
    end.secrets = secrets;
    const tested = await act(account.key, 'shop', 'test');
    expect(tested.json).toMatchObject({ acknowledged: true, status: 200, answer: 'ok' });
  }
  expect(end.requests.map(({ events }) => events[0]?.type)).toEqual(['webhook.test', 'webhook.test']);
  const all = await stack.get('/api/v1/webhooks', account.key);
  expect(all.text).not.toContain('whsec_');
});

test('an event that is not taken is repeated with the same id, and so is a replayed one', async () => {
  const { account, end } = await startDelivering();
  end.answer = (response) => response.writeHead(500).end('no');
  await stack.send(account);
  await settle();
  expect((await shown(account.key)).failures).toBe(1);
  end.answer = take;
  await act(account.key, 'shop', 'enable');
  await settle();
  expect((await shown(account.key)).behind).toBe(0);
  expect(end.seqs()).toEqual([1, 1]);
  expect(end.requests[0]?.id).toBe(end.requests[1]?.id);
  await act(account.key, 'shop', 'replay', { seq: 0 });
  await settle();
  expect(end.requests).toHaveLength(3);
  expect(new Set(end.requests.map(({ id }) => id)).size).toBe(1);
  const { attempts } = (await stack.get('/api/v1/webhooks/shop/attempts', account.key)).json as {
    attempts: { number: number; status: number; answer: string }[];
  };
  const statuses = attempts.map(({ status, answer }) => `${status} ${answer}`);
  expect(statuses.slice(-2)).toEqual(['200 ok', '500 no']);
});

test('410 disables an endpoint, and a redirect is not followed', async () => {
  const { account, end } = await startDelivering();
  const { account: other, end: redirecting } = await startDelivering();
  redirecting.answer = (response) => response.writeHead(307, { location: end.url }).end();
  await stack.send(other);
  await settle();
  expect((await shown(other.key)).failures).toBe(1);
  expect(end.requests).toEqual([]);
  end.answer = (response) => response.writeHead(410).end();
  await stack.send(account);
  await settle();
  expect((await shown(account.key)).disabled_reason).toBe('gone');
});

test('a webhook that the operator disabled stays so until the operator enables it, and its account reads why', async () => {
  const { account, end } = await startDelivering();
  const named = { accountId: account.id, name: 'shop' };
  expect((await act(account.key, 'shop', 'disable')).status).toBe(200);
  await during(subscriptions().disableWebhook({ ...named, byOperator: true }));
  const remove = () => stack.ask({ method: 'DELETE', path: '/api/v1/webhooks/shop', key: account.key });
  for (const refused of [
    await act(account.key, 'shop', 'enable'),
    await act(account.key, 'shop', 'test'),
    await remove(),
  ])
    expect([refused.status, refused.json]).toMatchObject([
      400,
      {
        code: 'invalid_request',
        error: 'the operator of this service disabled this webhook, and only the operator can enable it',
      },
    ]);
  await put(account.key, 'shop', { url: `${end.url}/other` });
  await act(account.key, 'shop', 'replay', { seq: 0 });
  await act(account.key, 'shop', 'disable');
  await stack.send(account);
  expect(await shown(account.key)).toMatchObject({ disabled_reason: 'operator' });
  expect(end.requests).toEqual([]);

  await during(subscriptions().enableWebhook({ ...named, byOperator: true }));
  await settle();
  expect(end.requests.length).toBeGreaterThan(0);
  expect(await shown(account.key)).toMatchObject({ disabled_reason: null });
  expect((await remove()).status).toBe(200);
});

test('forbidden addresses and invalid secrets, types, names and subscriptions are refused', async () => {
  const { key } = await stack.createAccount();
  const urls = [
    'shop.example/texts',
    'ftp://shop.example/',
    'https://user:word@shop.example/',
    'http://10.0.0.1/',
    'https://169.254.169.254/latest',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[64:ff9b::a00:1]/',
    'https://0x0a000001/',
    `https://shop.example/${'x'.repeat(1_980)}`,
  ];
  for (const url of urls) expect([url, (await put(key, 'shop', { url })).status]).toEqual([url, 400]);
  const url = 'https://shop.example/texts';
  const bytes = (count: number) => `whsec_${Buffer.alloc(count, 7).toString('base64')}`;
  for (const secret of ['', 'whsec_', 'secret', bytes(23), bytes(65), bytes(24).slice(0, -1)])
    expect([secret, (await put(key, 'shop', { url, secret })).status]).toEqual([secret, 400]);
  expect((await put(key, 'shop', { url, types: ['text.lost'] })).status).toBe(400);
  expect((await put(key, 'shop', { url, types: [] })).status).toBe(400);
  for (const name of ['%20', 'a%2Fb', 'x'.repeat(65), '%C3%A4'])
    expect([name, (await put(key, name, { url })).status]).toEqual([name, 400]);
  expect((await put(key, 'x'.repeat(64), { url })).status).toBe(200);
  for (const body of [
    {},
    { seq: 1 },
    { seq: -1 },
    { seq: 0, at: '2026-02-03T00:00:00Z' },
    { at: '30 February' },
  ])
    expect([body, (await act(key, 'x'.repeat(64), 'replay', body)).status]).toEqual([body, 400]);
  for (const count of [24, 64])
    expect((await put(key, `s${count}`, { url, secret: bytes(count) })).status).toBe(200);
});

test('an account has 20 webhooks and not one more', async () => {
  const { key } = await stack.createAccount();
  const url = 'https://shop.example/texts';
  const asked = Array.from({ length: 22 }, (_, index) => put(key, `w${index}`, { url }));
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
});

test('the log keeps the last 50 attempts', async () => {
  const { account, end } = await startDelivering();
  const sql = openInspector(stack.databaseUrl);
  await sql`update webhook set last_attempt = 60 where account_id = ${account.id}`;
  await stack.send(account);
  await settle();
  expect((await shown(account.key)).behind).toBe(0);
  const rows = await sql`select slot, number from webhook_attempt where account_id = ${account.id}`;
  expect(rows.map(({ slot, number }) => [slot, Number(number)])).toEqual([[11, 61]]);
  await sql.end();
  expect(end.requests).toHaveLength(1);
});

// A text travels the whole way: HTTP, gateway, core, the real device agent and its simulated network, and back into
// the feed.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { simulatedDriver } from '../../device-agent/drivers/simulated.ts';
import { putInbound } from '../../device-agent/drivers/simulated_inbox.ts';
import { SimulatedService } from '../simulation/simulated_service.ts';
import type { TestAccount } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import { type Phone, pairPhone } from '../support/phone.ts';
import { type Stack, startStack } from '../support/stack.ts';

interface Shown {
  id: number;
  seq: number;
  direction: string;
  address_norm: string;
  body: string;
  status: string;
  error: string | null;
  sent_at: string | null;
  delivered_at: string | null;
}

let service: SimulatedService;
let stack: Stack;
let inspect: ReturnType<typeof openInspector>;
const phones: Phone[] = [];

beforeAll(async () => {
  service = await SimulatedService.begin();
  stack = await startStack({ service });
  inspect = openInspector(stack.databaseUrl);
});
afterEach(async () => {
  for (const phone of phones.splice(0)) await service.simulation.during(phone.throwAway());
});
afterAll(async () => {
  await inspect.end();
  await stack.stop();
  await service.end();
});

/** An account whose one device is a phone that is off. */
async function withPhone(): Promise<{ account: TestAccount; phone: Phone }> {
  const account = await stack.createAccount({ paired: false });
  const clock = service.simulation.clockOf(`phone of ${account.id}`);
  const untilUp = async (isUp: () => boolean) => {
    while (!isUp()) await run('10 ms');
  };
  const phone = await pairPhone(stack.core, account, clock, simulatedDriver, untilUp);
  phones.push(phone);
  return { account, phone };
}

const send = async (account: TestAccount, address: string, body = 'hello'): Promise<Shown> =>
  (await stack.send(account, { address, body })).json.message;

const run = (duration: string) => service.simulation.run(duration);
const read = async ({ key }: TestAccount, id: number): Promise<Shown> =>
  (await stack.get(`/api/v1/messages/${id}`, key)).json.message;
/** A text a moment later, before its receipt comes. */
async function handedOver(account: TestAccount, id: number): Promise<Shown> {
  await run('100 ms');
  return read(account, id);
}
const feedOf = async ({ key }: TestAccount): Promise<Shown[]> =>
  (await stack.get('/api/v1/messages?since=0&limit=500', key)).json.messages;
const usedBy = async ({ key }: TestAccount): Promise<number> =>
  (await stack.get('/api/v1/usage', key)).json.texts_used;

test('an ordinary text is sent and delivered, and a reader of the feed sees it', async () => {
  const { account, phone } = await withPhone();
  await phone.switchOn();
  const { id, seq } = await send(account, '+15005550006');
  const sent = await handedOver(account, id);
  expect(sent).toMatchObject({ status: 'sent', error: null, delivered_at: null });
  expect(sent.sent_at).not.toBeNull();
  const poll = await stack.get(`/api/v1/messages?wait=25&since=${sent.seq}`, account.key);
  const delivered = poll.json.messages[0];
  expect(delivered).toMatchObject({ id, status: 'delivered', error: null, sent_at: sent.sent_at });
  expect(delivered.delivered_at).not.toBeNull();
  expect(delivered.seq).toBeGreaterThan(sent.seq);
  expect(sent.seq).toBeGreaterThan(seq);
  expect(await usedBy(account)).toBe(1);
});

test('a text that the network refuses at once fails, was never sent and gives its unit back', async () => {
  const { account, phone } = await withPhone();
  await phone.switchOn();
  const { id } = await send(account, '+15005550008');
  const failed = await handedOver(account, id);
  expect(failed.status).toBe('failed');
  expect(failed.error).toMatch(/^rejected_by_network: /);
  expect([failed.sent_at, failed.delivered_at]).toEqual([null, null]);
  expect(await usedBy(account)).toBe(0);
});

test('a text whose receipt reports a failure was sent, and its unit stays used', async () => {
  const { account, phone } = await withPhone();
  await phone.switchOn();
  const { id } = await send(account, '+15005550009');
  expect((await handedOver(account, id)).status).toBe('sent');
  await run('200 ms');
  const failed = await read(account, id);
  expect(failed.status).toBe('failed');
  expect(failed.error).toMatch(/^rejected_by_network: /);
  expect([typeof failed.sent_at, failed.delivered_at]).toEqual(['string', null]);
  expect(await usedBy(account)).toBe(1);
});

test('a submit that is never answered ends as outcome_unknown and is not sent again', async () => {
  const { account, phone } = await withPhone();
  await phone.switchOn();
  const { id } = await send(account, '+15005550012');
  expect((await handedOver(account, id)).status).toBe('sending');
  await run('16 s');
  expect((await read(account, id)).error).toMatch(/^outcome_unknown: /);
  expect(await usedBy(account)).toBe(1);
});

test('a reply appears in the feed and in the thread, and costs nothing', async () => {
  const { account, phone } = await withPhone();
  await phone.switchOn();
  const { id } = await send(account, '(500) 555-0011', 'Are you there?');
  await run('2 s');
  const [reply] = (await feedOf(account)).filter(({ direction }) => direction === 'in') as [Shown];
  expect(reply).toMatchObject({
    address_norm: '+15005550011',
    body: 'You said: Are you there?',
    status: 'received',
    error: null,
  });
  const thread = await stack.get('/api/v1/threads/+15005550011/messages', account.key);
  expect(thread.json.messages.map((message: Shown) => message.id)).toEqual([reply.id, id]);
  const threads = await stack.get('/api/v1/threads', account.key);
  expect(threads.json.threads).toMatchObject([{ message_count: 2, last_message: { id: reply.id } }]);
  expect(await usedBy(account)).toBe(1);
});

test('a sender of 64 characters beyond the basic plane is accepted, and so is the next text', async () => {
  const { account, phone } = await withPhone();
  await phone.switchOn();
  const receivedAtMs = service.simulation.time.nowMs();
  for (const [index, address] of ['😀'.repeat(64), '+15005550123'].entries())
    putInbound(phone.dir, { inboundId: `${index}`, address, body: `text ${index}`, receivedAtMs });
  await run('2 s');
  const feed = await feedOf(account);
  expect(feed.map(({ address_norm }) => address_norm)).toEqual(['😀'.repeat(64), '+15005550123']);
});

test('texts to a phone that is off wait for it and go out in order', async () => {
  const { account, phone } = await withPhone();
  const ids: number[] = [];
  for (let index = 0; index < 5; index++) ids.push((await send(account, '+15005550006', `text ${index}`)).id);
  expect((await feedOf(account)).every(({ status }) => status === 'queued')).toBe(true);
  await phone.switchOn();
  await run('100 ms');
  const feed = await feedOf(account);
  const sent = feed.filter(({ status }) => status === 'sent').map(({ id }) => id);
  expect(sent).toEqual(ids);
});

test('a text that no phone took within a day fails visibly, gives its unit back and is never sent', async () => {
  const { account, phone } = await withPhone();
  const acceptedAtMs = service.simulation.time.nowMs();
  const { id } = await send(account, '+15005550006');
  const [row] =
    await inspect`select deadline_at from message where account_id = ${account.id} and id = ${id}`;
  expect(row?.deadline_at.getTime() - acceptedAtMs).toBe(24 * 3600_000);
  const soon = new Date(service.simulation.time.nowMs());
  await inspect`update message set deadline_at = ${soon} where account_id = ${account.id} and id = ${id}`;
  await run('5 s');
  const expired = await read(account, id);
  expect([expired.status, expired.sent_at]).toEqual(['failed', null]);
  expect(expired.error).toMatch(/^expired_in_queue: /);
  expect(await usedBy(account)).toBe(0);
  await phone.switchOn();
  const next = await send(account, '+15005550006');
  expect((await handedOver(account, next.id)).status).toBe('sent');
  expect(await read(account, id)).toEqual(expired);
});

test('everything that happened while the link was down is reported once it is back, each event once', async () => {
  const { account, phone } = await withPhone();
  await phone.switchOn();
  const { id } = await send(account, '+15005550007');
  expect((await handedOver(account, id)).status).toBe('sent');
  await service.simulation.during(phone.switchOff());
  await run('10 s');
  expect((await read(account, id)).status).toBe('sent');
  await phone.switchOn();
  await run('1 s');
  const delivered = await read(account, id);
  expect(delivered.status).toBe('delivered');
  const seen = (await feedOf(account)).length;
  expect([seen, await usedBy(account)]).toEqual([1, 1]);
  expect((await read(account, id)).seq).toBe(delivered.seq);
});

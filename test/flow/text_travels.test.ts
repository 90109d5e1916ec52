// A text travels the whole way: HTTP, gateway, core, the real device agent and its simulated network, and back into
// the feed. One manual clock moves the core and the agent.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { putInbound } from '../../device-agent/drivers/simulated_inbox.ts';
import { ManualClock } from '../../runtime/testing/manual_clock.ts';
import { until } from '../../runtime/testing/until.ts';
import type { TestAccount } from '../support/core.ts';
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

const clock = new ManualClock();
let stack: Stack;
const phones: Phone[] = [];

beforeAll(async () => {
  stack = await startStack({ coreClock: clock });
});
afterEach(async () => {
  for (const phone of phones.splice(0)) await phone.throwAway();
});
afterAll(() => stack.stop());

/** An account whose one device is a phone that is off. */
async function withPhone(): Promise<{ account: TestAccount; phone: Phone }> {
  const account = await stack.createAccount({ paired: false });
  const phone = await pairPhone(stack.core, account, clock);
  phones.push(phone);
  return { account, phone };
}

const send = async (account: TestAccount, address: string, body = 'hello'): Promise<Shown> =>
  (await stack.send(account, { address, body })).json.message;

/** A text as the core has it. It asks the core itself, because so many looks would use up a client's requests. */
async function read(account: TestAccount, id: number): Promise<Shown> {
  const key = await stack.createKey(account);
  return (await stack.get(`/api/v1/messages/${id}`, key)).json.message;
}
const untilStatus = (account: TestAccount, id: number, status: string) =>
  until(async () => {
    const message = await read(account, id);
    return message.status === status && message;
  });
const feedOf = async (account: TestAccount, since = 0): Promise<Shown[]> =>
  (await stack.get(`/api/v1/messages?since=${since}&limit=500`, await stack.createKey(account))).json
    .messages;
const usedBy = async (account: TestAccount): Promise<number> =>
  (await stack.get('/api/v1/usage', await stack.createKey(account))).json.texts_used;

test('an ordinary text is sent and delivered, and a reader of the feed sees it', async () => {
  const { account, phone } = await withPhone();
  await phone.switchOn();
  const { id, seq } = await send(account, '+15005550006');
  const sent = await untilStatus(account, id, 'sent');
  expect([sent.error, sent.delivered_at]).toEqual([null, null]);
  expect(sent.sent_at).not.toBeNull();
  const poll = stack.get(`/api/v1/messages?wait=25&since=${sent.seq}`, account.key);
  clock.advance(200);
  const delivered = (await poll).json.messages[0];
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
  const failed = await untilStatus(account, id, 'failed');
  expect(failed.error).toMatch(/^rejected_by_network: /);
  expect([failed.sent_at, failed.delivered_at]).toEqual([null, null]);
  expect(await usedBy(account)).toBe(0);
});

test('a text whose receipt reports a failure was sent, and its unit stays used', async () => {
  const { account, phone } = await withPhone();
  await phone.switchOn();
  const { id } = await send(account, '+15005550009');
  await untilStatus(account, id, 'sent');
  clock.advance(200);
  const failed = await untilStatus(account, id, 'failed');
  expect(failed.error).toMatch(/^rejected_by_network: /);
  expect([typeof failed.sent_at, failed.delivered_at]).toEqual(['string', null]);
  expect(await usedBy(account)).toBe(1);
});

test('a submit that is never answered ends as outcome_unknown and is not sent again', async () => {
  const { account, phone } = await withPhone();
  await phone.switchOn();
  const { id } = await send(account, '+15005550012');
  await untilStatus(account, id, 'sending');
  await until(async () => {
    clock.advance(1_000);
    return (await read(account, id)).status === 'failed';
  });
  expect((await read(account, id)).error).toMatch(/^outcome_unknown: /);
  expect(await usedBy(account)).toBe(1);
});

test('a reply appears in the feed and in the thread, and costs nothing', async () => {
  const { account, phone } = await withPhone();
  await phone.switchOn();
  const { id } = await send(account, '(500) 555-0011', 'Are you there?');
  await untilStatus(account, id, 'sent');
  const reply = await until(async () => {
    clock.advance(500);
    return (await feedOf(account)).find(({ direction }) => direction === 'in');
  });
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
  const receivedAtMs = clock.nowMs();
  for (const [index, address] of ['😀'.repeat(64), '+15005550123'].entries())
    putInbound(phone.dir, { inboundId: `${index}`, address, body: `text ${index}`, receivedAtMs });
  const feed = await until(async () => {
    clock.advance(100);
    const texts = await feedOf(account);
    return texts.length === 2 && texts;
  });
  expect(feed.map(({ address_norm }) => address_norm)).toEqual(['😀'.repeat(64), '+15005550123']);
});

test('texts to a phone that is off wait for it and go out in order', async () => {
  const { account, phone } = await withPhone();
  const ids: number[] = [];
  for (let index = 0; index < 5; index++) ids.push((await send(account, '+15005550006', `text ${index}`)).id);
  expect((await feedOf(account)).every(({ status }) => status === 'queued')).toBe(true);
  await phone.switchOn();
  for (const id of ids) await untilStatus(account, id, 'sent');
  const feed = await feedOf(account);
  const sent = feed.filter(({ status }) => status === 'sent').map(({ id }) => id);
  expect(sent).toEqual(ids);
});

test('a text that no phone took within a day fails visibly, gives its unit back and is never sent', async () => {
  const { account, phone } = await withPhone();
  const { id } = await send(account, '+15005550006');
  clock.jumpTo(new Date(clock.nowMs() + 24 * 3600_000 + 1).toISOString());
  await stack.core.sweep();
  const expired = await read(account, id);
  expect([expired.status, expired.sent_at]).toEqual(['failed', null]);
  expect(expired.error).toMatch(/^expired_in_queue: /);
  expect(await usedBy(account)).toBe(0);
  await phone.switchOn();
  const next = await send(account, '+15005550006');
  await untilStatus(account, next.id, 'sent');
  expect(await read(account, id)).toEqual(expired);
});

test('everything that happened while the link was down is reported once it is back, each event once', async () => {
  const { account, phone } = await withPhone();
  await phone.switchOn();
  const { id } = await send(account, '+15005550007');
  await untilStatus(account, id, 'sent');
  await phone.switchOff();
  clock.advance(10_000);
  expect((await read(account, id)).status).toBe('sent');
  await phone.switchOn();
  clock.advance(1);
  const delivered = await untilStatus(account, id, 'delivered');
  const seen = (await feedOf(account)).length;
  expect([seen, await usedBy(account)]).toEqual([1, 1]);
  expect((await read(account, id)).seq).toBe(delivered.seq);
});

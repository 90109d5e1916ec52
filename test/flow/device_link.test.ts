// The device link, frame by frame: a text is handed to one device, each report is applied once, and whoever breaks
// the protocol loses the link and nothing else.
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { GoodbyeReason } from '../../proto/gen/textrelay/v1/device_link_pb.ts';
import { type Message, MessageStatus } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { startTestCore, type TestAccount, type TestCore } from '../support/core.ts';
import { createDatabase } from '../support/database.ts';
import { ManualClock } from '../support/manual_clock.ts';
import { pairDevice } from '../support/pairing.ts';
import { RawAgent } from '../support/raw_agent.ts';

const clock = new ManualClock();
let core: TestCore;
let other: TestCore;
const agents: RawAgent[] = [];

beforeAll(async () => {
  const url = await createDatabase();
  core = await startTestCore(url, { clock });
  other = await startTestCore(url, { clock });
});

afterEach(() => {
  for (const agent of agents.splice(0)) agent.socket.terminate();
});

afterAll(async () => {
  await Promise.all([core.stop(), other.stop()]);
});

async function link(
  account: TestAccount,
  journal?: string,
  at: TestCore = core,
  window?: number,
): Promise<RawAgent> {
  const agent = await RawAgent.linked(at, account.deviceToken, journal, window);
  agents.push(agent);
  return agent;
}

async function send(account: TestAccount, address = '+15005550006', body = 'hello'): Promise<bigint> {
  const { results } = await core.messages.sendMessages({ texts: [{ accountId: account.id, address, body }] });
  const outcome = results[0]?.outcome;
  if (outcome?.case !== 'accepted') throw new Error('the text was not accepted');
  return outcome.value.message?.id as bigint;
}

async function get(account: TestAccount, id: bigint): Promise<Message> {
  return (await core.messages.getMessage({ accountId: account.id, id })).message as Message;
}

test('a text travels queued, sending, sent, delivered, and seq advances with each', async () => {
  const account = await core.createAccount();
  const id = await send(account);
  const queued = await get(account, id);
  expect(queued.status).toBe(MessageStatus.QUEUED);

  const agent = await link(account);
  const job = await agent.expect('job');
  expect(job).toMatchObject({ messageId: id, attempt: 1, address: '+15005550006', body: 'hello' });
  const sending = await get(account, id);
  expect(sending.status).toBe(MessageStatus.SENDING);
  expect(sending.seq).toBeGreaterThan(queued.seq);

  agent.report(job, 1);
  expect((await agent.expect('reportAck')).reportId).toBe(`p-${id}-1`);
  const sent = await get(account, id);
  expect(sent).toMatchObject({ status: MessageStatus.SENT });
  expect(sent.sentAt).toBeDefined();

  agent.receipt(job, 1);
  await agent.expect('reportAck');
  const delivered = await get(account, id);
  expect(delivered.status).toBe(MessageStatus.DELIVERED);
  expect(delivered.deliveredAt).toBeDefined();
  expect(delivered.seq).toBeGreaterThan(sent.seq);
});

test('a repeated, late or foreign report changes nothing and is acknowledged all the same', async () => {
  const account = await core.createAccount();
  const agent = await link(account);
  const id = await send(account);
  const job = await agent.expect('job');
  agent.report(job, 1);
  agent.receipt(job, 1);
  await agent.expect('reportAck');
  await agent.expect('reportAck');
  const settled = await get(account, id);
  expect(settled.status).toBe(MessageStatus.DELIVERED);
  agent.report(job, 1);
  agent.receipt(job, 2, 'rejected_by_network: no');
  agent.report({ messageId: id, attempt: 9 }, 2);
  agent.report({ messageId: 123_456n, attempt: 1 }, 1);
  for (let index = 0; index < 4; index++) await agent.expect('reportAck');
  expect(await get(account, id)).toEqual(settled);
});

test('a receipt may come before the submit’s own report', async () => {
  const account = await core.createAccount();
  const agent = await link(account);
  const id = await send(account);
  const job = await agent.expect('job');
  agent.receipt(job, 1);
  await agent.expect('reportAck');
  agent.report(job, 1);
  await agent.expect('reportAck');
  const message = await get(account, id);
  expect(message.status).toBe(MessageStatus.DELIVERED);
  expect(message.sentAt).toBeDefined();
});

test('texts wait for an offline device and go out in order on reconnect', async () => {
  const account = await core.createAccount();
  const ids: bigint[] = [];
  for (let index = 0; index < 40; index++)
    ids.push(await send(account, `+1500555${1000 + (index % 5)}`, `${index}`));
  const agent = await link(account, undefined, core, 7);
  const seen: bigint[] = [];
  for (let index = 0; index < 40; index++) seen.push((await agent.submit()).messageId);
  expect(seen).toEqual(ids);
});

test('a device never holds more than its window', async () => {
  const account = await core.createAccount();
  for (let index = 0; index < 6; index++) await send(account);
  const agent = await link(account, undefined, core, 2);
  const first = await agent.expect('job');
  await agent.expect('job');
  await get(account, 1n);
  expect(agent.waiting('job')).toBe(0);
  agent.report(first, 1);
  expect((await agent.expect('job')).messageId).toBe(3n);
});

test('after a reconnect with the same journal an unreported job is handed over again, as the same attempt', async () => {
  const account = await core.createAccount();
  const id = await send(account);
  const before = await link(account);
  await before.expect('job');
  before.socket.terminate();
  const after = await link(account, undefined, other);
  expect(await after.expect('job')).toMatchObject({ messageId: id, attempt: 1 });
});

test('a lost journal ends what it held as outcome_unknown, and a late receipt still proves delivery', async () => {
  const account = await core.createAccount();
  const id = await send(account);
  const before = await link(account);
  const job = await before.expect('job');
  before.socket.terminate();
  const after = await link(account, 'journal-2');
  const ended = await get(account, id);
  expect(ended.status).toBe(MessageStatus.FAILED);
  expect(ended.error).toMatch(/^outcome_unknown: /);
  after.receipt(job, 1);
  await after.expect('reportAck');
  const proven = await get(account, id);
  expect(proven.status).toBe(MessageStatus.DELIVERED);
  expect(proven.error).toBeUndefined();
  expect(after.waiting('job')).toBe(0);
});

test('of two links of one device the older one is told and closed, on another replica too', async () => {
  const account = await core.createAccount();
  const first = await link(account);
  const second = await link(account);
  expect((await first.expect('goodbye')).reason).toBe(GoodbyeReason.SUPERSEDED);
  await first.closed();
  const third = await link(account, undefined, other);
  clock.advance(1_000);
  expect((await second.expect('goodbye')).reason).toBe(GoodbyeReason.SUPERSEDED);
  await send(account);
  clock.advance(1_000);
  await third.expect('job');
});

test('a revoked device is told within a second, its token is void and what it held ends', async () => {
  const account = await core.createAccount();
  const agent = await link(account, undefined, other);
  const id = await send(account);
  clock.advance(1_000);
  await agent.expect('job');
  await core.admin.revokeDevice({ accountId: account.id, deviceId: 1n });
  clock.advance(1_000);
  expect((await agent.expect('goodbye')).reason).toBe(GoodbyeReason.REVOKED);
  expect((await get(account, id)).error).toMatch(/^outcome_unknown: /);
  const again = new RawAgent(core, account.deviceToken);
  const [, response] = await once(again.socket, 'unexpected-response');
  expect(response.statusCode).toBe(401);
});

test('a recipient stays on its device while another device of the account has room', async () => {
  const account = await core.createAccount();
  const { token } = await pairDevice(core, core.admin, account.id);
  const first = await link(account);
  await send(account, '+15005551111');
  await first.submit();
  const second = await link({ ...account, deviceToken: token });
  for (let index = 0; index < 5; index++) {
    await send(account, '+15005551111');
    await first.submit();
  }
  expect(second.waiting('job')).toBe(0);
  await core.admin.revokeDevice({ accountId: account.id, deviceId: 1n });
  await send(account, '+15005551111');
  expect((await second.expect('job')).address).toBe('+15005551111');
});

test('an inbound text is acknowledged after its commit and appears once, with no plan and over the cap', async () => {
  const account = await core.createAccount({ plan: '' });
  const agent = await link(account);
  const inbound = { inboundId: 'sim-1', address: '5005550123', body: 'hi\u0000there' };
  for (let index = 0; index < 3; index++) {
    agent.send({ case: 'inbound', value: inbound });
    expect((await agent.expect('inboundAck')).inboundId).toBe('sim-1');
  }
  agent.send({ case: 'inbound', value: { ...inbound, inboundId: 'sim-2', address: 'MyBank' } });
  await agent.expect('inboundAck');
  const { pages } = await core.messages.listChanges({
    queries: [{ accountId: account.id, since: 0n, limit: 100 }],
  });
  expect(pages[0]?.messages.map(({ addressNorm, body, status }) => ({ addressNorm, body, status }))).toEqual([
    { addressNorm: '+15005550123', body: 'hi\ufffdthere', status: MessageStatus.RECEIVED },
    { addressNorm: 'MyBank', body: 'hi\ufffdthere', status: MessageStatus.RECEIVED },
  ]);
});

test('every state has a deadline: queued, sending and sent end visibly', async () => {
  const account = await core.createAccount();
  const waiting = await send(account);
  clock.advance(24 * 3600_000 - 1);
  await core.sweep();
  expect((await get(account, waiting)).status).toBe(MessageStatus.QUEUED);
  clock.advance(2);
  await core.sweep();
  expect(await get(account, waiting)).toMatchObject({ status: MessageStatus.FAILED });
  expect((await get(account, waiting)).error).toMatch(/^expired_in_queue: /);

  const agent = await link(account);
  const held = await send(account);
  await agent.expect('job');
  const reported = await send(account);
  const job = await agent.expect('job');
  agent.report(job, 1);
  await agent.expect('reportAck');
  clock.jumpTo(new Date(clock.nowMs() + 25 * 3600_000 + 1_000).toISOString());
  await core.sweep();
  expect((await get(account, held)).error).toMatch(/^outcome_unknown: /);
  expect((await get(account, reported)).status).toBe(MessageStatus.SENT);
  clock.jumpTo(new Date(clock.nowMs() + 72 * 3600_000).toISOString());
  await core.sweep();
  expect((await get(account, reported)).error).toMatch(/^outcome_unknown: no delivery receipt/);
});

test.each([
  ['garbage', Buffer.from([255, 255, 255])],
  ['a frame without content', Buffer.alloc(0)],
])('%s ends the link with a reason, and the next link works', async (_name, bytes) => {
  const account = await core.createAccount();
  const agent = await link(account);
  agent.socket.send(bytes);
  expect((await agent.expect('goodbye')).reason).toBe(GoodbyeReason.PROTOCOL_ERROR);
  await agent.closed();
  await send(account);
  await (await link(account)).submit();
});

test('a text frame, a frame before hello, a second hello and one over 64 KiB end the link', async () => {
  const account = await core.createAccount();
  const words = await link(account);
  words.socket.send('hello');
  expect((await words.expect('goodbye')).reason).toBe(GoodbyeReason.PROTOCOL_ERROR);

  const hasty = new RawAgent(core, account.deviceToken);
  agents.push(hasty);
  await once(hasty.socket, 'open');
  hasty.report({ messageId: 1n, attempt: 1 }, 1);
  expect((await hasty.expect('goodbye')).message).toContain('hello');

  const twice = await link(account);
  twice.send({ case: 'hello', value: { protocolVersion: 1, journalId: 'x', window: 1 } });
  expect((await twice.expect('goodbye')).message).toContain('twice');

  const large = await link(account);
  large.send({ case: 'inbound', value: { inboundId: 'x', address: '1', body: 'x'.repeat(64 * 1024) } });
  expect(await large.closed()).toBe(1009);
});

test('another protocol version is told so, and silence before hello is not waited for', async () => {
  const account = await core.createAccount();
  const future = new RawAgent(core, account.deviceToken);
  agents.push(future);
  await once(future.socket, 'open');
  future.send({ case: 'hello', value: { protocolVersion: 2, journalId: 'x', window: 1 } });
  expect(await future.expect('goodbye')).toMatchObject({ reason: GoodbyeReason.VERSION });

  const silent = new RawAgent(core, account.deviceToken);
  agents.push(silent);
  await once(silent.socket, 'open');
  await get(account, 1n).catch(() => undefined);
  clock.advance(10_000);
  expect((await silent.expect('goodbye')).message).toContain('hello');
});

test.each([null, 'svc_device_x', 'nonsense'])('an upgrade with token %j is refused', async (token) => {
  const agent = new RawAgent(core, token);
  const [, response] = await once(agent.socket, 'unexpected-response');
  expect(response.statusCode).toBe(401);
});

// How events reach the server's webhooks: webhooks/WebHooksService.kt, webhooks/db, plugins/PayloadSingingPlugin.kt,
// workers/WebhookQueueProcessorWorker.kt, and for received texts receiver/ and incoming/.
import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { simulateEachTest } from '../../simulation/each_test.ts';
import { PhoneBench } from './phone_bench.ts';
import { hashOfText } from './receiver.ts';
import type { Asked } from './scripted_server.ts';
import type { PhoneOptions, StockPhone } from './stock_phone.ts';

let bench: PhoneBench;
const simulated = simulateEachTest();
beforeEach(async () => {
  bench = await PhoneBench.open(simulated);
  const hook = (event: string) => ({ id: event, event, url: `${bench.server.url}/hook` });
  bench.server.hooks = ['sms:received', 'sms:sent', 'sms:delivered', 'sms:failed', 'system:ping'].map(hook);
  bench.server.settings = { webhooks: { signing_key: 'key' } };
});
afterEach(() => bench.close());

const posted = () => bench.server.of('POST /hook');
/** Paired, and with its queue asleep: a worker that finds nothing stays for 5 s more. */
async function paired(options: Partial<PhoneOptions> = {}): Promise<StockPhone> {
  const phone = await bench.paired(options);
  await bench.pass(10_000);
  return phone;
}

test('a received text is posted once, signed over its bytes and the moment, with HTML escaped', async () => {
  const phone = await paired();
  phone.receive({ sender: '+15005550007', words: `<a href='x'>&=</a>` });
  await bench.pass(1_000);
  expect(posted().length).toBe(1);
  const { text, body, headers } = posted()[0] as Asked;
  expect(text).toContain('\\u003ca href\\u003d\\u0027x\\u0027\\u003e\\u0026\\u003d\\u003c/a\\u003e');
  const expected = createHmac('sha256', 'key').update(`${text}${headers['x-timestamp']}`).digest('hex');
  expect(headers['x-signature']).toBe(expected);
  expect(Number(headers['x-timestamp'])).toBe(Math.floor(bench.clock.nowMs() / 1_000) - 1);
  expect(body).toMatchObject({
    webhookId: 'sms:received',
    event: 'sms:received',
    deviceId: 'device-1',
    payload: {
      messageId: expect.stringMatching(/^[0-9a-f]{1,8}$/),
      sender: '+15005550007',
      phoneNumber: '+15005550007',
      recipient: '+15005550100',
      simNumber: 1,
      message: `<a href='x'>&=</a>`,
    },
  });
});

test('the name of a received text is the hash that Java makes', () => {
  const text = { sender: '+15005550007', words: 'hello', sentAtMs: 1_773_144_000_000, subscription: 7 };
  expect(hashOfText(text)).toBe(hashOfText({ ...text }));
  expect(hashOfText({ sender: 'a', words: 'b', sentAtMs: 0, subscription: null })).toBe(97 * 29_791 + 98);
});

test('the same words a second later are another text; within the second they are swallowed', async () => {
  const phone = await paired();
  phone.receive({ sender: '+15005550007', words: 'again' });
  phone.receive({ sender: '+15005550007', words: 'again' });
  await bench.pass(1_000);
  expect([posted().length, phone.ledger.received.length]).toEqual([1, 2]);
  phone.receive({ sender: '+15005550007', words: 'again' });
  await bench.pass(1_000);
  expect(posted().length).toBe(2);
});

test('both ways of one text that name different SIMs make two texts of it', async () => {
  const phone = await paired();
  phone.receive({ sender: '+15005550007', words: 'twin', inboxSubscription: null });
  await bench.pass(1_000);
  const ids = posted().map(({ body }) => body.payload.messageId);
  expect([ids.length, new Set(ids).size]).toEqual([2, 2]);
});

test('what came while the app was dead is caught up on from the inbox', async () => {
  const phone = await paired();
  phone.forceStop();
  phone.receive({ sender: '+15005550007', words: 'missed' });
  phone.start();
  await bench.pass(1_000);
  expect(posted().map(({ body }) => body.payload.message)).toEqual(['missed']);
});

test('killed between its note and its event a received text is lost, which the phone owns up to', async () => {
  const phone = await paired();
  phone.dieAt('received text noted');
  phone.receive({ sender: '+15005550007', words: 'lost' });
  await bench.pass(60_000);
  expect([posted().length, phone.ownLosses.length]).toEqual([0, 1]);
});

test('an event is tried as often as the server says, 5 s doubling, and then its words are deleted', async () => {
  bench.server.settings = { webhooks: { retry_count: 6 } };
  bench.server.script = ({ call }) => (call === 'POST /hook' ? { status: 410 } : undefined);
  const phone = await paired();
  phone.receive({ sender: '+15005550007', words: 'x' });
  await bench.pass(900_000);
  const times = posted().map(({ atMs }) => atMs);
  expect(times.length).toBe(7);
  // The queue is looked at each 5 s, so that a try comes up to that much late.
  for (const [at, gap] of times.slice(1).map((atMs, at) => [at, atMs - Number(times[at])] as const)) {
    expect(gap).toBeGreaterThanOrEqual(5_000 * 2 ** at);
    expect(gap).toBeLessThanOrEqual(5_000 * 2 ** at + 5_000);
  }
  expect(new Set(posted().map(({ body }) => body.id)).size).toBe(1);
  expect(new Set(posted().map(({ headers }) => headers['x-signature'])).size).toBe(7);
  expect(phone.memory.queue).toMatchObject([{ status: 'permanently_failed', payload: undefined }]);
});

test('events wait for a network', async () => {
  const phone = await paired();
  phone.setNetwork(false);
  phone.receive({ sender: '+15005550007', words: 'x' });
  await bench.pass(3 * 3_600_000);
  phone.setNetwork(true);
  await bench.pass(10_000);
  expect(posted().length).toBe(1);
});

test('killed after the answer an event is sent again, at the earliest after 5 minutes and with the next event', async () => {
  const phone = await paired();
  phone.dieAt('webhook answered');
  phone.receive({ sender: '+15005550007', words: 'x' });
  await bench.pass(400_000);
  expect(posted().length).toBe(1);
  phone.receive({ sender: '+15005550007', words: 'y' });
  await bench.pass(10_000);
  expect(
    posted()
      .map(({ body }) => body.payload.message)
      .sort(),
  ).toEqual(['x', 'x', 'y']);
});

test('events go in batches, one at a time, and none before its hook is known', async () => {
  bench.server.hooks = [];
  const phone = await paired();
  phone.receive({ sender: '+15005550007', words: 'early' });
  bench.server.hooks = [{ id: 'h', event: 'sms:received', url: `${bench.server.url}/hook` }];
  bench.server.push('WebhooksUpdated');
  await bench.pass(1_000);
  phone.setNetwork(false);
  for (let at = 0; at < 45; at += 1) phone.receive({ sender: '+15005550007', words: `${at}` });
  phone.setNetwork(true);
  await bench.pass(1_000);
  expect(posted().map(({ body }) => body.payload.message)).toEqual(
    Array.from({ length: 45 }, (_, at) => `${at}`),
  );
});

test('one event name that its version does not know leaves it with the hooks it had', async () => {
  const phone = await paired({ version: '1.66.2' });
  const before = phone.memory.hooks.length;
  bench.server.hooks = [{ id: 'c', event: 'sms:cancelled', url: `${bench.server.url}/hook` }];
  bench.server.push('WebhooksUpdated');
  await bench.pass(31_000);
  expect(phone.memory.hooks.length).toBe(before);
  expect(phone.conversation.departures).toEqual(['GET /webhooks: 1.66.2 does not know sms:cancelled']);
});

test('changes of texts are posted as well, each receipt of a long text anew', async () => {
  const phone = await paired();
  phone.radio.fateOf = () => ({ kind: 'sent', receipts: [0, 0, 0], receiptAfterMs: 10 });
  await bench.offer(bench.text('a', { textMessage: { text: 'x'.repeat(400) } }));
  await bench.pass(10_000);
  const events = posted().map(({ body }) => body.event);
  expect(events.filter((event) => event === 'sms:sent').length).toBe(3);
  expect(events.filter((event) => event === 'sms:delivered').length).toBe(3);
  expect(posted()[0]?.body.payload).toMatchObject({
    messageId: 'a',
    partsCount: 3,
    recipient: '+15005550006',
  });
});

test('pings come at their period, carry the phone’s health, and pull', async () => {
  bench.server.settings = { ping: { interval_seconds: 60 } };
  const phone = await paired({ traits: { batteryPercent: 12 } });
  expect(posted().length).toBe(0);
  phone.reboot();
  await bench.pass(150_000);
  expect(posted().length).toBe(3);
  expect(posted()[0]?.body.payload.health).toMatchObject({
    status: 'warn',
    version: '1.68.0',
    checks: { 'battery:level': { observedValue: 12, status: 'warn' } },
  });
});

test('an export posts what the app has not noted, and nothing else', async () => {
  const phone = await paired();
  phone.receive({ sender: '+15005550007', words: 'noted' });
  await bench.pass(1_000);
  bench.server.push(
    'MessagesExportRequested',
    '{"since":"2026-03-10T00:00:00.000Z","until":"2026-03-11T00:00:00.000Z","messageTypes":"SMS"}',
  );
  await bench.pass(1_000);
  expect(posted().length).toBe(1);
});

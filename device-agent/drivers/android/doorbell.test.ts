// Webhooks of the phone, and of those who only claim to be it. Whatever is said, only the phone's own answers count.
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../../../runtime/testing/free_port.ts';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import { AndroidBench } from '../../testing/android_bench.ts';
import { webhookEvents } from './webhook_setup.ts';

const simulated = simulateEachTest();
const { run } = simulated;
let bench: AndroidBench;
afterEach(() => bench.close());

const key = 'signing-key';

/** A driver that is called, with a port of its own. */
async function openCalled(
  options: Parameters<typeof AndroidBench.open>[1] = {},
  env: Record<string, string> = { TEXTRELAY_AGENT_WEBHOOK_KEY: key },
): Promise<string> {
  bench = await AndroidBench.open(simulated, { signingKey: key, ...options });
  const port = await freePort();
  await bench.startReady({ TEXTRELAY_AGENT_WEBHOOK_LISTEN: `127.0.0.1:${port}`, ...env });
  await bench.passUntil('registered', () => bench.phone.state.webhooks.size === webhookEvents.length);
  await bench.passUntil('the list was read', () => bench.phone.calls.includes('GET /inbox'));
  await run('1 s');
  return `http://127.0.0.1:${port}/`;
}

const urls = () => [...bench.phone.state.webhooks.values()].map(({ url }) => url);

test('webhooks are registered once, stale ones of ours are removed, and others’ are left alone', async () => {
  const url = await openCalled();
  const { webhooks } = bench.phone.state;
  expect(urls()).toEqual(webhookEvents.map(() => url));
  const [first] = webhooks.values();
  webhooks.set('textrelay-000000000000-old', { id: 'textrelay-000000000000-old', url, event: 'sms:sent' });
  const others = [
    { id: 'mine', url: 'https://example.com/', event: 'sms:received' },
    { id: 'by-hand', url, event: 'sms:received' },
    { id: 'textrelay-111111111111-sent', url: 'https://another-agent.example/', event: 'sms:sent' },
  ];
  for (const other of others) webhooks.set(other.id, other);
  if (first !== undefined) webhooks.set(first.id, { ...first, url: 'https://elsewhere.example/' });
  const posts = bench.asked('POST /webhooks');
  await bench.startReady();
  await bench.passUntil('cleaned', () => !webhooks.has('textrelay-000000000000-old'));
  expect(bench.asked('POST /webhooks')).toBe(posts + 1);
  await bench.passUntil('corrected', () => bench.asked('POST /webhooks') > posts);
  await run('2 s');
  expect(urls().sort()).toEqual(
    [...others, ...webhookEvents.map(() => ({ url }))].map((one) => one.url).sort(),
  );
});

test('without a listener, what an earlier configuration registered is removed', async () => {
  await openCalled();
  await bench.start({});
  await bench.passUntil('none is left', () => bench.phone.state.webhooks.size === 0);
});

test('a registration that breaks off is made again, one that is refused is not insisted on', async () => {
  bench = await AndroidBench.open(simulated);
  bench.phone.planFault({ at: 'after', call: 'POST /webhooks', action: 'cut', times: 3 });
  const port = await freePort();
  await bench.startReady({ TEXTRELAY_AGENT_WEBHOOK_LISTEN: `127.0.0.1:${port}` });
  await bench.passUntil('all are there', () => bench.phone.state.webhooks.size === 4, 300_000);
  const env = { TEXTRELAY_AGENT_WEBHOOK_URL: 'http://192.168.1.5:9000/' };
  await bench.startReady({ TEXTRELAY_AGENT_WEBHOOK_LISTEN: `127.0.0.1:${port}`, ...env });
  await run('20 s');
  const asked = bench.asked('POST /webhooks');
  await run('3 min');
  expect(bench.asked('POST /webhooks')).toBe(asked);
  bench.phone.receive({ text: 'polled' });
  await bench.passUntil('it comes all the same', () => bench.sink.texts.length === 1);
});

test('a call makes a received text and a receipt come at once', async () => {
  await openCalled();
  bench.phone.receive({ text: 'now' });
  await bench.passUntil('the text', () => bench.sink.texts.length === 1, 400);
  bench.phone.setDefaultFate({ kind: 'sent' });
  await bench.submit();
  await run('8 s');
  bench.phone.deliver();
  await bench.passUntil('the receipt', () => bench.sink.receipts.length === 1, 400);
  expect(bench.phone.webhookAnswers.every((status) => status === 200)).toBe(true);
});

test('a submit ends with the call, not with the next look', async () => {
  await openCalled();
  bench.phone.setDefaultFate({ kind: 'processed' });
  const submitted = bench.begin();
  await run('30 s');
  await bench.passUntil('it looked', () => bench.asked('GET /message') > 5);
  bench.phone.settle();
  await bench.passUntil('sent', () => submitted.result !== undefined, 400);
});

test('the same call twice, late, and after a restart is one text and one receipt', async () => {
  const url = await openCalled();
  await bench.submit();
  await bench.passUntil('the receipt', () => bench.sink.receipts.length === 1);
  const { id, sender, text } = bench.phone.receive({ text: 'once' });
  await bench.passUntil('the text', () => bench.sink.texts.length === 1);
  const payload = { messageId: id, phoneNumber: sender, message: text };
  for (let n = 0; n < 3; n += 1) {
    expect(await bench.phone.call(url, { event: 'sms:received', payload })).toBe(200);
    const [sent] = bench.phone.state.texts.keys();
    expect(await bench.phone.call(url, { event: 'sms:delivered', payload: { messageId: sent } })).toBe(200);
    if (n === 1) await bench.startReady();
    await run('5 s');
  }
  expect(bench.sink.texts).toHaveLength(1);
  expect(bench.sink.receipts).toHaveLength(1);
});

test('forged, replayed and unsigned calls are refused, and change nothing', async () => {
  const url = await openCalled();
  bench.phone.setDefaultFate({ kind: 'sent' });
  await bench.submit();
  const [messageId] = bench.phone.state.texts.keys();
  const event = { event: 'sms:delivered', payload: { messageId } };
  const { call } = { call: bench.phone.call.bind(bench.phone) };
  expect(await call(url, event, { key: 'another' })).toBe(401);
  expect(await call(url, event, { atMs: bench.phone.nowMs() - 301_000 })).toBe(401);
  expect(await call(url, event, { atMs: bench.phone.nowMs() + 301_000 })).toBe(401);
  expect(await call(url, event, { signedStamp: '1' })).toBe(401);
  const unsigned = await fetch(url, { method: 'POST', body: JSON.stringify(event) });
  expect(unsigned.status).toBe(401);
  // One that is genuine, and says what is not so, only makes the phone be asked.
  expect(await call(url, event)).toBe(200);
  expect(await call(url, { event: 'sms:received', payload: { message: 'never', phoneNumber: '+1' } })).toBe(
    200,
  );
  await run('20 s');
  expect(bench.sink.receipts).toEqual([]);
  expect(bench.sink.texts).toEqual([]);
});

test('a phone whose clock is wrong is still recognised', async () => {
  const url = await openCalled({ aheadMs: -3_600_000 });
  expect(await bench.phone.call(url, { event: 'sms:sent', payload: {} })).toBe(200);
});

test('calls that are too big, no JSON, or no call at all are refused without harm', async () => {
  const url = await openCalled({}, {});
  expect(await bench.phone.call(url, {}, { body: `{"event":"${'x'.repeat(70_000)}"}` })).toBe(413);
  const chunks = new ReadableStream({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('x'.repeat(20_000))),
  });
  const endless = { method: 'POST', body: chunks, duplex: 'half' } as RequestInit;
  const refused = await fetch(url, endless).catch(() => undefined);
  expect([413, undefined]).toContain(refused?.status);
  expect(await bench.phone.call(url, {}, { body: '[1,' })).toBe(400);
  expect(await bench.phone.call(url, {}, { body: '[]' })).toBe(400);
  expect((await fetch(url)).status).toBe(405);
  expect(await bench.phone.call(url, { event: 'no:such', payload: null })).toBe(200);
});

test('an older app without a list: the call is the text, once, and waits while the journal is full', async () => {
  const url = await openCalled({ traits: { listsInbox: false } });
  bench.sink.inboundAnswer = 'full';
  bench.phone.receive({ text: 'old way' });
  await bench.passUntil('refused', () => bench.phone.webhookAnswers.length === 1);
  expect(bench.phone.webhookAnswers).toEqual([503]);
  bench.sink.inboundAnswer = 'stored';
  const receivedAt = new Date(bench.phone.nowMs()).toISOString();
  const payload = { messageId: 'a', phoneNumber: '+15550001', message: 'old way', simNumber: 1, receivedAt };
  for (let n = 0; n < 2; n += 1)
    expect(await bench.phone.call(url, { event: 'sms:received', payload })).toBe(200);
  expect(new Set(bench.sink.offers.slice(1).map(({ inboundId }) => inboundId)).size).toBe(1);
  expect(bench.sink.offers.at(-1)).toMatchObject({ address: '+15550001', body: 'old way' });
});

test('an older app’s text without a signature is taken from this machine only', async () => {
  bench = await AndroidBench.open(simulated, { traits: { listsInbox: false } });
  const port = await freePort();
  await bench.startReady({
    TEXTRELAY_AGENT_WEBHOOK_LISTEN: `0.0.0.0:${port}`,
    TEXTRELAY_AGENT_WEBHOOK_URL: `http://127.0.0.1:${port}/`,
  });
  await bench.passUntil('the list was asked for', () => bench.phone.calls.includes('GET /inbox'));
  await run('1 s');
  const receivedAt = new Date(bench.phone.nowMs()).toISOString();
  const payload = { messageId: 'a', phoneNumber: '+15550001', message: 'forged?', receivedAt };
  const url = `http://127.0.0.1:${port}/`;
  expect(await bench.phone.call(url, { event: 'sms:received', payload })).toBe(503);
  expect(bench.sink.offers).toEqual([]);
});

test('a port that is taken is said at once', async () => {
  await openCalled();
  const taken = new URL(urls()[0] ?? '').host;
  const other = bench;
  bench = await AndroidBench.open(simulated);
  await expect(bench.start({ TEXTRELAY_AGENT_WEBHOOK_LISTEN: taken })).rejects.toThrow(
    'TEXTRELAY_AGENT_WEBHOOK_LISTEN cannot be listened on (EADDRINUSE)',
  );
  await other.close();
});

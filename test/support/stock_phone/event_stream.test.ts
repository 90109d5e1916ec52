// How the app learns of work: helpers/SSEManager.kt, gateway/services/SSEForegroundService.kt, gateway/EventsReceiver.kt and
// gateway/workers/PullMessagesWorker.kt.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { simulateEachTest } from '../../simulation/each_test.ts';
import { PhoneBench } from './phone_bench.ts';

let bench: PhoneBench;
const simulated = simulateEachTest();
beforeEach(async () => {
  bench = await PhoneBench.open(simulated);
});
afterEach(() => bench.close());

const countOf = (call: string) => bench.server.of(call).length;
const gapsOf = (call: string) => {
  const times = bench.server.of(call).map(({ atMs }) => atMs);
  return times.slice(1).map((atMs, at) => atMs - Number(times[at]));
};

test('without any event it pulls each 15 minutes', async () => {
  await bench.paired();
  const before = countOf('GET /message');
  await bench.pass(45 * 60_000);
  expect(countOf('GET /message') - before).toBe(3);
});

test('an event pulls at once and sets the 15 minutes back', async () => {
  await bench.paired();
  await bench.pass(14 * 60_000);
  const before = countOf('GET /message');
  bench.server.push('MessageEnqueued');
  await bench.pass(14 * 60_000);
  expect(countOf('GET /message') - before).toBe(1);
});

test('an event of an unknown name does nothing, one without data is dropped, one without a name pulls', async () => {
  const phone = await bench.paired();
  const before = countOf('GET /message');
  bench.server.push('Nonsense');
  bench.server.push('MessageEnqueued', '');
  await bench.pass(1_000);
  expect(countOf('GET /message')).toBe(before);
  for (const stream of bench.server.streams) stream.write(': note\ndata: {}\n\n');
  await bench.pass(1_000);
  expect(countOf('GET /message')).toBe(before + 1);
  expect(phone.conversation.departures).toEqual([
    'GET /events: 1.68.0 does not know Nonsense',
    'GET /events: MessageEnqueued has no data, and is dropped',
  ]);
});

test('events of webhooks and settings fetch their lists', async () => {
  await bench.paired();
  const before = [countOf('GET /webhooks'), countOf('GET /settings')];
  bench.server.push('WebhooksUpdated');
  bench.server.push('SettingsUpdated');
  await bench.pass(1_000);
  expect([countOf('GET /webhooks'), countOf('GET /settings')]).toEqual(before.map((count) => count + 1));
});

test('a refused stream is tried after 5 s five times, then after 30 s, then after 60 s, and no refusal is final', async () => {
  bench.server.script = ({ call }) => (call === 'GET /events' ? { status: 401 } : undefined);
  await bench.paired();
  await bench.pass(360_000);
  expect(gapsOf('GET /events')).toEqual([
    ...Array(5).fill(5_000),
    ...Array(5).fill(30_000),
    ...Array(3).fill(60_000),
  ]);
  bench.server.script = () => undefined;
  await bench.pass(60_000);
  expect(bench.server.streams.size).toBe(1);
});

test('a stream that the server ends is opened again after 5 s, and pulls', async () => {
  await bench.paired();
  const before = countOf('GET /message');
  bench.server.hangUp();
  await bench.pass(4_000);
  expect(bench.server.streams.size).toBe(0);
  await bench.pass(1_000);
  expect([bench.server.streams.size, countOf('GET /message') - before]).toEqual([1, 1]);
});

test('pressing start once more opens a second stream beside the first', async () => {
  const phone = await bench.paired();
  phone.start();
  await bench.pass(1_000);
  expect(bench.server.streams.size).toBe(2);
});

test('without a network nothing is asked; with it back, the works go on at once', async () => {
  const phone = await bench.paired();
  phone.setNetwork(false);
  await bench.pass(60 * 60_000);
  const before = countOf('GET /message');
  phone.setNetwork(true);
  await bench.calm();
  expect(countOf('GET /message')).toBe(before + 1);
});

test('a failed pull is tried after 10 s, doubling', async () => {
  await bench.paired();
  bench.server.script = ({ call }) => (call === 'GET /message' ? { status: 500 } : undefined);
  const before = countOf('GET /message');
  bench.server.push('MessageEnqueued');
  await bench.pass(80_000);
  expect(gapsOf('GET /message').slice(before)).toEqual([10_000, 20_000, 40_000]);
});

test('after a kill a phone that does not start on boot holds a stream, and heeds no event of it', async () => {
  const phone = await bench.paired({ traits: { startsOnBoot: false } });
  phone.kill();
  await bench.pass(2_000);
  expect(bench.server.streams.size).toBe(1);
  const before = countOf('GET /message');
  bench.server.push('MessageEnqueued');
  await bench.pass(60_000);
  expect(countOf('GET /message')).toBe(before);
  // Its work of 15 minutes is Android's, and goes on.
  await bench.pass(15 * 60_000);
  expect(countOf('GET /message')).toBe(before + 1);
});

test('a reboot without "start on boot" leaves the pulls alone; a force stop leaves nothing', async () => {
  const phone = await bench.paired({ traits: { startsOnBoot: false } });
  phone.reboot();
  await bench.pass(16 * 60_000);
  expect(bench.server.streams.size).toBe(0);
  const before = countOf('GET /message');
  await bench.pass(15 * 60_000);
  expect(countOf('GET /message')).toBe(before + 1);
  phone.forceStop();
  await bench.pass(60 * 60_000);
  expect(countOf('GET /message')).toBe(before + 1);
});

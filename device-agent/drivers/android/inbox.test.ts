// Received texts reach the journal whole and under one name each, with or without webhooks.
import { afterEach, expect, test } from 'vitest';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import { AndroidBench } from '../../testing/android_bench.ts';

const simulated = simulateEachTest();
const { clock, run } = simulated;
let bench: AndroidBench;
afterEach(() => bench.close());

const texts = () => bench.sink.texts.map(({ address, body }) => ({ address, body }));

test('a text is fetched, whole and in order, and offered until the core has it', async () => {
  bench = await AndroidBench.open(simulated);
  await bench.startReady();
  await run('1 s');
  const long = `${'lang und länger 😀 '.repeat(80)}end`;
  bench.phone.receive({ text: 'first' });
  await run('1 s');
  bench.phone.receive({ text: long, sender: 'BANK', sim: null });
  await bench.passUntil('both', () => bench.sink.texts.length === 2);
  expect(texts()).toEqual([
    { address: '+15557654321', body: 'first' },
    { address: 'BANK', body: long },
  ]);
  for (const { inboundId } of bench.sink.texts) await bench.driver.ackInbound(inboundId);
  const offers = bench.sink.offers.length;
  bench.phone.receive({ text: 'third' });
  await bench.passUntil('the third', () => bench.sink.texts.length === 3);
  expect(bench.sink.offers).toHaveLength(offers + 1);
});

test('what the phone had before it was ours is not taken; what came while the agent was away is', async () => {
  bench = await AndroidBench.open(simulated);
  bench.phone.receive({ text: 'private', atMs: bench.clock.nowMs() - 60_000 });
  await bench.startReady();
  await run('15 s');
  expect(texts()).toEqual([]);
  await bench.driver.close();
  await run('1 h');
  bench.phone.receive({ text: 'while away' });
  await run('1 h');
  await bench.startReady();
  await bench.passUntil('it', () => bench.sink.texts.length === 1);
  expect(texts()).toMatchObject([{ body: 'while away' }]);
  expect(bench.clock.nowMs() - (bench.sink.texts[0]?.receivedAtMs ?? 0)).toBeGreaterThan(3_500_000);
});

test('the same words twice are two texts, and the same text read twice is one', async () => {
  bench = await AndroidBench.open(simulated);
  await bench.startReady();
  await run('1 s');
  bench.phone.receive({ text: 'ok' });
  await run('1 s');
  bench.phone.receive({ text: 'ok' });
  await bench.passUntil('both', () => bench.sink.texts.length === 2);
  await bench.startReady();
  await run('30 s');
  expect(bench.sink.offers.length).toBeGreaterThan(2);
  expect(bench.sink.texts).toHaveLength(2);
});

test('a text that waited in the network for days comes with its old stamp, and comes', async () => {
  bench = await AndroidBench.open(simulated);
  await bench.startReady();
  await run('1 s');
  clock.set(4 * 24 * 3_600_000);
  bench.phone.receive({ text: 'new' });
  await run('15 s');
  bench.phone.receive({ text: 'late', atMs: bench.clock.nowMs() - 3 * 24 * 3_600_000 });
  await bench.passUntil('both', () => bench.sink.texts.length === 2);
});

test('a full journal takes the text later', async () => {
  bench = await AndroidBench.open(simulated);
  await bench.startReady();
  await run('1 s');
  bench.sink.inboundAnswer = 'full';
  bench.phone.receive({ text: 'patience' });
  await bench.passUntil('offered', () => bench.sink.offers.length > 0);
  bench.sink.inboundAnswer = 'stored';
  const before = bench.sink.offers.length;
  await bench.passUntil('offered again', () => bench.sink.offers.length > before);
  await run('1 min');
  expect(bench.sink.offers).toHaveLength(before + 1);
});

test('many texts are read page by page; an answer that breaks off loses none', async () => {
  bench = await AndroidBench.open(simulated);
  await bench.startReady();
  await run('1 s');
  bench.phone.planFault({ at: 'after', call: 'GET /inbox', action: 'half', skip: 2 });
  bench.phone.planFault({ at: 'after', call: 'GET /inbox', action: 'flood', skip: 4 });
  for (let n = 0; n < 250; n += 1) bench.phone.receive({ text: `n ${n}`, atMs: bench.phone.nowMs() - n });
  await bench.passUntil('all', () => bench.sink.texts.length === 250);
  expect(bench.phone.faults.struck).toBeGreaterThan(0);
});

test('a text that came while an old one was deleted on the phone is found', async () => {
  bench = await AndroidBench.open(simulated);
  await bench.startReady();
  await run('1 s');
  bench.phone.receive({ text: 'old' });
  await bench.passUntil('the old one', () => bench.sink.texts.length === 1);
  await run('30 s');
  bench.phone.state.received.pop();
  bench.phone.receive({ text: 'new' });
  await bench.passUntil('the new one', () => bench.sink.texts.length === 2, 700_000);
});

test('the phone is asked little while nothing happens', async () => {
  bench = await AndroidBench.open(simulated);
  await bench.startReady();
  await run('5 s');
  const before = bench.phone.calls.length;
  await run('5 min');
  expect(bench.phone.calls.length - before).toBeLessThanOrEqual(30 + 2 * 20 + 6);
});

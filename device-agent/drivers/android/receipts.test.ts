// What the phone says of texts that left reaches the journal once and truly, whoever calls in between.
import { afterEach, expect, test } from 'vitest';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import { AndroidBench } from '../../testing/android_bench.ts';

const simulated = simulateEachTest();
const { clock, run } = simulated;
let bench: AndroidBench;
afterEach(() => bench.close());

const match = { by: 'job', messageId: 1n, attempt: 1 };

test('a delivered text is reported with the moment of its delivery, by our clock', async () => {
  bench = await AndroidBench.open(simulated, { aheadMs: -3_600_000 });
  await bench.startReady();
  bench.phone.setDefaultFate({ kind: 'sent' });
  await bench.submit();
  await run('20 s');
  expect(bench.sink.receipts).toEqual([]);
  const deliveredMs = bench.clock.nowMs();
  bench.phone.deliver();
  await bench.passUntil('a receipt', () => bench.sink.receipts.length > 0);
  expect(bench.sink.receipts).toMatchObject([{ match, outcome: 'delivered' }]);
  expect(Math.abs((bench.sink.receipts[0]?.atMs ?? 0) - deliveredMs)).toBeLessThan(1_500);
  await run('1 min');
  expect(bench.sink.receipts).toHaveLength(1);
});

test('a failure after the text was sent is a failed receipt, without the service centre’s number', async () => {
  bench = await AndroidBench.open(simulated);
  await bench.startReady();
  bench.phone.setDefaultFate({ kind: 'sent' });
  expect((await bench.submit()).kind).toBe('accepted');
  bench.phone.fail();
  await bench.passUntil('a receipt', () => bench.sink.receipts.length > 0);
  expect(bench.sink.receipts).toMatchObject([{ match, outcome: 'failed' }]);
  expect(bench.sink.receipts[0]?.detail).not.toContain('12063130004');
});

test('a receipt that says failed before the first look is no refusal: the text was sent', async () => {
  bench = await AndroidBench.open(simulated);
  await bench.startReady();
  const error = 'Delivery result from SC +12063130004: 70';
  bench.phone.setDefaultFate({ kind: 'failed', error, leaves: true });
  expect((await bench.submit()).kind).toBe('accepted');
  await bench.passUntil('a receipt', () => bench.sink.receipts.length > 0);
  expect(bench.sink.receipts).toMatchObject([{ match, outcome: 'failed' }]);
});

test('the app says delivered at the first part: a longer text waits for a part that fails', async () => {
  bench = await AndroidBench.open(simulated);
  await bench.startReady();
  bench.phone.setDefaultFate({ kind: 'sent' });
  await bench.submit({ body: 'x'.repeat(400) });
  bench.phone.deliver();
  await run('1 min');
  expect(bench.sink.receipts).toEqual([]);
  bench.phone.fail();
  await bench.passUntil('a receipt', () => bench.sink.receipts.length > 0, 180_000);
  expect(bench.sink.receipts).toMatchObject([{ outcome: 'failed' }]);
});

test('and is delivered when none does', async () => {
  bench = await AndroidBench.open(simulated);
  await bench.startReady();
  await bench.submit({ body: 'x'.repeat(400) });
  await bench.passUntil('a receipt', () => bench.sink.receipts.length > 0, 180_000);
  expect(bench.sink.receipts).toMatchObject([{ outcome: 'delivered' }]);
});

test('a text of unknown outcome is still asked about: a late word proves it', async () => {
  bench = await AndroidBench.open(simulated);
  await bench.startReady();
  bench.phone.setDefaultFate({ kind: 'processed' });
  expect((await bench.submit()).kind).toBe('unknown');
  bench.phone.settle();
  bench.phone.deliver();
  await bench.passUntil('a receipt', () => bench.sink.receipts.length > 0);
  expect(bench.sink.receipts).toMatchObject([{ match, outcome: 'delivered' }]);
});

test('receipts that came while the agent was away are fetched', async () => {
  bench = await AndroidBench.open(simulated);
  await bench.startReady();
  bench.phone.setDefaultFate({ kind: 'sent' });
  await bench.submit();
  await bench.submit({ messageId: 2n, address: '+15550000002' });
  await bench.driver.close();
  bench.phone.deliver();
  await run('1 h');
  await bench.startReady();
  await bench.passUntil('both receipts', () => bench.sink.receipts.length === 2);
  expect(bench.sink.receipts).toMatchObject([{ match }, { match: { messageId: 2n } }]);
  expect(bench.phone.radio).toHaveLength(2);
});

test('a receipt that the journal could not keep is fetched again by the next run', async () => {
  bench = await AndroidBench.open(simulated);
  await bench.startReady();
  bench.sink.broken = true;
  await bench.submit();
  await run('20 s');
  bench.sink.broken = false;
  await bench.startReady();
  await bench.passUntil('a receipt', () => bench.sink.receipts.length > 0);
  expect(bench.sink.receipts).toMatchObject([{ match, outcome: 'delivered' }]);
});

test('a job that is submitted again after a crash gets its receipt again', async () => {
  bench = await AndroidBench.open(simulated);
  await bench.startReady();
  await bench.submit();
  await bench.passUntil('a receipt', () => bench.sink.receipts.length === 1);
  await bench.startReady();
  expect((await bench.submit()).kind).toBe('accepted');
  await bench.passUntil('it comes again', () => bench.sink.receipts.length === 2);
  expect(bench.phone.radio).toHaveLength(1);
});

test('texts that the phone forgot, or that are too old, are not asked about for ever', async () => {
  bench = await AndroidBench.open(simulated);
  await bench.startReady();
  bench.phone.setDefaultFate({ kind: 'sent' });
  await bench.submit();
  await bench.submit({ messageId: 2n });
  const [first] = bench.phone.state.texts.keys();
  bench.phone.state.texts.delete(first ?? '');
  await run('90 s');
  clock.set(73 * 3_600_000);
  await run('30 s');
  const before = bench.asked('GET /message');
  clock.set(3_600_000);
  await run('30 s');
  expect(bench.asked('GET /message')).toBe(before);
});

test('a text of unknown outcome that left after all is said to be sent, once', async () => {
  bench = await AndroidBench.open(simulated);
  await bench.startReady();
  bench.phone.setDefaultFate({ kind: 'processed' });
  expect((await bench.submit()).kind).toBe('unknown');
  bench.phone.settle();
  await bench.passUntil('it is said', () => bench.sink.sentLates.length > 0);
  await run('10 min');
  expect(bench.sink.sentLates).toMatchObject([{ messageId: 1n, attempt: 1 }]);
  expect(bench.sink.receipts).toEqual([]);
});

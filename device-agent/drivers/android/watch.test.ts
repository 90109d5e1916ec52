// How the phone is: said truly, and found well again without a restart.
import { afterEach, expect, test } from 'vitest';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import { AndroidBench } from '../../testing/android_bench.ts';

const simulated = simulateEachTest();
const { run } = simulated;
let bench: AndroidBench;
afterEach(() => bench.close());

const untilProblem = (problem: string | undefined) =>
  bench.passUntil(`problem ${problem}`, () => bench.health.problem === problem);

test('a phone that can be used shows its version and charge, also without internet', async () => {
  bench = await AndroidBench.open(simulated, { traits: { online: false, battery: 7 } });
  await bench.startReady();
  expect(bench.health).toEqual({ detail: 'SMS Gateway 1.60.0', batteryPercent: 7 });
});

test('each kind of trouble has its name, and ends by itself', async () => {
  bench = await AndroidBench.open(simulated);
  const { phone } = bench;
  await phone.unplug();
  await bench.start();
  expect(bench.health.problem).toBe('absent');
  expect(await bench.submit()).toMatchObject({ kind: 'rejected', retryable: true });
  await run('10 min');
  expect(bench.health).toMatchObject({ problem: 'absent', detail: expect.stringContaining('does not run') });
  await phone.plug();
  await untilProblem(undefined);
  phone.password = 'changed';
  await untilProblem('unauthorized');
  phone.password = 'password-that-nobody-may-see';
  await untilProblem(undefined);
  phone.planFault({ at: 'before', call: 'GET /device', action: 'silence', times: 2 });
  await untilProblem('not_answering');
  await untilProblem(undefined);
  phone.planFault({ at: 'before', call: 'GET /health', action: 'garbage', times: 2 });
  await untilProblem('other');
  await untilProblem(undefined);
  expect((await bench.submit()).kind).toBe('accepted');
});

test('a password that is refused in a submit is noticed, and the text waits', async () => {
  bench = await AndroidBench.open(simulated);
  await bench.startReady();
  bench.phone.password = 'changed';
  expect(await bench.submit()).toMatchObject({ kind: 'rejected', retryable: true });
  await untilProblem('unauthorized');
  expect(bench.phone.radio).toEqual([]);
});

test('a phone that can send nothing is tried again with growing pauses, by one text at a time', async () => {
  bench = await AndroidBench.open(simulated);
  await bench.startReady();
  const error = 'Send result: RESULT_ERROR_RADIO_OFF (x)';
  bench.phone.setDefaultFate({ kind: 'failed', error });
  const pauses: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    expect((await bench.submit()).kind).toBe('rejected');
    expect(bench.health.problem).toBe('no_network');
    const startedMs = bench.clock.nowMs();
    await bench.passUntil('tried again', () => bench.health.problem === undefined, 700_000);
    pauses.push(Math.round((bench.clock.nowMs() - startedMs) / 30_000));
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 20, 20]);
  bench.phone.setDefaultFate({ kind: 'delivered' });
  expect((await bench.submit()).kind).toBe('accepted');
});

test('texts that fail side by side for one reason make one pause', async () => {
  bench = await AndroidBench.open(simulated);
  await bench.startReady();
  const error = 'Send result: RESULT_ERROR_NO_SERVICE (x)';
  bench.phone.setDefaultFate({ kind: 'failed', error });
  const all = [1n, 2n, 3n].map((messageId) => bench.begin({ messageId, address: `+1555000000${messageId}` }));
  await bench.passUntil('all failed', () => all.every(({ result }) => result !== undefined));
  await bench.passUntil('tried again', () => bench.health.problem === undefined, 31_000);
  expect((await bench.submit()).kind).toBe('rejected');
  await bench.passUntil('tried again', () => bench.health.problem === undefined, 61_000);
});

test('an agent that dies while it asks leaves no outcome behind, and no timer', async () => {
  bench = await AndroidBench.open(simulated);
  await bench.startReady();
  bench.phone.planFault({ at: 'before', call: 'GET /message', action: 'hold' });
  const submitted = bench.begin();
  await bench.passUntil('asked', () => bench.phone.faults.held === 1);
  bench.abort();
  await run('400 s');
  expect(submitted.result).toBeUndefined();
  expect(simulated.simulation.time.describe()).toEqual([]);
});

test('when the agent dies, no timer, no call and no write is left', async () => {
  bench = await AndroidBench.open(simulated);
  await bench.startReady();
  bench.phone.setDefaultFate({ kind: 'processed' });
  const submitted = bench.begin();
  await run('5 s');
  bench.abort();
  await run('1 s');
  const calls = bench.phone.calls.length;
  expect(simulated.simulation.time.describe()).toEqual([]);
  bench.phone.settle();
  await run('1 min');
  expect(bench.phone.calls.length).toBe(calls);
  expect(submitted.result).toBeUndefined();
});

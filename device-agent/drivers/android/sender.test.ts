// Sending through the app, whose radio's own log says what really left and how often.
import { afterEach, expect, test } from 'vitest';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import { AndroidBench } from '../../testing/android_bench.ts';

const simulated = simulateEachTest();
const { run } = simulated;
let bench: AndroidBench;
afterEach(() => bench.close());

const someone = '+15551234567';
const other = '+15551234568';

test('a text leaves once, as it is, and ends when the network has it', async () => {
  bench = await AndroidBench.open(simulated);
  await bench.startReady();
  const body = `Grüße 😀 ${'long '.repeat(200)}`;
  const result = await bench.submit({ body, encoding: 'ucs2' });
  expect(result).toMatchObject({ kind: 'accepted', refs: [expect.any(String)] });
  expect(bench.phone.radio).toMatchObject([{ address: someone, text: body, sim: undefined }]);
});

test('a text that the network has not answered is not called sent', async () => {
  bench = await AndroidBench.open(simulated);
  await bench.startReady();
  bench.phone.setDefaultFate({ kind: 'processed' });
  const submitted = bench.begin();
  await run('1 min');
  expect(submitted.result).toBeUndefined();
  bench.phone.settle();
  await bench.passUntil('sent', () => submitted.result !== undefined);
  expect(submitted.result?.kind).toBe('accepted');
});

test('one that the network never answers ends as unknown, within the agent’s own limit', async () => {
  bench = await AndroidBench.open(simulated);
  await bench.startReady();
  bench.phone.setDefaultFate({ kind: 'processed' });
  const startedMs = bench.clock.nowMs();
  expect((await bench.submit()).kind).toBe('unknown');
  expect(bench.clock.nowMs() - startedMs).toBeLessThan(bench.driver.caps.submitTimeoutMs);
  expect(bench.phone.radio).toHaveLength(1);
});

for (const answers409 of [true, false])
  test(`a second submit of a job sends nothing, with an app that answers ${answers409 ? 409 : 202} then`, async () => {
    bench = await AndroidBench.open(simulated, { traits: { answers409 } });
    await bench.startReady();
    expect((await bench.submit()).kind).toBe('accepted');
    expect((await bench.submit()).kind).toBe('accepted');
    // A newer hand-over of the same message, which the journal should have refused.
    expect((await bench.submit({ attempt: 2 })).kind).toBe('accepted');
    expect(bench.phone.radio).toHaveLength(1);
  });

for (const at of ['before', 'after'] as const)
  for (const action of [
    'cut',
    'silence',
    'half',
    'garbage',
    'flood',
    { status: 500 },
    { status: 503 },
  ] as const)
    for (const call of ['POST /message', 'GET /message']) {
      const named = typeof action === 'string' ? action : action.status;
      test(`${call} ended by ${named} ${at} the app took it: one text, known outcome`, async () => {
        bench = await AndroidBench.open(simulated);
        await bench.startReady();
        bench.phone.planFault({ at, call, action, times: 2 });
        const result = await bench.submit();
        expect(bench.phone.faults.struck).toBeGreaterThan(0);
        // What the app answers with a status of its own fault, without having it, may be tried again.
        if (result.kind === 'rejected') {
          expect(result.retryable).toBe(true);
          expect(bench.phone.radio).toHaveLength(0);
          bench.phone.faults.clear();
          await bench.untilReady();
          expect((await bench.submit()).kind).toBe('accepted');
        } else expect(result.kind).toBe('accepted');
        expect(bench.phone.radio).toHaveLength(1);
      });
    }

test('a post that arrives long after it was given up sends nothing a second time', async () => {
  bench = await AndroidBench.open(simulated);
  await bench.startReady();
  bench.phone.planFault({ at: 'before', call: 'POST /message', action: 'hold' });
  expect((await bench.submit()).kind).toBe('accepted');
  expect(bench.asked('POST /message')).toBe(2);
  bench.phone.faults.release();
  await run('5 s');
  expect(bench.phone.radio).toHaveLength(1);
});

test('while a late post may still arrive, nothing is called refused', async () => {
  bench = await AndroidBench.open(simulated);
  await bench.startReady();
  bench.phone.planFault({ at: 'before', call: 'POST /message', action: 'silence' });
  bench.phone.planFault({ at: 'before', call: 'POST /message', action: { status: 401 }, times: 1_000 });
  expect((await bench.submit()).kind).toBe('unknown');
});

test('a phone that is gone certainly got nothing: the text waits and goes out when it is back', async () => {
  bench = await AndroidBench.open(simulated);
  await bench.startReady();
  await bench.phone.unplug();
  expect(await bench.submit()).toMatchObject({ kind: 'rejected', retryable: true });
  await bench.passUntil('it is missed', () => bench.health.problem === 'absent');
  await bench.phone.plug();
  await bench.untilReady();
  expect((await bench.submit()).kind).toBe('accepted');
  expect(bench.phone.radio).toHaveLength(1);
});

test('a phone that goes away with a text and comes back in time reports what became of it', async () => {
  bench = await AndroidBench.open(simulated);
  await bench.startReady();
  bench.phone.setDefaultFate({ kind: 'processed' });
  const submitted = bench.begin();
  await bench.passUntil('posted', () => bench.phone.radio.length === 1);
  await bench.phone.unplug();
  await run('1 min');
  expect(submitted.result).toBeUndefined();
  bench.phone.settle();
  await bench.phone.plug();
  await bench.passUntil('sent', () => submitted.result !== undefined);
  expect(submitted.result?.kind).toBe('accepted');
});

test('one that stays away leaves the outcome unknown, and the text is not sent by anyone else', async () => {
  bench = await AndroidBench.open(simulated);
  await bench.startReady();
  bench.phone.planFault({
    at: 'after',
    call: 'POST /message',
    action: { call: () => void bench.phone.unplug() },
  });
  expect((await bench.submit()).kind).toBe('unknown');
  expect(bench.phone.radio).toHaveLength(1);
});

test('an app that forgot a text it had leaves the outcome unknown', async () => {
  bench = await AndroidBench.open(simulated);
  await bench.startReady();
  bench.phone.setDefaultFate({ kind: 'processed' });
  const submitted = bench.begin();
  await bench.passUntil('posted', () => bench.asked('GET /message') > 0);
  bench.phone.wipe();
  await bench.passUntil('ended', () => submitted.result !== undefined);
  expect(submitted.result?.kind).toBe('unknown');
  expect(bench.phone.radio).toHaveLength(1);
});

test('refusals of the radio before anything left: texts wait, and a later try takes a new name', async () => {
  bench = await AndroidBench.open(simulated);
  await bench.startReady();
  const error = 'Send result: RESULT_ERROR_NO_SERVICE (Failed because service is currently unavailable)';
  bench.phone.setFate(someone, { kind: 'failed', error, times: 2 });
  for (let round = 0; round < 2; round += 1) {
    expect(await bench.submit()).toMatchObject({
      kind: 'rejected',
      code: 'device_failed',
      retryable: true,
      detail: expect.stringContaining('no network'),
    });
    expect(bench.health.problem).toBe('no_network');
    await bench.untilReady();
  }
  expect((await bench.submit()).kind).toBe('accepted');
  expect(bench.phone.radio).toHaveLength(1);
  expect(bench.phone.state.texts.size).toBe(3);
  // The same job again, after a crash of the agent: its newest name is asked for.
  await bench.startReady();
  expect((await bench.submit()).kind).toBe('accepted');
  expect(bench.phone.radio).toHaveLength(1);
});

test('a failure that does not say whether the text left is unknown, and never tried again', async () => {
  bench = await AndroidBench.open(simulated);
  await bench.startReady();
  const error = 'Send result: RESULT_ERROR_GENERIC_FAILURE (Generic failure cause)';
  bench.phone.setDefaultFate({ kind: 'failed', error, leaves: true });
  const result = await bench.submit();
  expect(result).toMatchObject({ kind: 'unknown', detail: expect.stringContaining('no credit') });
  expect(bench.health.problem).toBeUndefined();
});

test('of a text in several parts some may have left before one was refused: not tried again', async () => {
  bench = await AndroidBench.open(simulated);
  await bench.startReady();
  const error = 'Send result: RESULT_ERROR_NO_SERVICE (x)';
  bench.phone.setDefaultFate({ kind: 'failed', error, leaves: true });
  expect((await bench.submit({ body: 'x'.repeat(161) })).kind).toBe('unknown');
});

test('what the network or the phone refuses for good is not tried again', async () => {
  bench = await AndroidBench.open(simulated);
  await bench.startReady();
  bench.phone.setFate(someone, { kind: 'failed', error: 'Send result: RESULT_NETWORK_REJECT (x)' });
  bench.phone.setFate(other, { kind: 'failed', error: 'sendSMS: no number +15551234568' });
  expect(await bench.submit()).toMatchObject({
    kind: 'rejected',
    code: 'rejected_by_network',
    retryable: false,
  });
  const result = await bench.submit({ messageId: 2n, address: other });
  expect(result).toMatchObject({ kind: 'rejected', code: 'device_failed', retryable: false });
  expect(JSON.stringify(result)).not.toContain('15551234568');
  expect(bench.phone.radio).toHaveLength(0);
});

test('texts that the app holds back are failed by the app itself, and wait with us instead', async () => {
  bench = await AndroidBench.open(simulated);
  await bench.startReady();
  bench.phone.setFate(someone, { kind: 'held' });
  const submitted = bench.begin();
  await run('245 s');
  bench.phone.work();
  await bench.passUntil('ended', () => submitted.result !== undefined);
  expect(submitted.result).toMatchObject({ kind: 'rejected', retryable: true });
  expect(bench.health).toMatchObject({ problem: 'other', detail: expect.stringContaining('limits') });
  bench.phone.setFate(someone, { kind: 'delivered' });
  await bench.untilReady();
  expect((await bench.submit()).kind).toBe('accepted');
  expect(bench.phone.radio).toHaveLength(1);
});

test('one that the app still holds back after its time keeps its name until the app lets go', async () => {
  bench = await AndroidBench.open(simulated);
  await bench.startReady();
  bench.phone.setFate(someone, { kind: 'held' });
  expect(await bench.submit()).toMatchObject({ kind: 'rejected', retryable: true });
  expect(bench.health.problem).toBe('other');
  await bench.untilReady();
  const again = bench.begin();
  await run('10 s');
  expect(bench.phone.state.texts.size).toBe(1);
  bench.phone.setFate(someone, { kind: 'delivered' });
  bench.phone.work();
  await bench.passUntil('the app let go', () => again.result !== undefined);
  expect(again.result).toMatchObject({ kind: 'rejected', retryable: true });
  await bench.untilReady();
  expect((await bench.submit()).kind).toBe('accepted');
  expect(bench.phone.radio).toHaveLength(1);
});

test('an app that may not know a time to live does not make us call a held text refused', async () => {
  bench = await AndroidBench.open(simulated, { traits: { version: '1.0.0' } });
  await bench.startReady();
  bench.phone.setFate(someone, { kind: 'held' });
  expect((await bench.submit()).kind).toBe('unknown');
});

test('each of two SIMs sends what it is given', async () => {
  bench = await AndroidBench.open(simulated);
  const driver = await bench.startReady({ TEXTRELAY_AGENT_SIMS: '2,1' });
  expect(driver.caps.sims).toEqual([1, 2]);
  await bench.submit({ sim: 2 });
  await bench.submit({ messageId: 2n, sim: 1 });
  expect(bench.phone.radio.map(({ sim }) => sim)).toEqual([2, 1]);
});

test('texts of several recipients go out side by side', async () => {
  bench = await AndroidBench.open(simulated);
  await bench.startReady();
  const all = [1n, 2n, 3n, 4n].map((messageId) =>
    bench.begin({ messageId, address: `+1555000000${messageId}` }),
  );
  await bench.passUntil('all ended', () => all.every(({ result }) => result !== undefined));
  expect(all.map(({ result }) => result?.kind)).toEqual(['accepted', 'accepted', 'accepted', 'accepted']);
  expect(bench.phone.radio).toHaveLength(4);
});

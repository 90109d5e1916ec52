// Order and retries of submits, with a driver that answers by hand.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ReceiptOutcome, SubmitOutcome } from '../../proto/gen/textrelay/v1/device_link_pb.ts';
import { simulateEachTest } from '../../test/simulation/each_test.ts';
import type { Result } from '../drivers/driver.ts';
import { AgentBench } from '../testing/agent_bench.ts';
import { ScriptedDriver } from '../testing/scripted_driver.ts';

const simulated = simulateEachTest();
const { run, idle } = simulated;
let bench: AgentBench;
beforeEach(async () => {
  bench = await AgentBench.open(simulated);
});
afterEach(() => bench.close());

const [anna, ben, cleo] = ['+15005550101', '+15005550102', '+15005550103'] as const;
const sent: Result = { kind: 'accepted', refs: ['1'] };
const busy: Result = { kind: 'rejected', code: 'device_failed', detail: 'busy', retryable: true };

async function startWith(driver: ScriptedDriver, addresses: string[]): Promise<void> {
  await bench.startLinked({ driver });
  for (const [index, address] of addresses.entries()) bench.core.sendJob(BigInt(index + 1), address);
  await idle();
  expect(bench.core.received('accepted').length).toBe(addresses.length);
  await idle();
}

const submitted = (driver: ScriptedDriver) => driver.submits.map(({ job }) => Number(job.messageId));

test('one recipient gets its texts in order and never two at a time; others pass', async () => {
  const driver = new ScriptedDriver();
  await startWith(driver, [anna, anna, ben, cleo]);
  expect(submitted(driver)).toEqual([1, 3]);
  driver.submits[1]?.answer(sent);
  await idle();
  expect(driver.submits).toHaveLength(3);
  expect(submitted(driver)).toEqual([1, 3, 4]);
  driver.submits[0]?.answer(sent);
  await idle();
  expect(driver.submits).toHaveLength(4);
  expect(submitted(driver)).toEqual([1, 3, 4, 2]);
});

test('a refusal that may pass is tried five times in order, then is final', async () => {
  const driver = new ScriptedDriver();
  driver.answerAll = (job) => (job.messageId === 1n ? busy : sent);
  await startWith(driver, [anna, anna]);
  await run('4 s');
  expect(submitted(driver)).toEqual([1]);
  await run('80 s');
  expect(bench.core.received('progress')).toHaveLength(2);
  expect(submitted(driver)).toEqual([1, 1, 1, 1, 1, 2]);
  expect(bench.core.received('progress').map((progress) => progress.error)).toEqual([
    'device_failed: busy',
    '',
  ]);
});

test('a driver that throws leaves the outcome unknown, and is not called again', async () => {
  const driver = new ScriptedDriver();
  driver.submit = () => {
    driver.submits.push({
      job: {
        messageId: 1n,
        identity: '',
        attempt: 1,
        address: anna,
        body: '',
        encoding: 'gsm7',
        sim: 1,
        expiresAtMs: 0,
      },
      answer: () => undefined,
    });
    return Promise.reject(new Error('boom'));
  };
  await startWith(driver, [anna]);
  await idle();
  expect(bench.core.received('progress')).toHaveLength(1);
  expect(bench.core.received('progress')[0]?.outcome).toBe(SubmitOutcome.UNKNOWN);
  await run('1 min');
  expect(driver.submits).toHaveLength(1);
});

test('an answer after the deadline says once that the text was sent, and its receipt is still known', async () => {
  const driver = new ScriptedDriver();
  await startWith(driver, [anna]);
  await run('31 s');
  expect(bench.core.received('progress')).toHaveLength(1);
  driver.submits[0]?.answer(sent);
  await idle();
  const match = { by: 'ref', ref: '1', address: anna } as const;
  await driver.sink?.receipt({ match, outcome: 'delivered', atMs: bench.clock.nowMs() });
  await idle();
  expect(bench.core.received('receipt')).toHaveLength(1);
  expect(bench.core.received('receipt')[0]?.outcome).toBe(ReceiptOutcome.DELIVERED);
  expect(bench.core.received('progress').map(({ outcome }) => outcome)).toEqual([
    SubmitOutcome.UNKNOWN,
    SubmitOutcome.SENT,
  ]);
});

test('nothing is submitted while the device ails; what expires meanwhile ends as expired', async () => {
  const driver = new ScriptedDriver();
  driver.healthNow = { problem: 'absent', detail: 'unplugged' };
  await bench.startLinked({ driver });
  bench.core.sendJob(1n, anna, { expiresAtMs: bench.clock.nowMs() + 5_000 });
  bench.core.sendJob(2n, anna);
  await idle();
  expect(bench.core.received('accepted')).toHaveLength(2);
  await run('7 s');
  expect(bench.core.received('progress')).toHaveLength(1);
  expect(bench.core.received('progress')[0]?.error).toMatch(/^expired_in_queue: /);
  expect(driver.submits).toHaveLength(0);
  driver.healthNow = { detail: 'back' };
  await run('2 s');
  expect(submitted(driver)).toEqual([2]);
});

test('a text leaves at the moment at which its pause is over', async () => {
  const driver = new ScriptedDriver();
  driver.answerAll = () => (driver.submits.length === 0 ? busy : sent);
  await startWith(driver, [anna]);
  expect(submitted(driver)).toEqual([1]);
  await run('5 s');
  expect(driver.submits).toHaveLength(2);
});

test('a device that comes by itself gets what waits at once', async () => {
  const driver = new ScriptedDriver();
  driver.healthNow = { problem: 'absent', detail: 'away' };
  await startWith(driver, [anna]);
  driver.healthNow = { detail: 'there' };
  driver.sink?.ready();
  await idle();
  expect(driver.submits).toHaveLength(1);
});

test('a newer hand-over of a text that still waits takes its place, and is submitted once', async () => {
  const driver = new ScriptedDriver();
  await startWith(driver, [anna, anna]);
  bench.core.sendJob(2n, anna, { attempt: 2 });
  await idle();
  expect(bench.core.received('accepted')).toHaveLength(3);
  driver.answerAll = () => sent;
  driver.submits[0]?.answer(sent);
  await idle();
  expect(bench.core.received('progress')).toHaveLength(2);
  await idle();
  expect(driver.submits.map(({ job }) => [Number(job.messageId), job.attempt])).toEqual([
    [1, 1],
    [2, 2],
  ]);
});

test('a replaced hand-over stays replaced over a restart', async () => {
  const driver = new ScriptedDriver();
  driver.healthNow = { problem: 'absent', detail: 'unplugged' };
  const agent = await bench.startLinked({ driver });
  bench.core.sendJob(1n, anna);
  bench.core.sendJob(1n, anna, { attempt: 2 });
  await idle();
  expect(bench.core.received('accepted')).toHaveLength(2);
  await agent.stop();
  const next = new ScriptedDriver();
  next.answerAll = () => sent;
  await bench.startLinked({ driver: next });
  await idle();
  expect(bench.core.received('progress')).toHaveLength(1);
  await idle();
  expect(next.submits.map(({ job }) => job.attempt)).toEqual([2]);
});

test('a text that still waits is cancelled, as is one that never arrived; of one whose submit has begun the device is asked', async () => {
  const asked: bigint[] = [];
  const driver = Object.assign(new ScriptedDriver(), {
    cancel: ({ messageId }: { messageId: bigint }) => void asked.push(messageId),
  });
  await startWith(driver, [anna, anna, ben]);
  for (const messageId of [1n, 2n, 9n])
    bench.core.send({ case: 'cancel', value: { messageId, attempt: 1, identity: '' } });
  await idle();
  expect(bench.core.received('progress')).toHaveLength(2);
  const cancelled = {
    outcome: SubmitOutcome.FAILED,
    error: 'cancelled: the account cancelled the text before it left',
  };
  expect(bench.core.received('progress')).toMatchObject([
    { messageId: 2n, ...cancelled },
    { messageId: 9n, ...cancelled },
  ]);
  expect(asked).toEqual([1n]);
  bench.core.sendJob(9n, anna);
  driver.answerAll = () => sent;
  for (const { answer } of driver.submits) answer(sent);
  await idle();
  expect(bench.core.received('progress')).toHaveLength(5);
  expect(submitted(driver)).toEqual([1, 3]);
});

test('a stop waits for no submit that the next run takes up where it was', async () => {
  const driver = new ScriptedDriver({ idempotent: true, resumes: true });
  const agent = await bench.startLinked({ driver });
  bench.core.sendJob(1n, anna);
  await idle();
  expect(driver.submits).toHaveLength(1);
  // The clock stands still: any waiting would never end.
  await agent.stop();
  const next = new ScriptedDriver({ idempotent: true, resumes: true });
  next.answerAll = () => sent;
  await bench.startLinked({ driver: next });
  await idle();
  expect(bench.core.received('progress')).toHaveLength(1);
  expect(submitted(next)).toEqual([1]);
});

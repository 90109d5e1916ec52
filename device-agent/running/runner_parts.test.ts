// Long texts on a device that takes them part by part.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ReceiptOutcome, SubmitOutcome } from '../../proto/gen/textrelay/v1/device_link_pb.ts';
import { simulateEachTest } from '../../test/simulation/each_test.ts';
import type { DriverJob, Result } from '../drivers/driver.ts';
import { AgentBench } from '../testing/agent_bench.ts';
import { ScriptedDriver } from '../testing/scripted_driver.ts';

const simulated = simulateEachTest();
const { run, idle } = simulated;
let bench: AgentBench;
beforeEach(async () => {
  bench = await AgentBench.open(simulated);
});
afterEach(() => bench.close());

const [anna, ben] = ['+15005550101', '+15005550102'] as const;
const parts = ['one ', 'two ', 'three'];
const byNumber = ({ part }: DriverJob): Result => ({ kind: 'accepted', refs: [String(part?.number)] });
const submitted = (driver: ScriptedDriver) =>
  driver.submits.map(
    ({ job }) => `${job.messageId}.${job.part?.number}/${job.part?.total} ${job.part?.text}`,
  );
const progress = () => bench.core.received('progress');

async function give(driver: ScriptedDriver, texts: { address: string; parts: string[] }[]): Promise<void> {
  await bench.startLinked({ driver });
  for (const [index, { address, parts }] of texts.entries())
    bench.core.sendJob(BigInt(index + 1), address, { parts });
  await idle();
  expect(bench.core.received('accepted').length).toBe(texts.length);
  await idle();
}

test('the parts leave in order under one reference, and no other text to the recipient comes between', async () => {
  const driver = new ScriptedDriver({ concurrency: 1 });
  driver.answerAll = byNumber;
  await give(driver, [
    { address: anna, parts },
    { address: anna, parts: ['next'] },
  ]);
  await idle();
  expect(progress()).toHaveLength(2);
  expect(submitted(driver)).toEqual(['1.1/3 one ', '1.2/3 two ', '1.3/3 three', '2.1/1 next']);
  expect(new Set(driver.submits.slice(0, 3).map(({ job }) => job.part?.reference))).toEqual(new Set([1]));
});

test('the reference is the message id, cut to its width', async () => {
  const driver = new ScriptedDriver();
  driver.answerAll = byNumber;
  await bench.startLinked({ driver });
  bench.core.sendJob(258n, anna, { parts, referenceBits: 8 });
  bench.core.sendJob(65_537n, ben, { parts, referenceBits: 16 });
  await idle();
  expect(progress()).toHaveLength(2);
  const references = driver.submits.map(({ job }) => [Number(job.messageId), job.part?.reference]);
  expect(references).toContainEqual([258, 2]);
  expect(references).toContainEqual([65_537, 1]);
});

test('a part that may succeed later is tried again alone; the parts before it are not repeated', async () => {
  const driver = new ScriptedDriver();
  let refusals = 2;
  driver.answerAll = (job) =>
    job.part?.number === 2 && refusals-- > 0
      ? { kind: 'rejected', code: 'device_failed', detail: 'busy', retryable: true }
      : byNumber(job);
  await give(driver, [{ address: anna, parts }]);
  await run('20 s');
  expect(progress()).toHaveLength(1);
  expect(submitted(driver).map((line) => line.slice(0, 3))).toEqual(['1.1', '1.2', '1.2', '1.2', '1.3']);
  expect(progress()[0]?.outcome).toBe(SubmitOutcome.SENT);
});

test('a part refused for good ends the text, reports that it left in part, and nothing more of it is sent', async () => {
  const driver = new ScriptedDriver();
  driver.answerAll = (job) =>
    job.part?.number === 2
      ? { kind: 'rejected', code: 'rejected_by_network', detail: 'barred', retryable: false }
      : byNumber(job);
  await give(driver, [{ address: anna, parts }]);
  await idle();
  expect(progress()).toHaveLength(1);
  expect(submitted(driver)).toHaveLength(2);
  expect(progress()[0]).toMatchObject({
    outcome: SubmitOutcome.FAILED,
    error: 'rejected_by_network: barred',
    partlySent: true,
  });
});

test('a device that goes away between two parts uses up no tries; the rest waits for it', async () => {
  const driver = new ScriptedDriver();
  driver.answerAll = (job) => {
    if (job.part?.number !== 2 || driver.submits.length > 6) return byNumber(job);
    driver.healthNow = { problem: 'absent', detail: 'unplugged' };
    return { kind: 'rejected', code: 'device_failed', detail: 'unplugged', retryable: true };
  };
  await give(driver, [{ address: anna, parts }]);
  for (let replug = 0; replug < 8; replug += 1) {
    await run('1 min');
    driver.healthNow = { detail: 'back' };
    await run('2 s');
  }
  await idle();
  expect(progress()).toHaveLength(1);
  expect(progress()[0]?.outcome).toBe(SubmitOutcome.SENT);
  expect(submitted(driver).filter((line) => line.startsWith('1.1'))).toHaveLength(1);
});

test('an unanswered part is never repeated, the others still leave, and its receipt still proves delivery', async () => {
  const driver = new ScriptedDriver();
  driver.answerAll = (job) =>
    job.part?.number === 2 ? { kind: 'unknown', detail: 'the port died' } : byNumber(job);
  await give(driver, [{ address: anna, parts }]);
  await idle();
  expect(progress()).toHaveLength(1);
  expect(submitted(driver)).toHaveLength(3);
  expect(progress()[0]?.outcome).toBe(SubmitOutcome.UNKNOWN);
  for (const ref of ['1', '3', '77']) {
    const match = { by: 'ref', ref, address: anna } as const;
    await driver.sink?.receipt({ match, outcome: 'delivered', atMs: bench.clock.nowMs() });
  }
  await idle();
  expect(bench.core.received('receipt')).toHaveLength(1);
  expect(bench.core.received('receipt')[0]?.outcome).toBe(ReceiptOutcome.DELIVERED);
});

test('a half-sent text ends when the next run has a device that takes whole texts only', async () => {
  const driver = new ScriptedDriver({ concurrency: 1 });
  const agent = await bench.startLinked({ driver });
  bench.core.sendJob(1n, anna, { parts });
  await idle();
  expect(driver.submits).toHaveLength(1);
  driver.submits[0]?.answer({ kind: 'accepted', refs: ['1'] });
  await idle();
  expect(driver.submits).toHaveLength(2);
  driver.healthNow = { problem: 'absent', detail: 'unplugged' };
  driver.submits[1]?.answer({ kind: 'accepted', refs: ['2'] });
  await idle();
  await agent.stop();
  const other = new ScriptedDriver({ unit: 'message' });
  await bench.startLinked({ driver: other });
  await idle();
  expect(progress()).toHaveLength(1);
  expect(other.submits).toHaveLength(0);
  expect(progress()[0]?.error).toBe('device_failed: the device was changed in the middle of the text');
  expect(progress()[0]?.partlySent).toBe(true);
});

test('parts of a received text go to the core as one, and each is let go of once the core has it', async () => {
  const driver = new ScriptedDriver();
  const released: string[] = [];
  driver.ackInbound = async (name?: string) => void released.push(String(name));
  bench.core.behaviour.ackInbound = false;
  await bench.startLinked({ driver });
  const receivedAtMs = bench.clock.nowMs();
  const give = (number: number) =>
    driver.sink?.inbound({
      inboundId: `p${number}`,
      address: ben,
      body: `<${number}>`,
      receivedAtMs,
      concat: { reference: 9, total: 2, number },
    });
  await give(2);
  await give(1);
  await idle();
  expect(bench.core.received('inbound')).toHaveLength(1);
  const { body, inboundId } = bench.core.received('inbound')[0]!;
  expect(body).toBe('<1><2>');
  expect(released).toEqual([]);
  bench.core.send({ case: 'inboundAck', value: { inboundId } });
  await idle();
  expect(released).toHaveLength(2);
  expect(released.sort()).toEqual(['p1', 'p2']);
});

test('a received text that misses a part is released after ten minutes', async () => {
  const driver = new ScriptedDriver();
  await bench.startLinked({ driver });
  const concat = { reference: 9, total: 2, number: 1 };
  const receivedAtMs = bench.clock.nowMs();
  await driver.sink?.inbound({ inboundId: 'p', address: ben, body: 'half', receivedAtMs, concat });
  await run(11 * 60_000);
  expect(bench.core.received('inbound')).toHaveLength(1);
  expect(bench.core.received('inbound')[0]?.body).toBe('half[part 2 of 2 missing]');
});

test('a character that is cut at the edge of a part is whole in the text, also over a restart', async () => {
  const parts = ['Zürich 😀'.slice(0, -1), `${'😀'[1]} und 😀`.slice(0, -1), `${'😀'[1]}!`];
  const receivedAtMs = bench.clock.nowMs();
  const receive = (driver: ScriptedDriver, index: number) => {
    const concat = { reference: 9, total: 3, number: index + 1 };
    const body = parts[index] as string;
    return driver.sink?.inbound({ inboundId: `p${index}`, address: ben, body, receivedAtMs, concat });
  };
  const before = new ScriptedDriver();
  const agent = await bench.startLinked({ driver: before });
  await receive(before, 2);
  await receive(before, 0);
  await agent.stop();
  const after = new ScriptedDriver();
  await bench.startLinked({ driver: after });
  await receive(after, 1);
  await idle();
  expect(bench.core.received('inbound')).toHaveLength(1);
  expect(bench.core.received('inbound')[0]?.body).toBe('Zürich 😀 und 😀!');
});

test('a received text that is longer than the core takes is cut, and stops nothing', async () => {
  const driver = new ScriptedDriver();
  await bench.startLinked({ driver });
  const receivedAtMs = bench.clock.nowMs();
  for (let number = 1; number <= 255; number++) {
    const concat = { reference: 9, total: 255, number };
    const body = 'x'.repeat(153);
    await driver.sink?.inbound({ inboundId: `p${number}`, address: ben, body, receivedAtMs, concat });
  }
  await idle();
  expect(bench.core.received('inbound')).toHaveLength(1);
  expect(bench.core.received('inbound')[0]?.body).toBe('x'.repeat(10_000));
});

// Clocks that are set, drivers that misbehave, and devices that are changed between two runs.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SubmitOutcome } from '../../proto/gen/textrelay/v1/device_link_pb.ts';
import { simulateEachTest } from '../../test/simulation/each_test.ts';
import type { Result } from '../drivers/driver.ts';
import { AgentBench } from '../testing/agent_bench.ts';
import { ScriptedDriver } from '../testing/scripted_driver.ts';

const simulated = simulateEachTest();
const { clock, run, idle, during } = simulated;
let bench: AgentBench;
beforeEach(async () => {
  bench = await AgentBench.open(simulated);
});
afterEach(() => bench.close());

const [anna, ben] = ['+15005550101', '+15005550102'] as const;
const dayMs = 86_400_000;
const sent: Result = { kind: 'accepted', refs: ['1'] };
const busy: Result = { kind: 'rejected', code: 'device_failed', detail: 'busy', retryable: true };
const progress = () => bench.core.received('progress');

async function give(driver: ScriptedDriver, addresses: readonly string[]): Promise<void> {
  await bench.startLinked({ driver });
  for (const [index, address] of addresses.entries()) bench.core.sendJob(BigInt(index + 1), address);
  await idle();
  expect(bench.core.received('accepted').length).toBe(addresses.length);
  await idle();
}

test('a clock that is set forward by days does not end the texts that wait', async () => {
  const driver = new ScriptedDriver();
  driver.healthNow = { problem: 'absent', detail: 'unplugged' };
  await give(driver, [anna]);
  await run('1 s');
  clock.set(3 * dayMs);
  await run('2 s');
  expect(progress()).toEqual([]);
});

test('a clock that is set makes the link learn the time of the core anew', async () => {
  await give(new ScriptedDriver(), []);
  for (const byMs of [3 * dayMs, -3 * dayMs]) {
    const links = bench.core.received('hello').length;
    clock.set(byMs);
    await run('1 min');
    expect(bench.core.received('hello').length).toBeGreaterThan(links);
  }
});

test.each([-3 * dayMs, -3_600_000, 3_600_000])(
  'a clock that is set by %i ms holds texts up for no longer than a link takes, while the core talks all the time',
  async (byMs) => {
    const driver = new ScriptedDriver();
    driver.answerAll = () => sent;
    await give(driver, []);
    clock.set(byMs);
    // Noticed right after, so that nothing looks like silence.
    bench.core.send({ case: 'ping', value: { nonce: 1n } });
    await idle();
    bench.core.sendJob(1n, anna);
    for (let second = 0; second < 5; second += 1) {
      await run('1 s');
      bench.core.send({ case: 'ping', value: { nonce: 1n } });
    }
    await idle();
    expect(driver.submits).toHaveLength(1);
  },
);

test('a congested network is asked ever more slowly until the text expires, and refuses no text for good', async () => {
  const driver = new ScriptedDriver();
  const detail = 'the network is congested';
  driver.answerAll = () => ({
    kind: 'rejected',
    code: 'rejected_by_network',
    detail,
    retryable: true,
    isCongested: true,
  });
  await give(driver, []);
  bench.core.sendJob(1n, anna, { expiresAtMs: bench.clock.nowMs() + 4_000_000 });
  await run('1 h');
  expect(progress()).toEqual([]);
  // 5, 10, 20 ... 300 seconds apart.
  expect(driver.submits.length).toBeGreaterThan(14);
  expect(driver.submits.length).toBeLessThan(20);
  await run('700 s');
  expect(progress()).toHaveLength(1);
  expect(progress()[0]?.error).toMatch(/^expired_in_queue: /);
});

test('a clock that is set back by days does not stop the sending', async () => {
  const driver = new ScriptedDriver();
  driver.answerAll = () => (driver.submits.length === 0 ? busy : sent);
  await give(driver, [anna]);
  expect(driver.submits).toHaveLength(1);
  clock.set(-3 * dayMs);
  await run('1 min');
  expect(progress()).toHaveLength(1);
});

test('a clock that is set back by seconds does not make a retry wait longer', async () => {
  const driver = new ScriptedDriver();
  driver.answerAll = () => (driver.submits.length === 0 ? busy : sent);
  await give(driver, [anna]);
  await run('1 s');
  clock.set(-40_000);
  await run('6 s');
  expect(driver.submits).toHaveLength(2);
});

test('a driver that throws before it returns a promise leaves the outcome unknown, and the agent lives', async () => {
  const driver = new ScriptedDriver();
  driver.submit = () => {
    throw new Error('boom');
  };
  await give(driver, [anna]);
  await idle();
  expect(progress()).toHaveLength(1);
  expect(progress()[0]?.outcome).toBe(SubmitOutcome.UNKNOWN);
});

test('a refusal by an ailing device is not repeated at once when it says that it is well again', async () => {
  const driver = new ScriptedDriver();
  driver.answerAll = () => {
    driver.healthNow = { problem: 'no_network', detail: 'gone' };
    queueMicrotask(() => setImmediate(() => (driver.healthNow = { detail: 'back' })));
    return busy;
  };
  await give(driver, [anna]);
  await idle();
  expect(driver.submits).toHaveLength(1);
  await run('20 s');
  expect(driver.submits.length).toBeGreaterThan(5);
  expect(driver.submits.length).toBeLessThan(25);
});

test('times that no device can mean, and headers that are none, do not harm the agent', async () => {
  const driver = new ScriptedDriver();
  driver.answerAll = () => sent;
  await give(driver, [anna]);
  const at = bench.clock.nowMs();
  const times = [Number.NaN, Number.POSITIVE_INFINITY, -5, 1e17, at + 0.5];
  for (const [index, receivedAtMs] of times.entries())
    await driver.sink?.inbound({ inboundId: `t${index}`, address: ben, body: 'x', receivedAtMs });
  const concat = { reference: 1.5, total: 2, number: 1 };
  await driver.sink?.inbound({ inboundId: 'odd', address: ben, body: 'x', receivedAtMs: at, concat });
  await idle();
  expect(bench.core.received('inbound')).toHaveLength(6);
  const match = { by: 'ref', ref: '1', address: anna } as const;
  await driver.sink?.receipt({ match, outcome: 'delivered', atMs: Number.NaN });
  await idle();
  expect(bench.core.received('receipt')).toHaveLength(1);
});

test('an interrupted text is asked for again of the same idempotent device, and of no other', async () => {
  for (const name of ['scripted', 'other']) {
    const story = await AgentBench.open(simulated);
    const [first, second] = [0, 1].map(() => new ScriptedDriver({ idempotent: true, unit: 'message' }));
    const agent = await story.startLinked({ driver: first! });
    story.core.sendJob(1n, anna);
    await idle();
    expect(first!.submits).toHaveLength(1);
    await during(agent.stop());
    Object.assign(second!, { name });
    second!.answerAll = () => sent;
    await story.startLinked({ driver: second! });
    await idle();
    expect(story.core.received('progress')).toHaveLength(1);
    expect(second!.submits).toHaveLength(name === 'scripted' ? 1 : 0);
    await story.close();
  }
});

// The link's manners, with a core that misbehaves and a clock that is moved by hand.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GoodbyeReason } from '../../proto/gen/textrelay/v1/device_link_pb.ts';
import { simulateEachTest } from '../../test/simulation/each_test.ts';
import { AgentBench } from '../testing/agent_bench.ts';
import { waitBeforeRetryMs } from './backoff.ts';

const simulated = simulateEachTest();
const { run, idle } = simulated;
let bench: AgentBench;
beforeEach(async () => {
  bench = await AgentBench.open(simulated);
});
afterEach(() => bench.close());

/** The link is down, and came up again within `ms`. */
async function expectRelink(ms: number): Promise<void> {
  const before = bench.core.received('hello').length;
  await idle();
  expect(bench.core.linked).toBe(false);
  await run(ms);
  expect(bench.core.received('hello').length).toBeGreaterThan(before);
}

/** A Ping that could be read, with 64 KiB of a field that this version does not know. */
const oversizePing = new Uint8Array([
  0x2a,
  0x02,
  0x08,
  0x01,
  0x7a,
  0x80,
  0x80,
  0x04,
  ...new Uint8Array(64 * 1024),
]);
const malformedJob = { messageId: 1n, attempt: 0, address: '+15005550006', body: 'x' };
const garbage: [string, () => void][] = [
  ['bytes that are no frame', () => bench.core.sendRaw(new Uint8Array([255, 1, 2, 3]))],
  ['a frame of no kind', () => bench.core.sendRaw(new Uint8Array([]))],
  ['a text message', () => bench.core.sendRaw('hello')],
  ['a frame over 64 KiB', () => bench.core.sendRaw(oversizePing)],
  ['a job without a deadline', () => bench.core.send({ case: 'job', value: malformedJob })],
  ['a second Welcome', () => bench.core.send({ case: 'welcome', value: { protocolVersion: 1 } })],
  ['an acknowledgement of nothing', () => bench.core.send({ case: 'reportAck', value: { reportId: 'x' } })],
  ['a Goodbye without a reason', () => bench.core.goodbye(GoodbyeReason.UNSPECIFIED)],
];
for (const [what, misbehave] of garbage) {
  test(`${what} ends the link, and the agent comes back and works`, async () => {
    await bench.startLinked();
    misbehave();
    await expectRelink(1_000);
    bench.core.sendJob(1n, '+15005550006');
    await idle();
    expect(bench.core.received('progress')).toHaveLength(1);
  });
}

test('a core that never welcomes is left after 10 seconds', async () => {
  bench.core.behaviour.silent = true;
  await bench.start();
  await idle();
  expect(bench.core.received('hello')).toHaveLength(1);
  await run('9 s');
  expect(bench.core.linked).toBe(true);
  await run('1001 ms');
  bench.core.behaviour.silent = false;
  await expectRelink(1_000);
});

test('the agent pings every 20 seconds and answers pings', async () => {
  await bench.startLinked();
  bench.core.send({ case: 'ping', value: { nonce: 99n } });
  await idle();
  expect(bench.core.received('pong')).toHaveLength(1);
  expect(bench.core.received('pong')[0]?.nonce).toBe(99n);
  await run('1 min');
  expect(bench.core.received('ping')).toHaveLength(3);
  expect(bench.core.linked).toBe(true);
});

test('a core that falls silent is left after 45 seconds', async () => {
  await bench.startLinked();
  bench.core.behaviour.silent = true;
  await run('44 s');
  expect(bench.core.linked).toBe(true);
  bench.core.behaviour.silent = false;
  bench.core.behaviour.onFrame = (frame) => frame.case !== 'ping';
  await run('2 s');
  expect(bench.core.received('hello')).toHaveLength(2);
});

test('a unpaired device stops with exit code 2 and does not come back', async () => {
  const agent = await bench.startLinked();
  bench.core.goodbye(GoodbyeReason.UNPAIRED);
  await idle();
  expect(agent.state()).toBe(undefined);
  expect(await agent.ended).toEqual({ exitCode: 2, reason: 'this device is not paired any more' });
  await run('2 min');
  expect(bench.core.authorizations).toHaveLength(1);
});

test('a token that is refused with 401 stops the agent with exit code 2', async () => {
  bench.core.behaviour.refuseStatus = 401;
  const agent = await bench.start();
  expect((await agent.ended).exitCode).toBe(2);
  expect(bench.core.authorizations).toHaveLength(1);
});

test("a 401 that is a proxy's, and not the core's word, is tried again until the link is up", async () => {
  bench.core.behaviour.refuseStatus = 401;
  bench.core.behaviour.isProxy = true;
  const agent = await bench.start();
  await run('1 min');
  expect(agent.state()?.link).toBe('down');
  expect(bench.core.authorizations.length).toBeGreaterThan(5);
  delete bench.core.behaviour.refuseStatus;
  await run('21 s');
  expect(bench.core.received('hello')).toHaveLength(1);
});

test('any other refusal is tried again, ever more slowly', async () => {
  bench.core.behaviour.refuseStatus = 503;
  await bench.start();
  await run('2 min');
  const tries = bench.core.authorizations.length;
  // Half of 0.5, 1, 2, 4, 8, 16, then 20 s.
  expect(tries).toBeGreaterThanOrEqual(14);
  expect(tries).toBeLessThanOrEqual(18);
  delete bench.core.behaviour.refuseStatus;
  await run('31 s');
  expect(bench.core.received('hello')).toHaveLength(1);
});

const longWaits: [string, GoodbyeReason, number][] = [
  ['superseded', GoodbyeReason.SUPERSEDED, 30_000],
  ['refused a link for its account’s share', GoodbyeReason.RESOURCE_EXHAUSTED, 30_000],
  ['spoken to in another version', GoodbyeReason.VERSION, 300_000],
];
for (const [what, reason, shortestMs] of longWaits) {
  test(`an agent that is ${what} waits long before it comes back`, async () => {
    await bench.startLinked();
    bench.core.goodbye(reason);
    await idle();
    expect(bench.core.linked).toBe(false);
    await run(shortestMs - 1_000);
    expect(bench.core.authorizations).toHaveLength(1);
    await run(shortestMs);
    expect(bench.core.received('hello')).toHaveLength(2);
  });
}

test('a core that stops is tried again soon', async () => {
  await bench.startLinked();
  bench.core.goodbye(GoodbyeReason.SHUTDOWN);
  await expectRelink(500);
});

test('a link that served is back within half a second, however often and soon it is cut', async () => {
  await bench.startLinked();
  for (let id = 1n; id <= 8n; id++) {
    bench.core.sendJob(id, '+15005550006');
    await idle();
    expect(bench.core.received('accepted')).toHaveLength(Number(id));
    bench.core.cut();
    await expectRelink(500);
  }
});

test('waits stay within their bounds for any number of failures', () => {
  for (const random of [() => 0, () => 0.999_999]) {
    for (const failures of [0, 1, 7, 1_000]) {
      const waitMs = waitBeforeRetryMs('lost', failures, random);
      expect(waitMs).toBeGreaterThanOrEqual(20);
      expect(waitMs).toBeLessThanOrEqual(failures === 0 ? 500 : 20_000);
    }
  }
});

// The agent from the core's side of the link, with the simulated driver.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { timestampMs } from '@bufbuild/protobuf/wkt';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ReceiptOutcome, SubmitOutcome } from '../proto/gen/textrelay/v1/device_link_pb.ts';
import { simulateEachTest } from '../test/simulation/each_test.ts';
import { putInbound } from './drivers/simulated_inbox.ts';
import { writeIdentity } from './home/identity.ts';
import { AgentBench, testToken } from './testing/agent_bench.ts';

const simulated = simulateEachTest();
const { run, idle } = simulated;
let bench: AgentBench;
beforeEach(async () => {
  bench = await AgentBench.open(simulated);
});
afterEach(() => bench.close());

const ordinary = '+15005550006';

test('a text is accepted, then sent, then delivered', async () => {
  const agent = await bench.startLinked();
  expect(bench.core.authorizations).toEqual([`Bearer ${testToken}`]);
  expect(bench.core.received('hello')[0]).toMatchObject({
    protocolVersion: 1,
    driver: 'simulated',
    window: 100,
  });
  bench.core.sendJob(1n, ordinary);
  await idle();
  expect(bench.core.received('progress')).toHaveLength(1);
  await run('1 s');
  expect(bench.core.received('receipt')).toHaveLength(1);
  const kinds = bench.core.frames
    .map((frame) => frame.case)
    .filter((kind) => kind !== 'ping' && kind !== 'deviceState');
  expect(kinds).toEqual(['hello', 'accepted', 'progress', 'receipt']);
  expect(bench.core.received('progress')[0]).toMatchObject({
    messageId: 1n,
    attempt: 1,
    outcome: SubmitOutcome.SENT,
  });
  expect(bench.core.received('receipt')[0]?.outcome).toBe(ReceiptOutcome.DELIVERED);
  await idle();
  expect(agent.state()?.counts.unsentReports).toBe(0);
});

test('a text submitted once is never submitted again when the core repeats the job', async () => {
  await bench.startLinked();
  for (let i = 0; i < 3; i += 1) bench.core.sendJob(1n, ordinary);
  await idle();
  expect(bench.core.received('accepted')).toHaveLength(3);
  await idle();
  expect(bench.core.received('progress').length).toBeGreaterThanOrEqual(1);
  bench.core.sendJob(1n, ordinary);
  await idle();
  expect(bench.core.received('accepted')).toHaveLength(4);
  await idle();
  expect(bench.sentLines()).toHaveLength(1);
});

test('a newer hand-over of a text that may have left ends as unknown', async () => {
  await bench.startLinked();
  bench.core.sendJob(1n, ordinary);
  await idle();
  expect(bench.core.received('progress')).toHaveLength(1);
  bench.core.sendJob(1n, ordinary, { attempt: 2 });
  await idle();
  expect(bench.core.received('progress')).toHaveLength(2);
  const second = bench.core.received('progress')[1];
  expect(second).toMatchObject({ attempt: 2, outcome: SubmitOutcome.UNKNOWN });
  expect(second?.error).toMatch(/^outcome_unknown: /);
  expect(bench.sentLines()).toHaveLength(1);
});

test('reports are repeated over links and restarts until they are acknowledged', async () => {
  bench.core.behaviour.ackReports = false;
  const agent = await bench.startLinked();
  bench.core.sendJob(1n, ordinary);
  await idle();
  expect(bench.core.received('progress')).toHaveLength(1);
  bench.core.cut();
  await run('1 s');
  expect(bench.core.received('progress')).toHaveLength(2);
  await agent.stop();
  const next = await bench.startLinked();
  await idle();
  expect(bench.core.received('progress')).toHaveLength(3);
  bench.core.behaviour.ackReports = true;
  await run('61 s');
  expect(next.state()?.counts.unsentReports).toBe(0);
  const ids = new Set(bench.core.received('progress').map((progress) => progress.reportId));
  expect(ids.size).toBe(1);
  expect(bench.sentLines()).toHaveLength(1);
});

test('an inbound text stays on the phone until the core has it, and comes only once after that', async () => {
  bench.core.behaviour.ackInbound = false;
  const agent = await bench.startLinked();
  const text = { inboundId: 'one', address: '+15005550042', body: 'hi', receivedAtMs: bench.clock.nowMs() };
  putInbound(bench.dir, text);
  await run('1 s');
  expect(bench.core.received('inbound')).toHaveLength(1);
  expect(bench.core.received('inbound')[0]).toMatchObject({
    inboundId: 'one',
    address: '+15005550042',
    body: 'hi',
  });
  const file = join(bench.dir, 'inbound', 'one.json');
  expect(existsSync(file)).toBe(true);
  bench.core.behaviour.ackInbound = true;
  bench.core.cut();
  await run('1 s');
  expect(existsSync(file)).toBe(false);
  expect(bench.core.received('inbound')).toHaveLength(2);
  putInbound(bench.dir, text);
  await run('2 s');
  expect(existsSync(file)).toBe(false);
  expect(bench.core.received('inbound')).toHaveLength(2);
  expect(agent.state()?.counts.unackedInbound).toBe(0);
});

test('a file that is no text is set aside and stops nothing', async () => {
  await bench.startLinked();
  writeFileSync(join(bench.dir, 'inbound', 'a.json'), '{"address":');
  putInbound(bench.dir, { inboundId: 'b', address: 'BANK', body: 'x\u0000\ud800', receivedAtMs: 1 });
  await run('2 s');
  expect(bench.core.received('inbound')).toHaveLength(1);
  expect(bench.core.received('inbound')[0]?.body).toBe('x\ufffd\ufffd');
  expect(readdirSync(join(bench.dir, 'inbound'))).not.toContain('a.json');
});

test('a stop finishes the submit under way, reports it, and leaves no timer', async () => {
  const agent = await bench.startLinked();
  bench.core.sendJob(1n, ordinary);
  await idle();
  expect(bench.core.received('accepted')).toHaveLength(1);
  await agent.stop();
  await agent.stop();
  expect(await agent.ended).toEqual({ exitCode: 0, reason: '' });
  await idle();
  expect(bench.core.received('progress')).toHaveLength(1);
  await idle();
  expect(bench.core.closeCodes.includes(1000)).toBe(true);
  expect(simulated.simulation.time.describe()).toEqual([]);
});

test('a receipt that is still due survives a restart', async () => {
  const agent = await bench.startLinked();
  bench.core.sendJob(1n, '+15005550007');
  await idle();
  expect(bench.core.received('progress')).toHaveLength(1);
  await agent.stop();
  await bench.startLinked();
  await run('9 s');
  expect(bench.core.received('receipt')).toHaveLength(0);
  await run('2 s');
  expect(bench.core.received('receipt')).toHaveLength(1);
});

test('a second agent in the same directory is refused', async () => {
  await bench.start();
  await expect(bench.start()).rejects.toThrow(/another agent is running/);
});

test('a new pairing does not take the old journal’s texts for its own', async () => {
  const agent = await bench.startLinked();
  bench.core.sendJob(1n, ordinary);
  await idle();
  expect(bench.core.received('progress')).toHaveLength(1);
  await agent.stop();
  writeIdentity(bench.dir, { ...bench.identity, token: 'another' });
  await bench.startLinked();
  bench.core.sendJob(1n, ordinary);
  await idle();
  expect(bench.core.received('progress')).toHaveLength(2);
  const journals = bench.core.received('hello').map((hello) => hello.journalId);
  expect(new Set(journals).size).toBe(2);
  expect(bench.sentLines()).toHaveLength(2);
});

test('journal and identity are readable by their owner only, and hold no body once the text has gone', async () => {
  const agent = await bench.startLinked();
  bench.core.sendJob(1n, ordinary, { body: 'a-secret-of-mine' });
  await idle();
  expect(bench.core.received('progress')).toHaveLength(1);
  await agent.stop();
  for (const name of readdirSync(bench.dir, { recursive: true }) as string[]) {
    const path = join(bench.dir, name);
    const { mode } = statSync(path);
    expect(mode & 0o077, name).toBe(0);
    if (statSync(path).isFile()) expect(readFileSync(path).includes('a-secret-of-mine'), name).toBe(false);
  }
});

test('stamps of reports are in the core’s time, also when this machine’s clock is wrong', async () => {
  const core = bench.core;
  const clock = simulated.simulation.clockOf('the agent');
  clock.set(-7_200_000);
  await bench.startLinked({ clock });
  core.sendJob(1n, ordinary, { expiresAtMs: bench.clock.nowMs() + 1_000 });
  core.sendJob(2n, ordinary, { expiresAtMs: bench.clock.nowMs() - 1_000 });
  await idle();
  expect(core.received('progress')).toHaveLength(2);
  const [sent, expired] = core.received('progress');
  expect(sent?.outcome).toBe(SubmitOutcome.SENT);
  expect(timestampMs(sent!.at!)).toBe(bench.clock.nowMs());
  expect(expired?.outcome).toBe(SubmitOutcome.FAILED);
  expect(expired?.error).toMatch(/^expired_in_queue: /);
});

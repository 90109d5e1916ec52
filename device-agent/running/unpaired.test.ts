// What an agent does with the texts that it holds when the core says that its device is not paired any more.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GoodbyeReason, SubmitOutcome } from '../../proto/gen/textrelay/v1/device_link_pb.ts';
import { simulateEachTest } from '../../test/simulation/each_test.ts';
import type { DriverJob, Result } from '../drivers/driver.ts';
import { AgentBench } from '../testing/agent_bench.ts';
import { type OpenSubmit, ScriptedDriver } from '../testing/scripted_driver.ts';

const accepted: Result = { kind: 'accepted', refs: [] };
const cancelled: Result = { kind: 'rejected', code: 'cancelled', detail: 'asked back', retryable: false };
const simulated = simulateEachTest();
const { run, idle } = simulated;
let bench: AgentBench;
beforeEach(async () => {
  bench = await AgentBench.open(simulated);
});
afterEach(() => bench.close());

/** A device that holds texts of its own, and is asked for them. */
class HoldingDriver extends ScriptedDriver {
  readonly askedBack = new Set<OpenSubmit>();

  constructor() {
    super({ unit: 'message', idempotent: true, resumes: true });
  }

  cancel({ messageId }: Pick<DriverJob, 'messageId'>): void {
    const held = this.#newest(messageId);
    if (held !== undefined) this.askedBack.add(held);
  }

  answer(messageId: bigint, result: Result): void {
    this.#newest(messageId)?.answer(result);
  }

  #newest(messageId: bigint): OpenSubmit | undefined {
    return this.submits.findLast(({ job }) => job.messageId === messageId);
  }
}

test('an agent that is unpaired hands back what it had not submitted, and submits it in no later run', async () => {
  const driver = new ScriptedDriver();
  driver.healthNow = { problem: 'no_network', detail: 'no network' };
  const first = await bench.startLinked({ driver });
  bench.core.sendJob(1n, '+15005550006');
  await idle();
  expect(bench.core.received('accepted')).toHaveLength(1);
  bench.core.goodbye(GoodbyeReason.UNPAIRED);
  await idle();
  expect(bench.core.received('progress')).toHaveLength(1);
  expect(bench.core.received('progress')[0]).toMatchObject({
    messageId: 1n,
    outcome: SubmitOutcome.HANDED_BACK,
  });
  expect((await first.ended).exitCode).toBe(2);

  driver.healthNow = { detail: 'well' };
  driver.answerAll = () => accepted;
  bench.core.behaviour.refuseStatus = 401;
  expect((await (await bench.start({ driver })).ended).exitCode).toBe(2);
  expect(driver.submits).toEqual([]);

  delete bench.core.behaviour.refuseStatus;
  await bench.startLinked({ driver });
  bench.core.sendJob(2n, '+15005550007');
  await idle();
  expect(driver.submits.length).toBeGreaterThan(0);
  expect(driver.submits.map(({ job }) => job.messageId)).toEqual([2n]);
});

test('an agent that learns only after a restart that it was unpaired submits nothing, also once it is paired again', async () => {
  const driver = new ScriptedDriver();
  driver.healthNow = { problem: 'no_network', detail: 'no network' };
  const first = await bench.startLinked({ driver });
  bench.core.sendJob(1n, '+15005550006');
  await idle();
  expect(bench.core.received('accepted')).toHaveLength(1);
  await first.stop();
  bench.core.behaviour.refuseStatus = 401;
  expect((await (await bench.start({ driver })).ended).exitCode).toBe(2);

  driver.healthNow = { detail: 'well' };
  driver.answerAll = () => accepted;
  delete bench.core.behaviour.refuseStatus;
  await bench.startLinked({ driver });
  await idle();
  expect(bench.core.received('progress')).toHaveLength(1);
  expect(bench.core.received('progress')[0]?.outcome).toBe(SubmitOutcome.HANDED_BACK);
  expect(driver.submits).toEqual([]);
});

test('an agent that is unpaired asks its device back for what it holds, and ends once that is answered', async () => {
  const driver = new HoldingDriver();
  const agent = await bench.startLinked({ driver });
  for (const id of [1n, 2n, 3n]) bench.core.sendJob(id, `+1500555000${id}`);
  await idle();
  expect(driver.submits).toHaveLength(2);
  bench.core.goodbye(GoodbyeReason.UNPAIRED);
  await idle();
  expect(driver.askedBack.size).toBe(2);
  driver.answer(1n, cancelled);
  await idle();
  expect(bench.core.received('progress')).toHaveLength(2);
  await run('1 s');
  expect(agent.state()?.link).toBe('unpaired');
  driver.answer(2n, accepted);
  expect((await agent.ended).exitCode).toBe(2);
  expect(driver.submits.map(({ job }) => job.messageId)).toEqual([1n, 2n]);
  // The device takes two at a time, so that the third was never with it.
  expect(bench.core.received('progress').map(({ messageId, outcome }) => [messageId, outcome])).toEqual([
    [3n, SubmitOutcome.HANDED_BACK],
    [1n, SubmitOutcome.HANDED_BACK],
  ]);
});

test('an agent that ends before its device has answered asks it back again in the next run', async () => {
  const driver = new HoldingDriver();
  const first = await bench.startLinked({ driver });
  bench.core.sendJob(1n, '+15005550006');
  await idle();
  expect(driver.submits).toHaveLength(1);
  bench.core.goodbye(GoodbyeReason.UNPAIRED);
  await idle();
  expect(driver.askedBack.size).toBe(1);
  await first.stop();

  bench.core.behaviour.refuseStatus = 401;
  const next = await bench.start({ driver });
  await idle();
  expect(driver.askedBack.size).toBe(2);
  driver.answer(1n, cancelled);
  expect((await next.ended).exitCode).toBe(2);
});

// A recipient leaves its device only when that device cannot take the text and won't be able to soon: it was revoked, was offline
// or had a problem for 10 minutes, or lost the SIM. Each condition is negated once, and order holds throughout.
import { describe, expect, test } from 'vitest';
import { DeviceProblem } from '../../proto/gen/textrelay/v1/device_link_pb.ts';
import { MessageStatus } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { until } from '../../runtime/testing/until.ts';
import type { LinkBench } from '../support/link_bench.ts';
import { pairDevice } from '../support/pairing.ts';
import { provideLinkBench } from '../support/provide_link_bench.ts';
import { type Handed, type PassingTime, RobotPhone } from '../support/robot_phone.ts';

let bench: LinkBench;
let time: PassingTime;

provideLinkBench((provided) => {
  ({ bench, time } = provided);
});

const minuteMs = 60_000;
const address = '+15005551000';
const absent = { ok: false, problem: DeviceProblem.ABSENT, detail: 'Unplugged.' };

/** Two devices, the second on the other core; the recipient stays on the first. */
async function startTwo(options: { sims?: number[] } = {}) {
  const account = await bench.core.createAccount({ paired: false });
  const log: Handed[] = [];
  const first = await pairDevice(bench.core, bench.core.admin, account.id);
  const second = await pairDevice(bench.core, bench.core.admin, account.id);
  const hello = { sims: options.sims ?? [1] };
  const one = await RobotPhone.link(bench, first, log, { hello });
  await bench.send(account, address);
  await until(() => log.length === 1);
  expect(log[0]).toMatchObject({ device: 1n, sim: 1 });
  const two = await RobotPhone.link(bench, second, log, { at: bench.other });
  const relink = (sims = hello.sims, at = bench.core) =>
    RobotPhone.link(bench, first, log, { hello: { sims }, at });
  return { account, log, one, two, relink };
}

const moves = async (log: Handed[], phones: RobotPhone[], to: Partial<Handed>) => {
  const count = log.length;
  for (let seconds = 0; log.length === count && seconds < 30; seconds += 4) await time.elapse(phones, 4_000);
  expect(log[count]).toMatchObject(to);
};
const staysWaiting = async (log: Handed[], phones: RobotPhone[], ms: number) => {
  const count = log.length;
  await time.elapse(phones, ms);
  expect(log).toHaveLength(count);
};

describe('a recipient leaves its device', () => {
  test('a recipient leaves its device when the device is revoked', async () => {
    const { account, log, two } = await startTwo();
    await bench.passing(bench.core.admin.revokeDevice({ accountId: account.id, deviceId: 1n }));
    const id = await bench.send(account, address);
    await moves(log, [two], { device: 2n, id });
  });

  test('a recipient leaves its device when it was offline for 10 minutes, and not before', async () => {
    const { account, log, one, two } = await startTwo();
    one.cut();
    await time.elapse([two], 4_000);
    const id = await bench.send(account, address);
    await staysWaiting(log, [two], 10 * minuteMs - 8_000);
    await moves(log, [two], { device: 2n, id });
  });

  test('a recipient leaves its device when it had a problem for 10 minutes, and not before', async () => {
    const { account, log, one, two } = await startTwo();
    one.agent.reportState(absent);
    await one.agent.settled();
    const id = await bench.send(account, address);
    await staysWaiting(log, [one, two], 10 * minuteMs - 4_000);
    await moves(log, [one, two], { device: 2n, id });
  });

  test('a recipient leaves its device when it lost the SIM, for another SIM there or on another device', async () => {
    const { account, log, one, two, relink } = await startTwo({ sims: [1, 2] });
    await bench.send(account, address);
    await until(() => log.length === 2);
    one.cut();
    two.cut();
    const again = await relink([2]);
    const id = await bench.send(account, address);
    await moves(log, [again], { device: 1n, sim: 2, id });
  });
});

describe('a recipient stays', () => {
  test('a recipient stays when its device comes back within 10 minutes, and the count starts again', async () => {
    const { account, log, one, two, relink } = await startTwo();
    one.cut();
    const id = await bench.send(account, address);
    await staysWaiting(log, [two], 9 * minuteMs);
    const again = await relink();
    await until(() => log.length === 2);
    expect(log[1]).toMatchObject({ device: 1n, id });
    again.cut();
    await bench.send(account, address);
    await staysWaiting(log, [two], 9 * minuteMs);
  });

  test('a recipient stays when the problem ends within 10 minutes, and the count starts again', async () => {
    const { account, log, one, two } = await startTwo();
    one.agent.reportState(absent);
    await one.agent.settled();
    await bench.send(account, address);
    await staysWaiting(log, [one, two], 9 * minuteMs);
    one.agent.reportState({ ok: true });
    await moves(log, [one, two], { device: 1n });
    one.agent.reportState({ ok: false, problem: DeviceProblem.NO_NETWORK });
    await one.agent.settled();
    await bench.send(account, address);
    await staysWaiting(log, [one, two], 9 * minuteMs);
  });

  test('a recipient stays while its device is full, over its budget or merely slow, for hours', async () => {
    const { account, log, one, two } = await startTwo();
    await bench.core.admin.setSimBudget({ accountId: account.id, deviceId: 1n, slot: 1, perDay: 1 });
    await bench.send(account, address);
    await staysWaiting(log, [one, two], 30 * minuteMs);
  });

  test('a recipient stays when another SIM of the device is gone', async () => {
    const { account, log, one, two, relink } = await startTwo({ sims: [1, 2] });
    one.cut();
    const again = await relink([1]);
    const id = await bench.send(account, address);
    await moves(log, [again, two], { device: 1n, sim: 1, id });
  });

  test('a recipient stays while the device may still hold a text to it, however long the device is away', async () => {
    const { account, log, one, two, relink } = await startTwo();
    one.hold();
    const held = await bench.send(account, address);
    await until(() => one.held.length === 1);
    one.cut();
    const id = await bench.send(account, address);
    await staysWaiting(log, [two], 20 * minuteMs);
    expect((await bench.get(account, id)).status).toBe(MessageStatus.QUEUED);
    // The device comes back with its journal, gets the text again and reports it. The next text follows there.
    const again = await relink();
    await until(() => log.length >= 3);
    expect(log[2]).toMatchObject({ device: 1n, id: held });
    await time.elapse([again, two], 4_000);
    await until(() => log.length === 4);
    expect(log[3]).toMatchObject({ device: 1n, id });
  });
});

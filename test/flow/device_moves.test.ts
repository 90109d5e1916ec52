// A recipient leaves its device only when that device cannot take the text and won't be able to soon: it was unpaired, was offline
// or had a problem for 10 minutes, or lost the SIM. Each condition is negated once, and order holds throughout.
import { describe, expect, test } from 'vitest';
import { DeviceProblem } from '../../proto/gen/textrelay/v1/device_link_pb.ts';
import { MessageStatus } from '../../proto/gen/textrelay/v1/message_pb.ts';
import type { LinkBench } from '../support/link_bench.ts';
import { pairDevice } from '../support/pairing.ts';
import { type ProvidedBench, provideLinkBench } from '../support/provide_link_bench.ts';
import { type Handed, RobotPhone } from '../support/robot_phone.ts';

let bench: LinkBench;
let age: ProvidedBench['age'];

provideLinkBench((provided) => {
  ({ bench, age } = provided);
});

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
  await bench.idle();
  expect(log).toMatchObject([{ device: 1n, sim: 1 }]);
  const two = await RobotPhone.link(bench, second, log, { at: bench.other });
  const relink = (sims = hello.sims, at = bench.core) =>
    RobotPhone.link(bench, first, log, { hello: { sims }, at });
  return { account, log, one, two, relink };
}

/** The text that leaves last does so like this, and leaves once. */
const moves = async (log: Handed[], to: Partial<Handed> & Pick<Handed, 'id'>) => {
  await bench.run('4 s');
  expect(log.filter(({ id }) => id === to.id)).toMatchObject([to]);
  expect(log.at(-1)?.id).toBe(to.id);
};
const staysWaiting = async (log: Handed[], duration: string) => {
  const count = log.length;
  await bench.run(duration);
  expect(log).toHaveLength(count);
};

describe('a recipient leaves its device', () => {
  test('a recipient leaves its device when the device is unpaired', async () => {
    const { account, log } = await startTwo();
    await bench.core.admin.unpairDevice({ accountId: account.id, id: 1n });
    const id = await bench.send(account, address);
    await moves(log, { device: 2n, id });
  });

  test('a recipient leaves its device when it was offline for 10 minutes, and not before', async () => {
    const { account, log, one } = await startTwo();
    one.cut();
    await bench.idle();
    const id = await bench.send(account, address);
    await age(account, '9 min 45 s');
    await staysWaiting(log, '14 s');
    await moves(log, { device: 2n, id });
  });

  test('a recipient leaves its device when it had a problem for 10 minutes, and not before', async () => {
    const { account, log, one } = await startTwo();
    one.agent.reportState(absent);
    await bench.idle();
    const id = await bench.send(account, address);
    await age(account, '9 min 45 s');
    await staysWaiting(log, '14 s');
    await moves(log, { device: 2n, id });
  });

  test('a recipient leaves its device when it lost the SIM, for another SIM there or on another device', async () => {
    const { account, log, one, two, relink } = await startTwo({ sims: [1, 2] });
    await bench.send(account, address);
    await bench.idle();
    expect(log).toHaveLength(2);
    one.cut();
    two.cut();
    await relink([2]);
    const id = await bench.send(account, address);
    await moves(log, { device: 1n, sim: 2, id });
  });
});

describe('a recipient stays', () => {
  test('a recipient stays when its device comes back within 10 minutes, and the count starts again', async () => {
    const { account, log, one, relink } = await startTwo();
    one.cut();
    await bench.idle();
    const id = await bench.send(account, address);
    await age(account, '9 min');
    await staysWaiting(log, '4 s');
    const again = await relink();
    await moves(log, { device: 1n, id });
    again.cut();
    await bench.idle();
    await bench.send(account, address);
    await age(account, '9 min');
    await staysWaiting(log, '4 s');
  });

  test('a recipient stays when the problem ends within 10 minutes, and the count starts again', async () => {
    const { account, log, one } = await startTwo();
    one.agent.reportState(absent);
    await bench.idle();
    const id = await bench.send(account, address);
    await age(account, '9 min');
    await staysWaiting(log, '4 s');
    one.agent.reportState({ ok: true });
    await moves(log, { device: 1n, id });
    one.agent.reportState({ ok: false, problem: DeviceProblem.NO_NETWORK });
    await bench.idle();
    await bench.send(account, address);
    await age(account, '9 min');
    await staysWaiting(log, '4 s');
  });

  test('a recipient stays while its device is full, over its budget or merely slow, for hours', async () => {
    const { account, log } = await startTwo();
    await bench.core.admin.setSimBudget({ accountId: account.id, id: 1n, slot: 1, perDay: 1 });
    await bench.send(account, address);
    await staysWaiting(log, '16 s');
    // Nothing that counts towards the ten minutes has begun.
    const { devices } = await bench.core.admin.listDevices({ accountId: account.id });
    expect(devices).toMatchObject([
      { online: true, ok: true },
      { online: true, ok: true },
    ]);
  });

  test('a recipient stays when another SIM of the device is gone', async () => {
    const { account, log, one, relink } = await startTwo({ sims: [1, 2] });
    one.cut();
    await relink([1]);
    const id = await bench.send(account, address);
    await moves(log, { device: 1n, sim: 1, id });
  });

  test('a recipient stays while the device may still hold a text to it, however long the device is away', async () => {
    const { account, log, one, relink } = await startTwo();
    one.hold();
    const held = await bench.send(account, address);
    await bench.idle();
    expect(one.held).toHaveLength(1);
    one.cut();
    await bench.idle();
    const id = await bench.send(account, address);
    await age(account, '20 min');
    await staysWaiting(log, '4 s');
    expect((await bench.get(account, id)).status).toBe(MessageStatus.QUEUED);
    // The device comes back with its journal, gets the text again and reports it. The next text follows there.
    await relink();
    await bench.run('4 s');
    expect(log.slice(2)).toMatchObject([
      { device: 1n, id: held },
      { device: 1n, id },
    ]);
  });
});

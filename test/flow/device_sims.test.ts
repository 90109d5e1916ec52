// Several devices and SIMs of one account: which device gets a text, through which SIM, and which recipients stay.
import { describe, expect, test } from 'vitest';
import type { TestAccount } from '../support/core.ts';
import type { LinkBench } from '../support/link_bench.ts';
import { pairDevice } from '../support/pairing.ts';
import { type ProvidedBench, provideLinkBench } from '../support/provide_link_bench.ts';
import { RawAgent } from '../support/raw_agent.ts';
import { type Handed, RobotPhone } from '../support/robot_phone.ts';

let bench: LinkBench;
let inspect: ProvidedBench['inspect'];

provideLinkBench((provided) => {
  ({ bench, inspect } = provided);
});

type Options = Parameters<typeof RobotPhone.link>[3];

/** An account with some devices, each linked as asked. */
async function startPhones(options: Options[]) {
  const account = await bench.core.createAccount({ paired: false });
  const log: Handed[] = [];
  const phones: RobotPhone[] = [];
  const identities: { deviceId: bigint; token: string }[] = [];
  for (const each of options) {
    const identity = await pairDevice(bench.core, bench.core.admin, account.id);
    identities.push(identity);
    phones.push(await RobotPhone.link(bench, identity, log, each));
  }
  return { account, log, phones, identities };
}

const sendMany = async (account: Pick<TestAccount, 'id'>, count: number, from = 0) => {
  const texts = Array.from({ length: count }, (_, index) => ({
    accountId: account.id,
    address: `+1500555${1000 + from + index}`,
    body: `${index}`,
  }));
  const { results } = await bench.core.messages.sendMessages({ texts });
  expect(results.every(({ outcome }) => outcome.case === 'accepted')).toBe(true);
};
const simsOf = async (account: Pick<TestAccount, 'id'>, device = 0) =>
  (await bench.core.admin.listDevices({ accountId: account.id })).devices[device]?.sims.map(
    ({ slot, present }) => [slot, present],
  );
const countBy = (log: readonly Handed[]) =>
  [...Map.groupBy(log, ({ device, sim }) => `${device}/${sim}`)]
    .map(([sim, list]) => [sim, list.length] as const)
    .sort()
    .map(([sim, count]) => `${sim}: ${count}`);

describe('SIMs', () => {
  test('SIMs are those that the device named when it last opened a link', async () => {
    const { account, log, identities } = await startPhones([{}]);
    expect(await simsOf(account)).toEqual([[1, true]]);
    const again = (sims: number[]) =>
      RobotPhone.link(bench, identities[0] as never, log, { hello: { sims }, at: bench.other });
    await again([3, 2]);
    expect(await simsOf(account)).toEqual([
      [1, false],
      [2, true],
      [3, true],
    ]);
    await again([1, 16]);
    expect(await simsOf(account)).toEqual([
      [1, true],
      [2, false],
      [3, false],
      [16, true],
    ]);
  });

  test('a job names the SIM, the message keeps it, and a reconnect hands it over under the same one', async () => {
    const { account, identities } = await startPhones([]);
    const identity = await pairDevice(bench.core, bench.core.admin, account.id);
    expect(identities).toEqual([]);
    const hello = { sims: [5] };
    const before = bench.adopt(await RawAgent.linked(bench.core, identity.token, 'j', 4, hello));
    await sendMany(account, 1);
    expect(await before.expect('job')).toMatchObject({ sim: 5, attempt: 1 });
    expect(await inspect`select sim from message where account_id = ${account.id}`).toMatchObject([
      { sim: 5 },
    ]);
    before.socket.terminate();
    const after = bench.adopt(await RawAgent.linked(bench.other, identity.token, 'j', 4, { sims: [5, 6] }));
    expect(await after.expect('job')).toMatchObject({ sim: 5, attempt: 1 });
  });

  test('SIMs of one device share its window and the load', async () => {
    const { account, log } = await startPhones([{ window: 4, hello: { sims: [1, 2] }, isHolding: true }]);
    await sendMany(account, 9);
    await bench.idle();
    expect(log).toHaveLength(4);
    await bench.run('8 s');
    expect(countBy(log)).toEqual(['1/1: 2', '1/2: 2']);
  });
});

describe('a burst to many recipients', () => {
  test('spreads over all idle devices', async () => {
    const { account, log } = await startPhones([
      { isHolding: true },
      { isHolding: true },
      { isHolding: true },
    ]);
    await sendMany(account, 12);
    await bench.idle();
    expect(log).toHaveLength(12);
    expect(countBy(log)).toEqual(['1/1: 4', '2/1: 4', '3/1: 4']);
  });

  test('fills every window when there is more', async () => {
    const { account, log, phones } = await startPhones([
      { isHolding: true, window: 2 },
      { isHolding: true, window: 5 },
    ]);
    await sendMany(account, 20);
    await bench.idle();
    expect(log).toHaveLength(7);
    await bench.run('4 s');
    expect(countBy(log)).toEqual(['1/1: 2', '2/1: 5']);
    phones[0]?.release();
    await bench.idle();
    expect(log).toHaveLength(20);
  });

  test('a burst to many recipients is shared out by how many texts each device has under way', async () => {
    const { account, log } = await startPhones([{ isHolding: true }]);
    await sendMany(account, 8);
    await bench.idle();
    expect(log).toHaveLength(8);
    const second = await pairDevice(bench.core, bench.core.admin, account.id);
    await RobotPhone.link(bench, second, log, { isHolding: true });
    await sendMany(account, 10, 100);
    await bench.idle();
    expect(log).toHaveLength(18);
    expect(countBy(log)).toEqual(['1/1: 9', '2/1: 9']);
  });

  test('a burst to many recipients leaves devices on another core their share', async () => {
    const wide = { isHolding: true, window: 100 };
    const { account, log } = await startPhones([wide, { ...wide, at: bench.other }]);
    // The cores learn of each other's devices with the next renewal of presence.
    await bench.run('16 s');
    await sendMany(account, 90);
    await bench.run('4 s');
    expect(log).toHaveLength(90);
    for (const device of [1n, 2n])
      expect(log.filter((handed) => handed.device === device).length).toBeGreaterThanOrEqual(30);
  });

  test('a burst to many recipients goes to the devices that have capacity when the others have none', async () => {
    const { account, log } = await startPhones([{}, { isHolding: true, window: 1, at: bench.other }]);
    await bench.run('16 s');
    await sendMany(account, 30);
    await bench.run('4 s');
    expect(log).toHaveLength(30);
    expect(countBy(log)).toEqual(['1/1: 29', '2/1: 1']);
  });

  test('a thousand texts to a hundred devices are handed over evenly', async () => {
    const account = await bench.core.createAccount({ paired: false });
    const log: Handed[] = [];
    for (let index = 0; index < 100; index++) {
      const identity = await pairDevice(bench.core, bench.core.admin, account.id);
      await RobotPhone.link(bench, identity, log, { isHolding: true });
    }
    await sendMany(account, 500);
    await sendMany(account, 500, 500);
    await bench.idle();
    expect(log).toHaveLength(1_000);
    const counts = [...Map.groupBy(log, ({ device }) => device).values()].map((list) => list.length);
    expect(counts).toHaveLength(100);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(2);
  });
});

describe('a recipient', () => {
  test('a recipient keeps its device and SIM, through a reconnect to another core too', async () => {
    const sims = { hello: { sims: [1, 2] } };
    const { account, log, phones, identities } = await startPhones([sims, sims]);
    await sendMany(account, 8);
    await bench.idle();
    expect(log).toHaveLength(8);
    expect(countBy(log)).toEqual(['1/1: 2', '1/2: 2', '2/1: 2', '2/2: 2']);
    phones[0]?.cut();
    phones[0] = await RobotPhone.link(bench, identities[0] as never, log, { ...sims, at: bench.other });
    for (let round = 0; round < 3; round++) await sendMany(account, 8);
    // A text whose link was cut before its report was stored is handed over again, to the same device.
    await bench.run('4 s');
    expect(new Set(log.map(({ id }) => id)).size).toBe(32);
    for (const list of Map.groupBy(log, ({ address }) => address).values())
      expect(new Set(list.map(({ device, sim }) => `${device}/${sim}`)).size).toBe(1);
  });

  test('a recipient waits for its device while other recipients go to other devices', async () => {
    const { account, log, phones } = await startPhones([{ window: 1, isHolding: true }]);
    await sendMany(account, 1);
    await bench.idle();
    expect(log).toHaveLength(1);
    await sendMany(account, 1);
    const second = await pairDevice(bench.core, bench.core.admin, account.id);
    phones.push(await RobotPhone.link(bench, second, log));
    await sendMany(account, 1, 50);
    await bench.run('4 s');
    expect(log).toHaveLength(2);
    expect(log[1]).toMatchObject({ device: 2n, address: '+15005551050' });
    phones[0]?.release();
    await bench.run('4 s');
    expect(log).toHaveLength(3);
    expect(log[2]).toMatchObject({ device: 1n, address: '+15005551000' });
  });

  test('a recipient behind more than a thousand texts that wait for another device is still found', async () => {
    const { account, log, phones } = await startPhones([{ window: 1, isHolding: true }]);
    await sendMany(account, 1);
    await bench.idle();
    expect(log).toHaveLength(1);
    for (let round = 0; round < 5; round++) {
      const texts = Array.from({ length: 500 }, () => ({
        accountId: account.id,
        address: '+15005551000',
        body: 'x',
      }));
      await bench.core.messages.sendMessages({ texts });
    }
    const second = await pairDevice(bench.core, bench.core.admin, account.id);
    const other = await RobotPhone.link(bench, second, log);
    phones.push(other);
    for (let index = 0; index < 5; index++) {
      await sendMany(account, 1, 50 + index);
      await bench.run('4 s');
      expect(log).toHaveLength(2 + index);
    }
    // The core looks again for the texts behind them, and finds those that may leave.
    phones[0]?.release(20);
    await bench.run('4 s');
    expect(log.length).toBeGreaterThan(20);
    expect(log.slice(1, 6).map(({ device }) => device)).toEqual([2n, 2n, 2n, 2n, 2n]);
    expect(other.held).toEqual([]);
  });
});

test('a received text shows the SIM that it came to, and replies to its sender leave by that SIM', async () => {
  const account = await bench.core.createAccount();
  const link = await RawAgent.linked(bench.core, account.deviceToken, undefined, undefined, { sims: [1, 2] });
  const agent = bench.adopt(link);
  const simOf = async (address: string, sim: number | undefined) => {
    agent.send({ case: 'inbound', value: { inboundId: address, address, body: 'hi', ...(sim && { sim }) } });
    await agent.expect('inboundAck');
    const id = await bench.send(account, address);
    return [(await bench.get(account, id - 1n)).sim, (await bench.passing(agent.expect('job'))).sim];
  };
  expect(await simOf('+15005550102', 2)).toEqual([2, 2]);
  expect(await simOf('+15005550101', 1)).toEqual([1, 1]);
  expect((await simOf('+15005550103', undefined))[0]).toBeUndefined();
  // A SIM that the device never had, or no longer has.
  expect((await simOf('+15005550104', 16))[0]).toBeUndefined();
  agent.send({ case: 'inbound', value: { inboundId: 'x', address: '1', body: 'hi', sim: 17 } });
  expect((await agent.expect('goodbye')).message).toBe('a sim must be at most 16');
});

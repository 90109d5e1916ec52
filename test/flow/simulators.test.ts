// Simulated phones and carriers beside real ones: no real text ever ends at a simulator once its account has a way on
// which texts really leave.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Route } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { ManualClock } from '../../runtime/testing/manual_clock.ts';
import { until } from '../../runtime/testing/until.ts';
import type { CarrierConfig } from '../../server/carrier/kind.ts';
import { simulatedKind } from '../../server/carrier/simulated/simulated.ts';
import { startTestCore, type TestAccount, type TestCore } from '../support/core.ts';
import { createDatabase } from '../support/database.ts';
import { idleCarrier } from '../support/idle_carrier.ts';
import { pairDevice } from '../support/pairing.ts';
import { RawAgent } from '../support/raw_agent.ts';

const clock = new ManualClock();
const real = '+12015550123';
const magic = '+15005550006';
const agents: RawAgent[] = [];
const carriers: CarrierConfig[] = [
  idleCarrier('main'),
  { name: 'simulated', kind: simulatedKind, priority: 100, sender: null, settings: {} },
];
let core: TestCore;
let inProduction: TestCore;

beforeAll(async () => {
  const url = await createDatabase();
  core = await startTestCore(url, { clock, carriers });
  inProduction = await startTestCore(url, { clock, isProduction: true });
});
afterEach(() => {
  for (const agent of agents.splice(0)) agent.socket.terminate();
});
afterAll(async () => {
  await Promise.all([core.stop(), inProduction.stop()]);
});

/** A device of this driver that has opened a link. */
async function link(account: Pick<TestAccount, 'id'>, driver: string, token?: string, at = core) {
  const its = token ?? (await pairDevice(core, core.admin, account.id)).token;
  const agent = await RawAgent.linked(at, its, 'journal-1', 16, { driver });
  agents.push(agent);
  return agent;
}

/** A trial account as `npm start` makes it: a simulated phone that is linked. */
async function trial(at = core) {
  const account = await core.createAccount();
  return { account, simulated: await link(account, 'simulated', account.deviceToken, at) };
}

async function send({ id }: Pick<TestAccount, 'id'>, address: string, route?: Route, at = core) {
  const texts = [{ accountId: id, address, body: 'hello', ...(route !== undefined && { route }) }];
  const outcome = (await at.messages.sendMessages({ texts })).results[0]?.outcome;
  return outcome?.case === 'accepted' ? outcome.value.message?.route : outcome?.case;
}

/** Lets a few polls pass. */
async function pass(agent: RawAgent, seconds = 5) {
  for (let second = 0; second < seconds; second++) {
    clock.advance(1_000);
    for (let turns = 0; turns < 10; turns++) await agent.settled();
    await until(() => clock.pendingTimeouts(5_000) === 0);
  }
}

describe('an account with nothing but simulators', () => {
  test('an account with nothing but simulators sends everything by them', async () => {
    const { account, simulated } = await trial();
    expect(await send(account, real)).toBe(Route.DEVICE);
    expect((await simulated.submit()).address).toBe(real);
    await core.admin.assignNumber({ accountId: account.id, carrier: 'simulated', number: '+15005550101' });
    expect(await send(account, real, Route.GATEWAY)).toBe(Route.GATEWAY);
  });
});

describe('as soon as a real phone is paired', () => {
  test('the simulated phone gets magic numbers only, and the real one everything else, waiting texts included', async () => {
    const { account, simulated } = await trial();
    // One that stays on the simulated phone, and of which it has a text under way.
    await send(account, real);
    await simulated.expect('job');
    const { token } = await pairDevice(core, core.admin, account.id);
    await send(account, real);
    await send(account, '+12015550124');
    await pass(simulated);
    expect(simulated.waiting('job')).toBe(0);
    const phone = await link(account, 'at-modem', token);
    await pass(phone);
    expect([(await phone.submit()).address, (await phone.submit()).address]).toEqual([real, '+12015550124']);
    await send(account, magic);
    expect((await simulated.expect('job')).address).toBe(magic);
    expect(phone.waiting('job')).toBe(0);
  });

  test('a real text does not go to the simulated carrier either', async () => {
    const { account } = await trial();
    await core.admin.assignNumber({ accountId: account.id, carrier: 'simulated', number: '+15005550102' });
    await pairDevice(core, core.admin, account.id);
    expect(await send(account, real)).toBe(Route.DEVICE);
    expect(await send(account, real, Route.GATEWAY)).toBe('error');
    expect(await send(account, magic, Route.GATEWAY)).toBe(Route.GATEWAY);
  });

  test('the operator sees it, and so does the agent’s log', async () => {
    const { account, simulated } = await trial();
    const detail = async () =>
      (await core.admin.listDevices({ accountId: account.id })).devices.map((device) => device.detail);
    expect(await detail()).toEqual(['']);
    await pairDevice(core, core.admin, account.id);
    expect((await detail())[0]).toMatch(/magic numbers only/);
    // The link opens anew, and its welcome says so.
    for (let second = 0; second < 16; second++) await pass(simulated, 1).catch(() => undefined);
    expect((await simulated.expect('goodbye')).message).toMatch(/magic numbers only/);
  });
});

test('a number on a real carrier is a real way out: what waits for a simulated phone goes nowhere', async () => {
  const { account, simulated } = await trial();
  await core.admin.assignNumber({ accountId: account.id, carrier: 'main', number: '+12015550200' });
  expect(await send(account, real)).toBe(Route.GATEWAY);
  expect(await send(account, real, Route.DEVICE)).toBe('error');
  expect(await send(account, magic)).toBe(Route.DEVICE);
  expect((await simulated.submit()).address).toBe(magic);
});

test('a real phone that is unpaired leaves the account with its simulators', async () => {
  const { account, simulated } = await trial();
  const { deviceId } = await pairDevice(core, core.admin, account.id);
  await core.admin.revokeDevice({ accountId: account.id, deviceId });
  await send(account, real);
  expect((await simulated.submit()).address).toBe(real);
});

test('in production a simulated phone is no way out and is given nothing, not even a magic number', async () => {
  const { account, simulated } = await trial(inProduction);
  expect(await send(account, magic, undefined, inProduction)).toBe('error');
  const { usage } = await inProduction.usage.getUsage({ accountId: account.id });
  expect(usage?.canSend).toBe(false);
  // One that was accepted elsewhere waits.
  await send(account, magic);
  await pass(simulated);
  expect(simulated.waiting('job')).toBe(0);
});

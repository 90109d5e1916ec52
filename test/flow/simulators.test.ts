// Simulated phones and carriers are for accounts without a real route: they are retired as soon as the account gets one.
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { GoodbyeReason } from '../../proto/gen/textrelay/v1/device_link_pb.ts';
import { Route } from '../../proto/gen/textrelay/v1/message_pb.ts';
import type { CarrierConfig } from '../../server/carrier/kind.ts';
import { simulatedKind } from '../../server/carrier/simulated/simulated.ts';
import { SimulatedService } from '../simulation/simulated_service.ts';
import type { TestAccount, TestCore } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import { idleCarrier } from '../support/idle_carrier.ts';
import { pairDevice } from '../support/pairing.ts';
import { RawAgent } from '../support/raw_agent.ts';

const ordinary = '+12015550123';
const magic = '+15005550006';
const agents: RawAgent[] = [];
const carriers: CarrierConfig[] = [
  idleCarrier('main'),
  { name: 'simulated', kind: simulatedKind, priority: 100, sender: null, settings: {} },
];
let service: SimulatedService;
let core: TestCore;
let inspect: ReturnType<typeof openInspector>;

beforeAll(async () => {
  service = await SimulatedService.begin();
  inspect = openInspector(service.databaseUrl);
  core = await service.startCore({ carriers });
});
afterEach(() => {
  for (const agent of agents.splice(0)) agent.socket.terminate();
});
afterAll(async () => {
  await inspect?.end();
  await service.end();
});

const during = <T>(happening: Promise<T>) => service.simulation.during(happening);

/** A link of a device that reports this driver. */
async function link(token: string, driver: string, at = core) {
  const agent = await during(RawAgent.linked(at, token, 'journal-1', 16, { driver }));
  agents.push(agent);
  return agent;
}

/** A device that says it is simulated, and hears that it was unpaired. */
async function linkInVain(token: string, at = core) {
  const agent = new RawAgent(at, token);
  agents.push(agent);
  await once(agent.socket, 'open');
  const hello = { protocolVersion: 1, agentVersion: 'test', driver: 'simulated', journalId: 'journal-1' };
  agent.send({ case: 'hello', value: { ...hello, window: 16 } });
  expect((await during(agent.expect('goodbye'))).reason).toBe(GoodbyeReason.UNPAIRED);
}

/** A trial account as `npm start` makes it: a simulated phone that is linked. */
async function trial() {
  const account = await core.createAccount();
  return { account, simulated: await link(account.deviceToken, 'simulated') };
}

const pair = ({ id }: Pick<TestAccount, 'id'>, at = core) => pairDevice(at, at.admin, id);
const assign = ({ id }: Pick<TestAccount, 'id'>, carrier: string, number: string, at = core) =>
  at.admin.assignNumber({ accountId: id, carrier, number });

async function send({ id }: Pick<TestAccount, 'id'>, address: string, route?: Route, at = core) {
  const texts = [{ accountId: id, address, body: 'hello', ...(route !== undefined && { route }) }];
  const outcome = (await at.messages.sendMessages({ texts })).results[0]?.outcome;
  return outcome?.case === 'accepted' ? outcome.value.message?.route : outcome?.case;
}

const texts = ({ id }: Pick<TestAccount, 'id'>) =>
  inspect`select id::int4 as id, status, route, device_id::int4 as device, attempt from message where account_id = ${id} order by id`;

/** Devices and numbers that the account still has. */
async function routesOf({ id }: Pick<TestAccount, 'id'>) {
  const { devices } = await core.admin.listDevices({ accountId: id });
  const { numbers } = await core.admin.listNumbers({ accountId: id });
  return {
    devices: devices.filter(({ unpairedAt }) => !unpairedAt).map(({ driver }) => driver),
    carriers: numbers.map(({ carrier }) => carrier),
  };
}

/** The agent hears that its device was unpaired. */
async function isUnpaired(agent: RawAgent) {
  expect((await during(agent.expect('goodbye'))).reason).toBe(GoodbyeReason.UNPAIRED);
}

test('an account that has only simulators sends everything by them', async () => {
  const { account, simulated } = await trial();
  expect(await send(account, ordinary)).toBe(Route.DEVICE);
  expect((await during(simulated.submit())).address).toBe(ordinary);
  await assign(account, 'simulated', '+15005550101');
  expect(await send(account, ordinary, Route.GATEWAY)).toBe(Route.GATEWAY);
});

describe('once a real route exists, no text ends at a simulator', () => {
  test('pairing a device unpairs the simulated phone and takes back its carrier’s numbers; texts that wait or that it holds leave by the real one, once', async () => {
    const { account, simulated } = await trial();
    await assign(account, 'simulated', '+15005550102');
    await send(account, ordinary);
    const held = await during(simulated.expect('job'));
    const real = await pair(account);
    // It waits behind the text that the simulated phone held.
    await send(account, ordinary);
    await send(account, magic);
    expect(await routesOf(account)).toEqual({ devices: [''], carriers: [] });
    // The simulated phone has sent its text, and reports it too late.
    simulated.report(held, 1);
    await isUnpaired(simulated);
    expect(simulated.waiting('job')).toBe(0);

    const phone = await link(real.token, 'at-modem');
    const jobs = [await during(phone.submit()), await during(phone.submit()), await during(phone.submit())];
    expect(jobs.map(({ address }) => address).sort()).toEqual([ordinary, ordinary, magic]);
    expect(jobs.find(({ messageId }) => messageId === held.messageId)?.attempt).toBe(held.attempt + 1);
    await service.simulation.idle();
    expect((await texts(account)).map(({ status, device }) => [status, device])).toEqual(
      Array(3).fill(['sent', 2]),
    );
    expect(await send(account, magic, Route.GATEWAY)).toBe('error');
  });

  test('a number on a real carrier unpairs the simulated phone: texts that it holds end, and texts that wait for a phone wait on', async () => {
    const { account, simulated } = await trial();
    await assign(account, 'simulated', '+15005550103');
    await send(account, ordinary);
    const held = await during(simulated.expect('job'));
    simulated.reportState({ ok: false, problem: 1, detail: 'it takes no more' });
    await during(simulated.settled());
    await send(account, ordinary, Route.DEVICE);
    await assign(account, 'main', '+12015550200');
    simulated.report(held, 1);
    await isUnpaired(simulated);
    expect(await routesOf(account)).toEqual({ devices: [], carriers: ['main'] });
    expect(await send(account, magic)).toBe(Route.GATEWAY);
    expect(await send(account, magic, Route.DEVICE)).toBe('error');
    await service.simulation.run('10 s');
    expect((await texts(account))[0]).toMatchObject({ status: 'failed' });
    expect((await texts(account))[1]).toMatchObject({ status: 'queued', route: 'device', device: null });
  });

  test('an account with a real route gets no simulator: neither a phone nor a number', async () => {
    const account = await core.createAccount();
    await link(account.deviceToken, 'at-modem');
    const late = await pair(account);
    await linkInVain(late.token);
    await expect(assign(account, 'simulated', '+15005550104')).rejects.toThrow(/without a real route/);
    expect(await routesOf(account)).toEqual({ devices: ['at-modem'], carriers: [] });
  });

  test('a simulated phone that becomes real retires the account’s simulators, and a real one that becomes simulated is unpaired', async () => {
    const { account } = await trial();
    await assign(account, 'simulated', '+15005550105');
    await link(account.deviceToken, 'at-modem');
    expect(await routesOf(account)).toEqual({ devices: ['at-modem'], carriers: [] });
    const second = await pair(account);
    await link(second.token, 'at-modem');
    await linkInVain(account.deviceToken);
    expect(await routesOf(account)).toEqual({ devices: ['at-modem'], carriers: [] });
  });

  test('a core that starts puts right what a core from before this rule left', async () => {
    const { account, simulated } = await trial();
    await send(account, ordinary);
    const held = await during(simulated.expect('job'));
    await inspect`insert into device (account_id, id, name, token_hash, link_epoch, agent_version, driver, created_at)
      values (${account.id}, 2, 'phone', decode(md5(${String(account.id)}), 'hex'), 1, '', 'at-modem', now())`;
    await inspect`insert into carrier_number values ('simulated', ${`+1500555${account.id}`}, ${account.id}, now())`;
    await (await service.startCore({ carriers })).stop();
    expect(await routesOf(account)).toEqual({ devices: ['at-modem'], carriers: [] });
    expect(await texts(account)).toMatchObject([{ status: 'sending', device: 2, attempt: held.attempt + 1 }]);
  });

  test('a carrier that all accounts share is a real route for each of them', async () => {
    const shared = { ...idleCarrier('shared'), sender: '+12015550777' };
    const before = await service.startCore();
    const account = await before.createAccount();
    await link(account.deviceToken, 'simulated', before);
    await before.stop();
    const after = await service.startCore({ carriers: [shared] });
    const { devices } = await after.admin.listDevices({ accountId: account.id });
    expect(devices.map(({ unpairedAt }) => unpairedAt !== undefined)).toEqual([true]);
    const { token } = await pair(account, after);
    await linkInVain(token, after);
    await after.stop();
  });

  test('in production a simulated phone is no route, not even for a magic number', async () => {
    const inProduction = await service.startCore({ isProduction: true });
    const account = await inProduction.createAccount();
    await linkInVain(account.deviceToken, inProduction);
    expect(await send(account, magic, undefined, inProduction)).toBe('error');
    const { usage } = await inProduction.usage.getUsage({ accountId: account.id });
    expect(usage?.canSend).toBe(false);
    await inProduction.stop();
  });
});

test('a real phone that is unpaired leaves the account without a route; a simulated phone can be paired anew', async () => {
  const { account } = await trial();
  const { deviceId } = await pair(account);
  await core.admin.unpairDevice({ accountId: account.id, id: deviceId });
  expect(await send(account, ordinary)).toBe('error');
  const simulated = await link((await pair(account)).token, 'simulated');
  expect(await send(account, ordinary)).toBe(Route.DEVICE);
  expect((await during(simulated.submit())).address).toBe(ordinary);
});

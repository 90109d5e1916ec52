// What a hub reports of a phone over the link to the core, as gRPC and REST answer it: how work reaches the phone and since when,
// its battery, its model and its app.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readHubConfig } from '../../device-agent/phones/config.ts';
import { type RunningHub, runHub } from '../../device-agent/phones/run_hub.ts';
import { DeviceConnection } from '../../proto/gen/textrelay/v1/device_pb.ts';
import { systemClock } from '../../runtime/clock.ts';
import { createLog } from '../../runtime/log.ts';
import { freePort } from '../../runtime/testing/free_port.ts';
import { until } from '../../runtime/testing/until.ts';
import type { TestAccount } from '../support/core.ts';
import { ScriptedPhone } from '../support/scripted_phone.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { consoleAsk, createUser, type TestUser } from '../support/users.ts';

const dir = mkdtempSync(join(tmpdir(), 'hub-'));
let stack: Stack;
let hub: RunningHub;
let account: TestAccount;
let member: TestUser;

beforeAll(async () => {
  const port = await freePort();
  stack = await startStack({ phoneHubs: new Map([['hub', { host: '127.0.0.1', port }]]) });
  hub = await runHub(
    readHubConfig(dir, {
      TEXTRELAY_HUB_DIR: join(dir, 'phones'),
      TEXTRELAY_HUB_LISTEN: `127.0.0.1:${port}`,
      TEXTRELAY_HUB_CORE: `http://127.0.0.1:${stack.core.device.port}`,
    }),
    { clock: systemClock, log: createLog('hub', 'silent'), agentVersion: 'test' },
  );
  account = await stack.createAccount({ paired: false });
  member = await createUser(stack.databaseUrl, { roles: [[account.id, 'member']] });
});
afterAll(async () => {
  await hub?.stop();
  await stack?.stop();
  rmSync(dir, { recursive: true, force: true });
});

const overGrpc = async () => (await stack.core.admin.listDevices({ accountId: account.id })).devices[0];
const overRest = async () =>
  (await stack.ask(consoleAsk('/devices', member.secret, { account: account.id }))).json.devices[0];

test('a device shows what its phone does and reports, and nothing that is unknown', async () => {
  const { code } = await stack.core.admin.createPairingCode({ accountId: account.id });
  const phone = new ScriptedPhone(`${stack.gateways[0]?.url}/m`);
  expect(await phone.pair(code)).toBe(201);
  expect(await phone.start()).toBe(204);
  const unknown = { signal_percent: null, battery_percent: null, charging: null };
  await until('its hub has linked it', async () => (await overGrpc())?.model === 'Google/oriole');
  expect(await overRest()).toMatchObject({
    ...unknown,
    ...{ connection: null, connection_since: null, app_version: '1.68.0', ok: false },
  });

  const beforeMs = Date.now();
  const stream = await phone.listen();
  await until(
    'it is known to listen',
    async () => (await overGrpc())?.connection === DeviceConnection.LISTENING,
  );
  const listening = await overRest();
  expect(listening).toMatchObject({ ...unknown, ok: true, problem: null });
  const sinceMs = Date.parse(listening.connection_since);
  expect(sinceMs).toBeGreaterThanOrEqual(beforeMs - 1_000);
  expect(sinceMs).toBeLessThanOrEqual(Date.now());

  const checks = {
    'battery:level': { status: 'pass', observedValue: 57, observedUnit: 'percent' },
    'battery:charging': { status: 'pass', observedValue: 3, observedUnit: 'flags' },
  };
  const ping = { health: { status: 'pass', checks, version: '1.68.0', releaseId: 1 } };
  expect(await phone.call(await phone.learn(), ping, { event: 'system:ping' })).toBe(204);
  await until('its battery is known', async () => (await overGrpc())?.batteryPercent === 57);
  expect(await overRest()).toMatchObject({
    charging: true,
    connection: 'listening',
    connection_since: listening.connection_since,
  });
  const device = await overGrpc();
  expect(device).toMatchObject({
    ...{ connection: DeviceConnection.LISTENING, charging: true, batteryPercent: 57 },
    ...{ model: 'Google/oriole', appVersion: '1.68.0' },
  });
  expect(Number(device?.connectionSince?.seconds) * 1_000).toBe(Math.floor(sinceMs / 1_000) * 1_000);

  // What only the hub knew is dropped when the hub is away; what describes the phone stays.
  await hub.stop();
  await until('its hub is away', async () => !(await overGrpc())?.online);
  expect(await overRest()).toMatchObject({
    ...{ connection: null, connection_since: null, model: 'Google/oriole', app_version: '1.68.0' },
  });
  stream.close();
});

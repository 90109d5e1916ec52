import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deviceListenerOf, pairingLines } from '../composition/rpc_listener.ts';
import { readConfig } from '../config/config_core.ts';
import { readStandaloneConfig } from '../config/config_standalone.ts';
import { listProcesses } from './process_list.ts';

const user = { isRoot: false, home: '/home/ada' };
const connection = { core: '127.0.0.1:4100', device: '127.0.0.1:4200', serviceToken: 't'.repeat(20) };
const scripts = { core: 'core.ts', gateway: 'gateway.ts', agent: 'agent.ts' };
const stripe = {
  TEXTRELAY_BILLING: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_canary4711',
  STRIPE_WEBHOOK_SECRET: 'whsec_canary4712',
  TEXTRELAY_STRIPE_PRICES: 'starter=a,growth=b,pro=c',
};

test("the provider's secrets and the database's address reach the core only", async () => {
  const config = await readStandaloneConfig(stripe, user);
  const { core, gateway, agent, pairing } = listProcesses(scripts, config, connection);
  expect(core('postgres://canary4713/x').environment).toMatchObject({
    ...stripe,
    DATABASE_URL: 'postgres://canary4713/x',
  });
  for (const { environment } of [gateway, agent, pairing('code')])
    expect(JSON.stringify(environment)).not.toContain('canary');
});

test('the carriers file and the variables that it names reach the core only', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'carriers-'));
  const path = join(folder, 'canary4714.json');
  const named = { host: 'smsc.example', port: 2775, system_id: 'shop', password: 'env:MAIN_PASSWORD' };
  const carrier = { name: 'main', kind: 'smpp', ...named };
  writeFileSync(path, JSON.stringify({ carriers: [carrier] }));
  try {
    const given = { TEXTRELAY_CARRIERS_FILE: path, MAIN_PASSWORD: 'canary15' };
    const config = await readStandaloneConfig(given, user);
    const { core, gateway, agent, pairing } = listProcesses(scripts, config, connection);
    expect(core('').environment).toMatchObject({ ...given, TEXTRELAY_SIMULATED_CARRIER: 'false' });
    for (const { environment } of [gateway, agent, pairing('code')]) {
      expect(JSON.stringify(environment)).not.toContain('canary');
      expect(environment).not.toHaveProperty('TEXTRELAY_SIMULATED_CARRIER');
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.each([
  [{}, 'true'],
  [{ TEXTRELAY_SIMULATED_CARRIER: 'false' }, 'false'],
  [{ NODE_ENV: 'production' }, 'false'],
])('with %j the simulated carrier is offered: %s', async (given, offered) => {
  const { core } = listProcesses(scripts, await readStandaloneConfig(given, user), connection);
  expect(core('').environment.TEXTRELAY_SIMULATED_CARRIER).toBe(offered);
});

test('links lead to the gateway, and the provider is the sandbox, unless something else is said', async () => {
  const environmentOf = async (given: NodeJS.ProcessEnv) =>
    listProcesses(scripts, await readStandaloneConfig(given, user), connection).core('').environment;
  expect(await environmentOf({})).toMatchObject({
    TEXTRELAY_BILLING: 'sandbox',
    TEXTRELAY_PUBLIC_URL: 'http://127.0.0.1:8080',
  });
  expect(await environmentOf({ TEXTRELAY_PUBLIC_URL: 'https://texts.example' })).toMatchObject({
    TEXTRELAY_PUBLIC_URL: 'https://texts.example',
  });
});

test('the lines that pair a device name the address that the operator gave', async () => {
  const given = { TEXTRELAY_DEVICE_PUBLIC_URL: 'https://devices.example:4200' };
  const { core } = listProcesses(scripts, await readStandaloneConfig(given, user), connection);
  const config = readConfig(core('postgres://x@127.0.0.1/x').environment);
  const { addresses, commands } = pairingLines(
    deviceListenerOf(config, config.deviceListen),
    config.publicUrl,
    'CODE',
  );
  expect(addresses).toEqual([given.TEXTRELAY_DEVICE_PUBLIC_URL]);
  expect(commands).toContain('npm run agent -- pair https://devices.example:4200 CODE');
});

import { expect, test } from 'vitest';
import { readStandaloneConfig } from '../config_standalone.ts';
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

test("the provider's secrets and the database's address reach the core only", () => {
  const config = readStandaloneConfig(stripe, user);
  const { core, gateway, agent, pairing } = listProcesses(
    scripts,
    config,
    connection,
    'postgres://canary4713/x',
  );
  expect(core.environment).toMatchObject({ ...stripe, DATABASE_URL: 'postgres://canary4713/x' });
  for (const { environment } of [gateway, agent, pairing('code')])
    expect(JSON.stringify(environment)).not.toContain('canary');
});

test('links lead to the gateway, and the provider is the sandbox, unless something else is said', () => {
  const environmentOf = (given: NodeJS.ProcessEnv) =>
    listProcesses(scripts, readStandaloneConfig(given, user), connection, '').core.environment;
  expect(environmentOf({})).toMatchObject({
    TEXTRELAY_BILLING: 'sandbox',
    TEXTRELAY_PUBLIC_URL: 'http://127.0.0.1:8080',
  });
  expect(environmentOf({ TEXTRELAY_PUBLIC_URL: 'https://texts.example' })).toMatchObject({
    TEXTRELAY_PUBLIC_URL: 'https://texts.example',
  });
});

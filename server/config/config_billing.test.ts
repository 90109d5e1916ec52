import { expect, test } from 'vitest';
import { readBillingConfig } from './config_billing.ts';
import { readConfig } from './config_core.ts';
import { readStandaloneConfig } from './config_standalone.ts';

const usual = { provider: 'none' as const, publicUrl: 'http://127.0.0.1:8080' };
const stripe = {
  TEXTRELAY_BILLING: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_canary4711',
  STRIPE_WEBHOOK_SECRET: 'whsec_canary4712',
  TEXTRELAY_STRIPE_PRICES: 'starter=price_a, growth=price_b,pro=price_c',
};
const errorsOf = (environment: NodeJS.ProcessEnv) => readBillingConfig(environment, usual).errors;

test('without any variable there is no provider', () => {
  expect(readBillingConfig({}, usual)).toEqual({
    billing: { provider: 'none' },
    publicUrl: 'http://127.0.0.1:8080',
    errors: [],
  });
});

test('Stripe is read whole', () => {
  const { billing, errors } = readBillingConfig(stripe, usual);
  expect(errors).toEqual([]);
  expect(billing).toMatchObject({ provider: 'stripe', secretKey: 'sk_test_canary4711', apiUrl: undefined });
  expect(billing).toMatchObject({
    downgradeCredit: 'always',
    prices: [
      { plan: 'starter', price: 'price_a' },
      { plan: 'growth', price: 'price_b' },
      { plan: 'pro', price: 'price_c' },
    ],
  });
});

test('what Stripe needs is demanded only with Stripe, all at once', () => {
  expect(
    errorsOf({ TEXTRELAY_BILLING: 'stripe', STRIPE_SECRET_KEY: '' }).map((line) => line.split(' ')[0]),
  ).toEqual(['TEXTRELAY_STRIPE_PRICES', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']);
  expect(errorsOf({ TEXTRELAY_BILLING: 'sandbox' })).toEqual([]);
});

test.each([
  ['a plan that is missing', 'starter=a,growth=b'],
  ['a plan that is none', 'starter=a,growth=b,free=c'],
  ['a price that is there twice', 'starter=a,growth=b,pro=b'],
  ['no price', 'starter=a,growth=b,pro='],
])('prices with %s are an error', (_name, prices) => {
  expect(errorsOf({ ...stripe, TEXTRELAY_STRIPE_PRICES: prices })).toHaveLength(1);
});

test('a plan may have more prices than the one that is sold', () => {
  const { billing } = readBillingConfig(
    { ...stripe, TEXTRELAY_STRIPE_PRICES: 'starter=a,growth=b,pro=c,pro=d' },
    usual,
  );
  expect(billing).toMatchObject({
    prices: [{}, {}, { plan: 'pro', price: 'c' }, { plan: 'pro', price: 'd' }],
  });
});

test('a credit that is none is an error', () => {
  expect(errorsOf({ ...stripe, TEXTRELAY_STRIPE_DOWNGRADE_CREDIT: 'sometimes' })).toHaveLength(1);
});

test('a secret that is wrong is not quoted', () => {
  const errors = errorsOf({ ...stripe, STRIPE_SECRET_KEY: 'canary1', STRIPE_WEBHOOK_SECRET: 'canary2' });
  expect(errors).toHaveLength(2);
  expect(errors.join()).not.toContain('canary');
});

test.each(['ftp://x', 'texts.example', 'https://texts.example/?a=b', 'https://a:b@texts.example'])(
  'the public address %s is an error',
  (address) => {
    expect(errorsOf({ TEXTRELAY_PUBLIC_URL: address })).toHaveLength(1);
  },
);

test('the public address loses its last slash', () => {
  expect(readBillingConfig({ TEXTRELAY_PUBLIC_URL: 'https://texts.example/' }, usual).publicUrl).toBe(
    'https://texts.example',
  );
});

test('the sandbox is refused in production, in one line, by the core and by the one-command start', async () => {
  const environment = { NODE_ENV: 'production', TEXTRELAY_BILLING: 'sandbox' };
  const user = { isRoot: false, home: '/home/ada' };
  expect(errorsOf(environment)).toEqual([expect.stringMatching(/^TEXTRELAY_BILLING must not be sandbox/)]);
  const needed = { DATABASE_URL: 'postgres://x/y', TEXTRELAY_SERVICE_TOKEN: 'x'.repeat(20) };
  expect(() => readConfig({ ...needed, ...environment })).toThrow(
    /^TEXTRELAY_BILLING must not be sandbox.*$/,
  );
  await expect(readStandaloneConfig(environment, user)).rejects.toThrow(
    /^TEXTRELAY_BILLING must not be sandbox.*$/,
  );
  expect((await readStandaloneConfig({}, user)).provider).toBe('sandbox');
  expect((await readStandaloneConfig({ NODE_ENV: 'production' }, user)).provider).toBe('none');
});

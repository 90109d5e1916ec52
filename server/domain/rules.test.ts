// The small pure rules: months, tiers, secrets, failures, usage.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  cleanPairingCode,
  createPairingCode,
  createRandomId,
  createSecret,
  hashSecret,
  isWellFormedSecret,
  secretHint,
  showPairingCode,
} from './keys/api_key.ts';
import { failureFromDevice } from './messages/message.ts';
import { monthOf, nextMonthMs, quotaMonth } from './plans/month.ts';
import { usageOf } from './plans/quota.ts';
import { defaultTiers, readTiers } from './plans/tier.ts';

const instant = fc.date({
  min: new Date('1970-01-01T00:00:00Z'),
  max: new Date('2199-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});

test('every instant lies in its month, and the next month starts at its end', () => {
  fc.assert(
    fc.property(instant, (at) => {
      const startMs = Date.parse(`${monthOf(at.getTime())}T00:00:00.000Z`);
      const endMs = nextMonthMs(at.getTime());
      expect(startMs).toBeLessThanOrEqual(at.getTime());
      expect(endMs).toBeGreaterThan(at.getTime());
      expect(monthOf(endMs - 1)).toBe(monthOf(at.getTime()));
      expect(monthOf(endMs) > monthOf(at.getTime())).toBe(true);
    }),
  );
});

test('a secret is well formed, and stops being so when any one character changes', () => {
  const secret = createSecret('svc_live_');
  expect(secret).toMatch(/^svc_live_[0-9A-Za-z]{36}$/);
  expect(isWellFormedSecret('svc_live_', secret)).toBe(true);
  expect(isWellFormedSecret('svc_platform_', secret)).toBe(false);
  for (let index = 0; index < secret.length; index++) {
    const other = secret[index] === 'x' ? 'y' : 'x';
    expect(isWellFormedSecret('svc_live_', secret.slice(0, index) + other + secret.slice(index + 1))).toBe(
      false,
    );
  }
});

test('secrets do not repeat, and a hint or hash does not hold one', () => {
  const secrets = Array.from({ length: 1000 }, () => createSecret('svc_live_'));
  expect(new Set(secrets).size).toBe(1000);
  const [secret = ''] = secrets;
  expect(hashSecret(secret)).toMatch(/^[0-9a-f]{64}$/);
  expect(secretHint('svc_live_', secret)).toBe(`svc_live_...${secret.slice(-4)}`);
});

test('a pairing code is ten digits for fields that take nothing else, and people may write it their way', () => {
  const codes = new Set(Array.from({ length: 200 }, () => createPairingCode()));
  expect(codes.size).toBe(200);
  for (const code of codes) {
    expect(code).toMatch(/^\d{10}$/);
    expect(showPairingCode(code)).toMatch(/^\d{5} \d{5}$/);
    for (const typed of [showPairingCode(code), ` ${code.slice(0, 3)}-${code.slice(3)} `])
      expect(cleanPairingCode(typed)).toBe(code);
  }
});

test('account ids are random and fit the header that names them', () => {
  fc.assert(
    fc.property(fc.constant(null), () => {
      expect(String(createRandomId())).toMatch(/^[1-9]\d{11}$/);
    }),
  );
});

test('a failure from a device always has one of the stable prefixes', () => {
  expect(failureFromDevice('rejected_by_network: no')).toBe('rejected_by_network: no');
  expect(failureFromDevice('boom')).toBe('device_failed: boom');
  expect(failureFromDevice('')).toBe('device_failed: the device gave no reason');
  expect(failureFromDevice('x\u0000'.repeat(400)).length).toBeLessThanOrEqual(400);
});

const nowMs = Date.parse('2026-03-10T12:00:00Z');
const account = {
  plan: 'starter',
  subscriptionStatus: 'active',
  exempt: false,
  period: '2026-03-01',
  textsUsed: 3,
  hasRoute: true,
  isSuspended: false,
};

test.each([
  [{}, { reason: 'ok', textsUsed: 3, textsCap: 500 }],
  [{ textsUsed: 499 }, { reason: 'ok' }],
  [{ textsUsed: 500 }, { reason: 'cap_reached' }],
  [
    { period: '2026-02-01', textsUsed: 500 },
    { reason: 'ok', textsUsed: 0 },
  ],
  [
    { plan: null, subscriptionStatus: null },
    { reason: 'no_plan', textsCap: 0 },
  ],
  [{ isSuspended: true, exempt: true }, { reason: 'account_suspended' }],
  [{ subscriptionStatus: 'canceled' }, { reason: 'no_subscription' }],
  [{ subscriptionStatus: 'unpaid' }, { reason: 'no_subscription' }],
  [{ subscriptionStatus: 'past_due' }, { reason: 'ok' }],
  [{ subscriptionStatus: 'trialing' }, { reason: 'ok' }],
  [{ hasRoute: false }, { reason: 'no_route' }],
  [
    { exempt: true, plan: null, subscriptionStatus: null, textsUsed: 9999 },
    { reason: 'ok', textsCap: null, subscriptionStatus: 'exempt' },
  ],
  [{ exempt: true, hasRoute: false }, { reason: 'no_route' }],
])('usage explains itself: %j', (change, expected) => {
  expect(usageOf({ ...account, ...change }, defaultTiers, quotaMonth(nowMs))).toMatchObject(expected);
});

test('the operator’s tiers are read, and every error in them is named', () => {
  const good = {
    tiers: defaultTiers.map(({ plan, name, textsCap, priceCents, currency }) => ({
      plan,
      name,
      texts_cap: textsCap,
      price_cents: priceCents,
      currency,
    })),
  };
  expect(readTiers(JSON.stringify(good))).toEqual({ tiers: defaultTiers });
  expect(readTiers('{')).toEqual({ errors: ['is not JSON'] });
  expect(readTiers('[]')).toEqual({ errors: ['must have a list "tiers"'] });
  const bad = {
    tiers: [{ ...good.tiers[0], texts_cap: 0, currency: 'USD' }, good.tiers[1], good.tiers[1], 7],
  };
  expect(readTiers(JSON.stringify(bad))).toEqual({
    errors: [
      'tiers[0].texts_cap is not a whole number of 1 or more',
      'tiers[0].currency is not like "usd"',
      'tiers[2].plan is given twice',
      'tiers[3] is not an object',
      'plan pro is missing',
    ],
  });
});

// POST /api/v1/plan while no payment provider is configured: what is judged before the provider would be asked.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Stack, startStack } from '../support/stack.ts';

const path = '/api/v1/plan';
let stack: Stack;

beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const outcome = ({ status, json }: { status: number; json: { code: string } }) => [status, json.code];

test.each(['starter', 'growth', 'pro'])(
  'plan %s is billing_disabled and changes nothing, on a plan and without one',
  async (plan) => {
    for (const current of ['', 'starter', 'pro']) {
      const { key } = await stack.createAccount({ plan: current });
      expect(outcome(await stack.post(path, key, { plan }))).toEqual([503, 'billing_disabled']);
      expect((await stack.get('/api/v1/usage', key)).json.plan).toBe(current === '' ? null : current);
    }
  },
);

test('an exempt account is exempt_account', async () => {
  const { key } = await stack.createAccount({ exempt: true, plan: '' });
  expect(outcome(await stack.post(path, key, { plan: 'pro' }))).toEqual([409, 'exempt_account']);
});

test.each([
  '',
  'free',
  'Pro',
  'PRO',
  ' pro',
  'pro ',
  'constructor',
  '__proto__',
  'x'.repeat(10_000),
  'pro\n',
])('the plan %j is unknown_plan, for an exempt account too', async (plan) => {
  for (const exempt of [false, true]) {
    const { key } = await stack.createAccount({ exempt });
    const answer = await stack.post(path, key, { plan });
    expect(outcome(answer)).toEqual([400, 'unknown_plan']);
    expect(answer.text.length).toBeLessThan(200);
  }
});

describe('a request body', () => {
  test.each([
    ['no plan', {}],
    ['a plan that is null', { plan: null }],
    ['a plan that is a number', { plan: 1 }],
    ['a plan in a list', { plan: ['pro'] }],
    ['a plan with U+0000', { plan: 'pro\u0000' }],
    ['a plan by another name', { tier: 'pro' }],
    ['a plan that is inherited', '{"__proto__":{"plan":"pro"}}'],
    ['half a surrogate pair', '{"plan":"\\ud800"}'],
    ['a list', []],
    ['a word', '"pro"'],
    ['null', 'null'],
    ['nothing', ''],
    ['broken JSON', '{"plan":"pro"'],
  ])('a request body with %s is 400', async (_name, body) => {
    const { key } = await stack.createAccount();
    expect(outcome(await stack.post(path, key, body))).toEqual([400, 'invalid_request']);
  });

  test('a request body of another type is 415, and over 64 KiB is 413', async () => {
    const { key } = await stack.createAccount();
    const typed = await stack.post(path, key, 'plan=pro', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(outcome(typed)).toEqual([415, 'invalid_request']);
    const start = '{"plan":"pro","padding":"';
    const sized = (bytes: number) => `${start}${'p'.repeat(bytes - start.length - 2)}"}`;
    expect((await stack.post(path, key, sized(65_536))).status).toBe(503);
    expect(outcome(await stack.post(path, key, sized(65_537)))).toEqual([413, 'invalid_request']);
  });
});

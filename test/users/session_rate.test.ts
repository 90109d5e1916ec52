// The console's endpoints take 600 requests a minute from a session at each gateway. Reads and changes, with and without
// an account, count alike.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultLimits } from '../../gateway/limits.ts';
import type { TestAccount } from '../support/core.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { consoleAsk, createUser, type TestUser } from '../support/users.ts';

let stack: Stack;
let account: TestAccount;
const member = (): Promise<TestUser> => createUser(stack.databaseUrl, { roles: [[account.id, 'member']] });

beforeAll(async () => {
  stack = await startStack({ gateways: 2 });
  account = await stack.createAccount();
});
afterAll(() => stack?.stop());

test('600 requests of a session are answered, the 601st is 429, and others go on', async () => {
  expect(defaultLimits.requestsOfSession).toBe(600);
  const [busy, calm] = [await member(), await member()];
  const asks = [
    consoleAsk('/console/me', busy.secret),
    consoleAsk('/console/me', busy.secret, { method: 'PATCH', body: { name: 'Busy' } }),
    consoleAsk('/threads/unread', busy.secret, { account: account.id }),
    // The core refused this one, and it counts because the core was asked.
    consoleAsk('/keys', busy.secret, { account: account.id }),
  ];
  const statuses = new Map<number, number>();
  for (let round = 0; round < 600 / 40; round++) {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => stack.ask(asks[index % asks.length] as (typeof asks)[0])),
    );
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect(Object.fromEntries(statuses)).toEqual({ 200: 450, 403: 150 });
  for (const ask of asks) {
    const { status, json, headers } = await stack.ask(ask);
    expect([status, json.code]).toEqual([429, 'rate_limited']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
  }
  expect((await stack.ask(consoleAsk('/console/me', calm.secret))).status).toBe(200);
  expect((await stack.ask(consoleAsk('/console/me', busy.secret), 1)).status).toBe(200);
  // A person who has used up their requests can still sign out.
  expect((await stack.ask(consoleAsk('/console/sign-out', busy.secret, { method: 'POST' }))).status).toBe(
    200,
  );
});

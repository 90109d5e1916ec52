// A key is revoked while its long-poll is open: the wait ends like every request with that key, and no
// text is given out to it, whichever replica revoked the key.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ManualClock } from '../../runtime/testing/manual_clock.ts';
import { until } from '../../runtime/testing/until.ts';
import type { TestAccount, TestCore } from '../support/core.ts';
import { type Stack, startStack } from '../support/stack.ts';

const path = '/api/v1/messages?wait=25';
const clock = new ManualClock();
let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ cores: 2, gateways: 2, gatewayClock: clock });
});
afterAll(() => stack?.stop());

const waiting = (count: number, gateway = 0) =>
  until(async () => (await stack.metric('textrelay_gateway_waiting', gateway)) === count);

/** Revokes the account's first key. */
async function revoke({ id }: TestAccount, { admin }: TestCore): Promise<void> {
  const { keys } = await admin.listKeys({ accountId: id });
  await admin.revokeKey({ accountId: id, keyId: keys[0]?.id ?? 0n });
}

test('an open wait ends with 401 within a second, on every gateway', async () => {
  const [account, other] = [await stack.createAccount(), await stack.createAccount()];
  const polls = [0, 1].map((gateway) => stack.ask({ path, key: account.key }, gateway));
  const bystander = stack.ask({ path, key: other.key });
  await waiting(2);
  await waiting(1, 1);
  await revoke(account, stack.cores[1] as TestCore);
  clock.advance(1_000);
  for (const poll of polls) {
    const { status, json } = await poll;
    expect([status, json.code]).toEqual([401, 'invalid_api_key']);
  }
  // The others wait on.
  await waiting(1);
  await stack.send(other);
  expect((await bystander).json.messages).toHaveLength(1);
});

test('no text is given out with a key that was revoked before it arrived', async () => {
  for (const core of stack.cores) {
    const account = await stack.createAccount();
    const second = await stack.createKey(account);
    const poll = stack.ask({ path, key: account.key });
    const bystander = stack.ask({ path, key: second });
    await waiting(2);
    await revoke(account, core);
    // The text wakes both waits. The gateways do not check the keys before, because their clock stands still.
    await stack.send({ key: second }, { body: 'for those who may' });
    const { status, text } = await poll;
    expect([status, text.includes('for those who may')]).toEqual([401, false]);
    expect((await bystander).json.messages).toHaveLength(1);
  }
});

test('a wait is judged without counting a request', async () => {
  const account = await stack.createAccount();
  const poll = stack.ask({ path, key: account.key });
  await waiting(1);
  for (let second = 0; second < 5; second++) clock.advance(1_000);
  await stack.send({ key: await stack.createKey(account) });
  expect((await poll).json.messages).toHaveLength(1);
  const { headers } = await stack.get('/api/v1/usage', account.key);
  expect(headers.ratelimit).toMatch(/;r=118;/);
});

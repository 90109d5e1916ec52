// A key is revoked while its long-poll is open: the wait ends like every request with that key, and no
// text is given out to it, whichever replica revoked the key.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SimulatedService } from '../simulation/simulated_service.ts';
import type { TestAccount, TestCore } from '../support/core.ts';
import { type Stack, startStack } from '../support/stack.ts';

const path = '/api/v1/messages?wait=25';
/** The least time between two notifications of a core to the others. */
const notifySpacingMs = 20;
let service: SimulatedService;
let stack: Stack;

beforeAll(async () => {
  service = await SimulatedService.begin();
  stack = await startStack({ service, cores: 2, gateways: 2 });
});
afterAll(async () => {
  await stack?.stop();
  await service?.end();
});

async function waiting(count: number, gateway = 0): Promise<void> {
  await service.simulation.idle();
  expect(await stack.metric('textrelay_gateway_waiting', gateway)).toBe(count);
}

/** Revokes the account's first key. */
async function revoke({ id }: TestAccount, { admin }: TestCore): Promise<void> {
  const { keys } = await admin.listKeys({ accountId: id });
  await admin.revokeKey({ accountId: id, id: keys[0]?.id ?? 0n });
}

test('an open wait ends with 401 within a second, on every gateway', async () => {
  const [account, other] = [await stack.createAccount(), await stack.createAccount()];
  const polls = [0, 1].map((gateway) => stack.begin({ path, key: account.key }, gateway));
  const bystander = stack.begin({ path, key: other.key });
  await waiting(2);
  await waiting(1, 1);
  await revoke(account, stack.cores[1] as TestCore);
  const { simulation } = service;
  const untilMs = simulation.time.nowMs() + 1_000;
  for (const poll of polls) {
    const { status, json } = await simulation.during(poll);
    expect([status, json.code]).toEqual([401, 'invalid_api_key']);
  }
  expect(simulation.time.nowMs()).toBeLessThanOrEqual(untilMs);
  // The others wait on.
  await waiting(1);
  await stack.send(other);
  expect((await simulation.during(bystander)).json.messages).toHaveLength(1);
});

test('no text is given out with a key that was revoked before it arrived', async () => {
  for (const core of stack.cores) {
    const account = await stack.createAccount();
    const second = await stack.createKey(account);
    const poll = stack.begin({ path, key: account.key });
    const bystander = stack.begin({ path, key: second });
    await waiting(2);
    // A core that notified nobody for so long does so at once.
    await service.simulation.run(notifySpacingMs);
    await revoke(account, core);
    // The text wakes both waits. The gateways do not check the keys before, because no time passes.
    await stack.send({ key: second }, { body: 'for those who may' });
    await service.simulation.idle();
    const { status, text } = await poll;
    expect([status, text.includes('for those who may')]).toEqual([401, false]);
    expect((await bystander).json.messages).toHaveLength(1);
  }
});

test('a wait is judged without counting a request', async () => {
  const account = await stack.createAccount();
  const poll = stack.begin({ path, key: account.key });
  await waiting(1);
  await service.simulation.run('5 s');
  await stack.send({ key: await stack.createKey(account) });
  expect((await service.simulation.during(poll)).json.messages).toHaveLength(1);
  const { headers } = await stack.get('/api/v1/usage', account.key);
  expect(headers.ratelimit).toMatch(/;r=118;/);
});

// Keys of the sandbox: their texts end at simulators, whatever real routes the account has, in production as well.
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Role } from '../../proto/gen/textrelay/v1/user_pb.ts';
import { type CarrierConfig, defineCarrierKind } from '../../server/carrier/kind.ts';
import { sandboxCarrier, sandboxIdOf } from '../../server/domain/accounts/sandbox.ts';
import { SimulatedService } from '../simulation/simulated_service.ts';
import type { TestAccount } from '../support/core.ts';
import { policyOf } from '../support/limited_keys.ts';
import { RawAgent } from '../support/raw_agent.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { consoleAsk, createUser } from '../support/users.ts';

const echo = '+15005550011';
const ordinary = '+12015550123';

/** Texts that reached real carriers. */
const submitted: string[] = [];
const realKind = defineCarrierKind({
  kind: 'real',
  settings: Type.Object({}),
  create: () => ({
    caps: { unit: 'message', receipts: false, window: 10 },
    start: (_sink, onCapacity) => onCapacity(),
    capacity: () => 10,
    async submit({ recipient, name, part }) {
      submitted.push(recipient);
      return { kind: 'accepted', ref: `${name}.${part}` };
    },
    health: () => ({ up: true, detail: '' }),
    stop: async () => undefined,
  }),
});
/** It has a sender for every account, also for those of the sandbox. */
const real: CarrierConfig = {
  name: 'main',
  kind: realKind,
  priority: 1,
  sender: '+12015550100',
  settings: {},
};

let service: SimulatedService;
let stack: Stack;
let agent: RawAgent;
let account: TestAccount;
let sandbox: { id: bigint; key: string };

const openSandbox = async ({ id }: Pick<TestAccount, 'id'>) => {
  const { key, secret } = await stack.core.admin.createKey({ accountId: id, sandbox: true });
  return { id: key?.sandboxAccount ?? 0n, keyId: key?.id ?? 0n, key: secret };
};

beforeAll(async () => {
  service = await SimulatedService.begin();
  stack = await startStack({ service, carriers: [real], isProduction: true });
  account = await stack.createAccount();
  agent = await service.simulation.during(RawAgent.linked(stack.core, account.deviceToken));
  sandbox = await openSandbox(account);
});
afterAll(async () => {
  agent?.socket.terminate();
  await stack?.stop();
  await service?.end();
});

interface Text {
  id: number;
  seq: number;
  direction: string;
  body: string;
  status: string;
}
const feedOf = async (key: string) =>
  (await stack.get('/api/v1/messages?limit=500', key)).json.messages as Text[];
const usedBy = async (key: string) => (await stack.get('/api/v1/usage', key)).json.texts_used;

describe('a key of the sandbox', () => {
  test('reaches no device and no carrier by any route, and costs no quota; the simulator delivers and answers', async () => {
    for (const route of [undefined, 'device', 'gateway'])
      await stack.send(sandbox, { address: echo, body: String(route), ...(route && { route }) });
    const texts = [1, 2, 3].map((n) => ({ address: ordinary, body: `batch ${n}` }));
    await stack.post('/api/v1/messages/batch', sandbox.key, { texts });
    await service.simulation.run('2 s');
    const feed = await feedOf(sandbox.key);
    const states = feed.filter(({ direction }) => direction === 'out').map(({ status }) => status);
    expect(states).toEqual(Array(6).fill('delivered'));
    expect(feed.filter(({ body }) => body.startsWith('You said: '))).toHaveLength(3);
    expect([submitted, agent.waiting('job')]).toEqual([[], 0]);
    expect([await usedBy(account.key), await feedOf(account.key)]).toEqual([0, []]);

    // The account's own texts leave by both routes; otherwise their silence would prove nothing.
    await stack.send(account, { address: ordinary, route: 'device' });
    await stack.send(account, { address: ordinary, route: 'gateway' });
    await service.simulation.run('1 s');
    expect((await agent.submit()).address).toBe(ordinary);
    expect(submitted).toEqual([ordinary]);
    expect(await usedBy(account.key)).toBe(2);
  });

  test('and the account do not see each other’s texts, in either direction: each is 404 to the other', async () => {
    const mine = (await stack.send(account, { client_ref: 'one' })).json.message as Text;
    const played = (await stack.send(sandbox, { client_ref: 'one', body: 'played' })).json.message as Text;
    for (const [reader, own, other] of [
      [sandbox, played, mine],
      [account, mine, played],
    ] as const) {
      const feed = await feedOf(reader.key);
      expect(feed.some(({ body }) => body === own.body)).toBe(true);
      expect(feed.some(({ body }) => body === other.body)).toBe(false);
      const unseen = Math.max(...feed.map(({ id }) => id)) + 1;
      for (const path of ['', '/events', '/outcome'])
        expect((await stack.get(`/api/v1/messages/${unseen}${path}`, reader.key)).status).toBe(404);
      const named = reader === sandbox ? account.id : sandbox.id;
      const foreign = await stack.get('/api/v1/messages', reader.key, { 'x-svc-account': String(named) });
      expect([foreign.status, foreign.json.code]).toEqual([404, 'not_found']);
    }
  });

  test('is named as such by GET /me and the list of keys, and has a policy and is revoked like any other key', async () => {
    const limited = await stack.core.admin.createKey({
      accountId: account.id,
      ...{ sandbox: true, policy: policyOf({ scopes: [1, 2], recipients: [ordinary] }) },
    });
    const me = (await stack.get('/api/v1/me', limited.secret)).json;
    expect([me.key.sandbox, me.account.id]).toEqual([true, Number(sandbox.id)]);
    expect((await stack.get('/api/v1/me', account.key)).json.key.sandbox).toBe(false);
    const refused = await stack.post('/api/v1/messages', limited.secret, { address: echo, body: 'x' });
    expect([refused.status, refused.json.code]).toEqual([403, 'recipient_not_allowed']);
    expect((await stack.post('/api/v1/plan', sandbox.key, { plan: 'starter' })).json.code).toBe(
      'exempt_account',
    );

    const { keys } = await stack.core.admin.listKeys({ accountId: account.id });
    expect(keys.map(({ id }) => id)).toEqual(keys.map((_key, index) => BigInt(index + 1)));
    expect(keys.map(({ sandboxAccount }) => sandboxAccount)).toEqual([undefined, sandbox.id, sandbox.id]);
    const keyId = limited.key?.id ?? 0n;
    await service.simulation.run('2 s');
    const { refusals } = await stack.core.admin.listKeyRefusals({ accountId: account.id, id: keyId });
    expect(refusals.map(({ code }) => code)).toContain('recipient_not_allowed');
    await stack.core.admin.revokeKey({ accountId: account.id, id: keyId });
    expect((await stack.get('/api/v1/me', limited.secret)).status).toBe(401);
  });

  test('works at /mcp', async () => {
    const call = { name: 'send_text', arguments: { address: ordinary, body: 'by a tool' } };
    const asked = fetch(`${stack.gateways[0]?.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${sandbox.key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }),
    });
    const answer = await service.simulation.during(asked.then((each) => each.text()));
    expect(answer).toContain('by a tool');
    expect((await feedOf(sandbox.key)).some(({ body }) => body === 'by a tool')).toBe(true);
  });
});

describe('a sandbox', () => {
  test('is in no list of accounts, and gets no device, number, key, platform, person or sandbox of its own', async () => {
    const { admin } = stack.core;
    const { accounts } = await admin.listAccounts({ limit: 500 });
    expect(accounts.map(({ id }) => id)).toContain(account.id);
    expect(accounts.map(({ id }) => id)).not.toContain(sandbox.id);
    const accountId = sandbox.id;
    const { key } = await admin.createPlatformKey({ name: 'Integrator' });
    const asked = [
      () => admin.createPairingCode({ accountId }),
      () => admin.assignNumber({ accountId, carrier: 'main', number: '+12015550177' }),
      () => admin.createKey({ accountId }),
      () => admin.createKey({ accountId, sandbox: true }),
      () => admin.updateAccount({ accountId, exempt: false }),
      () => admin.suspendAccount({ accountId, reason: 'x' }),
      () => admin.linkPlatform({ accountId, id: key?.id ?? 0n }),
      () => admin.inviteUser({ accountId, email: 'a@example.com', role: Role.MEMBER }),
    ];
    for (const ask of asked) await expect(ask()).rejects.toThrow(/not_found|not found|no such/i);
    for (const ask of [
      () => admin.assignNumber({ accountId: account.id, carrier: sandboxCarrier, number: 'Mine' }),
      () => admin.releaseNumber({ carrier: sandboxCarrier, number: 'S0000000001' }),
    ])
      await expect(ask()).rejects.toThrow();
    expect((await admin.listCarriers({})).carriers.map(({ name }) => name)).toEqual(['main']);
    expect((await admin.listAllNumbers({})).numbers.map(({ carrier }) => carrier)).not.toContain(
      sandboxCarrier,
    );
  });

  test('exists once, and is suspended with its account, even when keys are made and the account suspended at the same time', async () => {
    const owner = await stack.createAccount();
    const made = [1, 2, 3, 4].map(() => openSandbox(owner));
    const suspended = stack.core.admin.suspendAccount({ accountId: owner.id, reason: 'x' });
    const keys = await Promise.all([...made, ...[5, 6, 7, 8].map(() => openSandbox(owner))]);
    await suspended;
    expect(new Set(keys.map(({ id }) => id))).toEqual(new Set([sandboxIdOf(owner.id)]));
    expect(new Set(keys.map(({ keyId }) => keyId)).size).toBe(8);
    for (const { key } of keys)
      expect((await stack.post('/api/v1/messages', key, { address: echo, body: 'x' })).json.code).toBe(
        'account_suspended',
      );
    await stack.core.admin.resumeAccount({ accountId: owner.id });
    await stack.core.admin.updateAccount({ accountId: owner.id, country: 'DE' });
    const [one] = keys as unknown as [{ key: string }];
    const sent = await stack.post('/api/v1/messages', one.key, { address: '0151 12345678', body: 'x' });
    expect(sent.json.message.address_norm).toBe('+4915112345678');
  });

  test('has the people of its account, and nobody else', async () => {
    const member = await createUser(stack.databaseUrl, { roles: [[account.id, 'member']] });
    const other = await createUser(stack.databaseUrl);
    const enter = (user: { secret: string }) =>
      stack.ask(consoleAsk(`/console/accounts/${sandbox.id}/switch`, user.secret, { method: 'POST' }));
    const entered = await enter(member);
    expect(entered.json.account).toMatchObject({ role: 'member', sandbox_of: Number(account.id) });
    const read = (user: { secret: string }) =>
      stack.ask(consoleAsk('/messages', user.secret, { account: sandbox.id }));
    expect((await read(member)).json.messages.length).toBeGreaterThan(0);
    expect([(await enter(other)).status, (await read(other)).status]).toEqual([404, 401]);
  });
});

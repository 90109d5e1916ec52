// The table of access, cell by cell: every method, every kind of caller, own and foreign accounts.
import { create, type DescMethod } from '@bufbuild/protobuf';
import { createContextValues, type UnaryRequest } from '@connectrpc/connect';
import { describe, expect, test } from 'vitest';
import { CarrierService } from '../../proto/gen/textrelay/v1/carrier_service_pb.ts';
import { UserService } from '../../proto/gen/textrelay/v1/user_service_pb.ts';
import { systemClock } from '../../runtime/clock.ts';
import { methodName } from '../../runtime/method_name.ts';
import { sessionHeader } from '../../runtime/session_header.ts';
import { createAdmission } from '../app/access/admit.ts';
import { createSessionDoor } from '../app/users/session_door.ts';
import type { Who } from '../domain/access/caller.ts';
import { accountKeyPrefix, createSecret, hashSecret, platformKeyPrefix } from '../domain/keys/api_key.ts';
import { sessionKey, sessionPrefix } from '../domain/keys/session_key.ts';
import type { Role } from '../domain/users/role.ts';
import { Refusal } from '../errors.ts';
import { callerOf, createAccessInterceptor, userOf } from './caller.ts';
import { readsBeyondKnown, reflectedServices, scopeFor, sendsBeyondLimits, whoMayCall } from './policy.ts';

const ownAccount = 7n;
const foreignAccount = 8n;

/** Each is in `ownAccount` alone, and the operator is in none. */
const users: Record<string, { role: Role | null; isOperator: boolean }> = {
  viewer: { role: 'viewer', isOperator: false },
  member: { role: 'member', isOperator: false },
  admin: { role: 'admin', isOperator: false },
  owner: { role: 'owner', isOperator: false },
  operator: { role: null, isOperator: true },
};
const secrets = new Map([...Object.keys(users), 'gone'].map((name) => [name, createSecret(sessionPrefix)]));
const secretOf = (name: string) => secrets.get(name) as string;

const judge = createSessionDoor(
  {
    authorizeSession: async (hash, accountId) => {
      const [name, user] = Object.entries(users).find(([each]) => hashSecret(secretOf(each)) === hash) ?? [];
      if (!name || !user) return undefined;
      const role = accountId === ownAccount ? user.role : null;
      return { userId: 1n, sessionId: 1n, reauthenticatedAtMs: null, isOperator: user.isOperator, role };
    },
  },
  systemClock,
);

const noKey = async () => false;

/** Whether its request says for which account it is. A caller that may be one is none. */
const namesAnAccount = ({ input }: DescMethod): boolean =>
  input.field.accountId !== undefined && input.field.accountId.oneof === undefined;

/** A call of a browser with that secret, naming an account unless that is null; a null secret is a service. */
function requestOf(method: DescMethod, secret: string | null, accountId: bigint | null): UnaryRequest {
  const fields = namesAnAccount(method) && accountId !== null ? { accountId } : {};
  return {
    stream: false,
    method,
    header: new Headers(secret === null ? {} : { [sessionHeader]: secret }),
    message: create(method.input, fields),
    contextValues: createContextValues(),
  } as unknown as UnaryRequest;
}

/** What becomes of a call: 'allowed', or the code of its refusal. */
async function call(
  method: DescMethod,
  secret: string | null,
  accountId: bigint | null = ownAccount,
): Promise<string> {
  const handled = createAccessInterceptor(judge, noKey)(async () => 'allowed' as never);
  const answer = handled(requestOf(method, secret, accountId));
  return answer.then(String, (error) => (error instanceof Refusal ? error.code : String(error)));
}

const cells = reflectedServices.flatMap((service) =>
  service.methods.map((method) => [`${service.name}.${method.name}`, method] as const),
);
const rank = ['viewer', 'member', 'admin', 'owner'];

/** What the rules say of a person in `ownAccount`, in words of their own. */
function expected(allowed: readonly Who[], name: string, namesAccount: boolean): string {
  if (allowed.includes('anybody') || allowed.includes('user')) return 'allowed';
  if (name === 'operator' && allowed.includes('operator')) return 'allowed';
  const least = rank.findIndex((role) => allowed.includes(role as Role));
  if (least < 0 || !namesAccount) return 'forbidden';
  if (name === 'operator') return 'not_found';
  return rank.indexOf(name) >= least ? 'allowed' : 'forbidden';
}

describe.each(cells)('%s', (_, method) => {
  const allowed = whoMayCall(methodName(method));
  const namesAccount = namesAnAccount(method);

  test('has a row', () => {
    expect(allowed.length).toBeGreaterThan(0);
  });

  test('a service', async () => {
    expect(await call(method, null)).toBe(allowed.includes('service') ? 'allowed' : 'forbidden');
  });

  test.each([
    ['no session', ''],
    ['a session that is none', 'svc_session_'],
    ['a session that has ended', secretOf('gone')],
  ])('a browser with %s', async (_words, secret) => {
    expect(await call(method, secret)).toBe(allowed.includes('anybody') ? 'allowed' : 'not_signed_in');
  });

  test.each(Object.keys(users))('a person who is %s, in an account of theirs', async (name) => {
    expect(await call(method, secretOf(name))).toBe(expected(allowed, name, namesAccount));
  });

  test.each(Object.keys(users))('a person who is %s elsewhere', async (name) => {
    const inOwn = expected(allowed, name, namesAccount);
    const isOfAccount =
      namesAccount &&
      !['anybody', 'user'].some((who) => allowed.includes(who as Who)) &&
      rank.some((role) => allowed.includes(role as Role));
    const isOperator = name === 'operator' && allowed.includes('operator');
    expect(await call(method, secretOf(name), foreignAccount)).toBe(
      isOfAccount && !isOperator ? 'not_found' : inOwn,
    );
  });
});

/** What a key stands for: every one of these tests is known, and is within its rate. */
const admit = createAdmission({
  store: {
    admitKeys: async (_kind, requests) =>
      new Map(
        requests.map(({ hash }) => [
          hash,
          { ownerId: ownAccount, admitted: 1, remaining: 9, resetMs: 0, policy: null },
        ]),
      ),
    areLinked: async (links) => links.map(({ accountId }) => accountId === ownAccount),
    findRoleOfKey: async (hash) =>
      Object.keys(users).find((name) => hashSecret(sessionKey(secretOf(name), ownAccount)) === hash) as Role,
  },
  clock: systemClock,
  whoMayCall,
  scopeFor,
  sendsBeyondLimits,
  readsBeyondKnown,
});

/** What becomes of a key at the door: the account or platform that it acts for, or the code of its refusal. */
async function show(apiKey: string, method: DescMethod, account?: bigint): Promise<unknown> {
  const named = account === undefined ? {} : { targetAccount: String(account) };
  const { refusal, accountId, platformKeyId } = await admit({ apiKey, method: methodName(method), ...named });
  return refusal?.code ?? accountId ?? platformKeyId;
}

describe.each(cells)('a key at %s', (_, method) => {
  const allowed = whoMayCall(methodName(method));
  const least = rank.findIndex((role) => allowed.includes(role as Role));

  test.each([
    [undefined, ownAccount],
    [ownAccount, ownAccount],
    [foreignAccount, 'not_found'],
  ])('of an account, which names %s', async (named, found) => {
    const key = createSecret(accountKeyPrefix);
    expect(await show(key, method, named)).toBe(allowed.includes('account key') ? found : 'forbidden');
  });

  test.each(['viewer', 'member', 'admin', 'owner'])('of the session of a person who is %s', async (name) => {
    const isAllowed = least >= 0 && rank.indexOf(name) >= least;
    expect(await show(sessionKey(secretOf(name), ownAccount), method)).toBe(
      isAllowed ? ownAccount : 'forbidden',
    );
  });

  test.each([
    [undefined, 'invalid_request'],
    [ownAccount, ownAccount],
    [foreignAccount, 'not_found'],
  ])('of a platform, which names %s', async (named, found) => {
    const mayCall = allowed.includes('platform key');
    const listsItsOwn = methodName(method) === 'AccountService/ListAccountsOfKey';
    const expectedOfIt = listsItsOwn ? ownAccount : found;
    expect(await show(createSecret(platformKeyPrefix), method, named)).toBe(
      mayCall ? expectedOfIt : 'platform_key_scope',
    );
  });
});

test('a key may not call what is not in the table', async () => {
  const apiKey = createSecret(accountKeyPrefix);
  for (const [method, code] of [
    ['', 'invalid_request'],
    ['MessageService/Nothing', 'forbidden'],
    ['toString', 'forbidden'],
  ] as const)
    expect((await admit({ apiKey, method })).refusal?.code).toBe(code);
});

test('numbers of all accounts are for services and the operator: a person who names no account is refused', async () => {
  const { listAllNumbers } = CarrierService.method;
  const outcomes = [null, ...Object.keys(users).map(secretOf)].map((secret) =>
    call(listAllNumbers, secret, null),
  );
  expect(await Promise.all(outcomes)).toEqual(['allowed', ...Array(4).fill('forbidden'), 'allowed']);
});

test('a handler learns of its caller, and one that takes a person refuses all others', async () => {
  const learn = (method: DescMethod, secret: string | null) => {
    let values = createContextValues();
    const handled = createAccessInterceptor(
      judge,
      noKey,
    )(async ({ contextValues }) => {
      values = contextValues;
      return 'allowed' as never;
    });
    return handled(requestOf(method, secret, ownAccount)).then(() => ({ values }));
  };
  const { getStart, inviteUser } = UserService.method;
  const [service, nobody, admin] = [
    await learn(inviteUser, null),
    await learn(getStart, secretOf('gone')),
    await learn(inviteUser, secretOf('admin')),
  ];
  expect([callerOf(service), callerOf(nobody)]).toEqual([
    { kind: 'service', isForPerson: false },
    { kind: 'anybody' },
  ]);
  for (const caller of [callerOf(admin), userOf(admin)])
    expect(caller).toMatchObject({ kind: 'user', userId: 1n, role: 'admin', secret: secretOf('admin') });
  for (const context of [service, nobody]) expect(() => userOf(context)).toThrow('this needs a session');
});

// Every endpoint of the console, asked by everybody who might: nobody, keys, sessions that have ended, other sites, people
// of other accounts, people with less of a role, and those who may. A new endpoint that is not listed fails here.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSecret } from '../../server/domain/keys/api_key.ts';
import { sessionPrefix } from '../../server/domain/keys/session_key.ts';
import type { TestAccount } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import type { DescribedOperation } from '../support/described/interface.ts';
import type { Answer, Ask } from '../support/http_client.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { consoleAsk, createUser, type TestUser } from '../support/users.ts';
import { type ConsoleDoor, doorsOf, type Need } from './doors.ts';

let stack: Stack;
let account: TestAccount;
let other: TestAccount;
let doors: Record<string, ConsoleDoor>;
let users: Record<'viewer' | 'member' | 'admin' | 'owner' | 'outsider' | 'operator', TestUser>;

beforeAll(async () => {
  stack = await startStack({ limits: { failuresOfKey: 10_000, failuresOfAddress: 100_000 } });
  [account, other] = [await stack.createAccount(), await stack.createAccount()];
  const user = (...roles: NonNullable<Parameters<typeof createUser>[1]>['roles'] & {}) =>
    createUser(stack.databaseUrl, { roles });
  users = {
    viewer: await user([account.id, 'viewer']),
    member: await user([account.id, 'member']),
    admin: await user([account.id, 'admin']),
    owner: await user([account.id, 'owner']),
    outsider: await user([other.id, 'owner']),
    operator: await createUser(stack.databaseUrl, { isOperator: true }),
  };
  doors = doorsOf(account);
  await stack.send(account);
});
afterAll(() => stack?.stop());

const operations = (): readonly DescribedOperation[] => stack.described.consoleOperations;

/** Asks each endpoint that needs one of some things, and returns what it answered: its id, status and code. */
async function askAll(needs: readonly Need[], askOf: (door: ConsoleDoor, method: string) => Ask) {
  const answers: [string, number, string | undefined][] = [];
  for (const { id, method } of operations()) {
    const door = doors[id];
    if (!door || !needs.includes(door.need)) continue;
    const { status, json }: Answer = await stack.ask(askOf(door, method));
    answers.push([id, status, json?.code]);
  }
  return answers;
}

/** As a page of the console asks, for the account where one is needed. */
const page =
  (secret: string, more: Partial<Ask> & { account?: bigint } = {}) =>
  ({ path, need, body }: ConsoleDoor, method: string): Ask => {
    const isInAccount = ['viewer', 'member', 'admin', 'owner'].includes(need);
    return consoleAsk(path, secret, {
      method,
      ...(body !== undefined && { body }),
      ...(isInAccount && { account: account.id }),
      ...more,
    });
  };

const all: readonly Need[] = ['user', 'viewer', 'member', 'admin', 'owner', 'operator'];
const refusedWith = (answers: [string, number, string | undefined][], status: number, code: string) => {
  expect(answers.length).toBeGreaterThan(0);
  expect(answers).toEqual(answers.map(([id]) => [id, status, code]));
};

test('every endpoint is listed, and every listed one is there', () => {
  expect(
    operations()
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(Object.keys(doors).toSorted());
});

describe('nobody gets in', () => {
  test('without a session', async () => {
    const bare = ({ path, body }: ConsoleDoor, method: string): Ask => ({
      path: `/api/v1${path}`,
      method,
      headers: { 'x-svc-account': String(account.id), 'sec-fetch-site': 'same-origin' },
      ...(body !== undefined && { body }),
    });
    refusedWith(await askAll(all, bare), 401, 'not_signed_in');
  });

  test('with a session that nobody has', async () => {
    refusedWith(
      await askAll(all, (...asked) => page(createSecret(sessionPrefix))(...asked)),
      401,
      'not_signed_in',
    );
  });

  test('with a key, even beside a session', async () => {
    refusedWith(await askAll(all, page(users.owner.secret, { key: account.key })), 403, 'forbidden');
  });

  test('from another site, whatever it changes', async () => {
    const foreign = (door: ConsoleDoor, method: string) => {
      const ask = page(users.owner.secret)(door, method);
      return { ...ask, headers: { ...ask.headers, 'sec-fetch-site': 'cross-site' } };
    };
    refusedWith(await askAll(all, foreign), 403, 'forbidden');
  });

  test('after the session has ended', async () => {
    const gone = await createUser(stack.databaseUrl, { isOperator: true, roles: [[account.id, 'owner']] });
    const before = await stack.ask(consoleAsk('/overview', gone.secret, { account: account.id }));
    expect(before.status).toBe(200);
    const sql = openInspector(stack.databaseUrl);
    await sql`delete from user_session where user_id = ${String(gone.id)}`;
    await sql.end();
    refusedWith(await askAll(all, page(gone.secret)), 401, 'not_signed_in');
  });
});

describe('in an account', () => {
  const inAccount: readonly Need[] = ['viewer', 'member', 'admin', 'owner'];

  test('the owner of another one, and the operator, find none', async () => {
    refusedWith(await askAll(inAccount, page(users.outsider.secret)), 404, 'not_found');
    refusedWith(await askAll(inAccount, page(users.operator.secret)), 404, 'not_found');
  });

  test('an account must be named, as one positive integer', async () => {
    const unnamed = (door: ConsoleDoor, method: string) => {
      const { headers, ...ask } = page(users.owner.secret)(door, method);
      const { 'x-svc-account': _, ...rest } = headers ?? {};
      return { ...ask, headers: rest };
    };
    refusedWith(await askAll(inAccount, unnamed), 400, 'invalid_request');
    for (const named of [
      '0',
      '-1',
      '1e3',
      '01',
      '99999999999999999999',
      'x',
      `${account.id},${account.id}`,
    ]) {
      const headers = { 'x-svc-account': named };
      const { status } = await stack.ask(consoleAsk('/overview', users.owner.secret, { headers }));
      expect([named, status]).toEqual([named, 400]);
    }
  });

  test('a viewer may not do what takes a member or an admin', async () => {
    refusedWith(await askAll(['member', 'admin'], page(users.viewer.secret)), 403, 'forbidden');
  });

  test('a member may not do what takes an admin', async () => {
    refusedWith(await askAll(['admin'], page(users.member.secret)), 403, 'forbidden');
  });

  test('an admin may not do what takes an owner', async () => {
    refusedWith(await askAll(['owner'], page(users.admin.secret)), 403, 'forbidden');
  });

  test('who has the role gets in', async () => {
    for (const [needs, who] of [
      [['viewer'], 'viewer'],
      [['viewer', 'member'], 'member'],
      [['viewer', 'member', 'admin'], 'admin'],
      [inAccount, 'owner'],
    ] as const) {
      const answers = await askAll(needs, page(users[who].secret));
      // Who is asked for a proof is inside.
      const refused = answers.filter(([, , code]) => code !== 'reauthentication_required');
      expect(refused.filter(([, status]) => status === 401 || status === 403 || status >= 500)).toEqual(
        // No payment provider is configured here.
        needs.some((need) => need === 'admin')
          ? [
              ['consolePreviewPlan', 503, 'billing_disabled'],
              ['consoleOpenPortal', 503, 'billing_disabled'],
            ]
          : [],
      );
    }
  });
});

describe('the operator’s pages', () => {
  test('are nobody else’s, whatever their role', async () => {
    for (const who of ['viewer', 'member', 'owner', 'outsider'] as const)
      refusedWith(await askAll(['operator'], page(users[who].secret)), 403, 'forbidden');
  });

  test('are the operator’s', async () => {
    const answers = await askAll(['operator'], page(users.operator.secret));
    expect(answers.filter(([, status]) => status === 401 || status === 403 || status >= 500)).toEqual([]);
  });
});

test('no secret stands in an address: tokens, codes, tickets and passwords are sent in bodies', () => {
  const named = [...stack.described.operations, ...operations()].flatMap(({ path, parameters }) => [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
    ...parameters.map(({ name }) => name),
  ]);
  expect(named.length).toBeGreaterThan(10);
  // The id of a key is what it is listed by, and opens nothing.
  const doubtful = named.filter((name) => /token|secret|code|ticket|password|key/i.test(name ?? ''));
  expect(doubtful.filter((name) => name !== 'key_id')).toEqual([]);
});

test('what belongs to another account, or another person, is as what there is not', async () => {
  const asOwner = async (path: string, more: Partial<Ask> = {}) =>
    (await stack.ask(consoleAsk(path, users.owner.secret, { account: account.id, ...more }))).json;
  const body = { email: 'somewhere@example.com', role: 'member' };
  const { invitation } = await asOwner('/invitations', { method: 'POST', body });
  const { sessions } = await asOwner('/console/me/sessions');
  // Keys, devices and texts are counted in each account: those of another have no name there.
  const objects: [string, (id: unknown) => string, unknown, unknown?][] = [
    ['DELETE', (id) => `/invitations/${id}`, invitation.id],
    ['PATCH', (id) => `/members/${id}`, users.member.id, { role: 'member' }],
    ['DELETE', (id) => `/members/${id}`, users.member.id],
    ['DELETE', (id) => `/console/me/sessions/${id}`, sessions[0].id],
    ['POST', (id) => `/console/accounts/${id}/switch`, account.id],
  ];
  for (const [method, pathOf, id, sent] of objects) {
    const ask = (path: string) =>
      stack.ask(
        consoleAsk(path, users.outsider.secret, {
          method,
          account: other.id,
          ...(sent !== undefined && { body: sent }),
        }),
      );
    const [foreign, none] = [await ask(pathOf(id)), await ask(pathOf(987_654_321))];
    expect([method, pathOf('id'), foreign.status, foreign.json]).toEqual([
      method,
      pathOf('id'),
      none.status,
      none.json,
    ]);
    expect([pathOf('id'), foreign.status]).toEqual([pathOf('id'), 404]);
  }
});

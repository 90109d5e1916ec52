// What people do to the people of an account at the same time: some statements stand still between their rows while others run.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Role } from '../../server/domain/users/role.ts';
import { SimulatedService } from '../simulation/simulated_service.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { consoleAsk, createUser, sessionHeaders, type TestUser } from '../support/users.ts';

let service: SimulatedService;
let stack: Stack;

beforeAll(async () => {
  service = await SimulatedService.begin({ overlaps: 0.5 });
  stack = await startStack({ service, cores: 2, gateways: 2 });
});
afterAll(async () => {
  await stack?.stop();
  await service?.end();
});

const add = (account: bigint, role: Role) => createUser(stack.databaseUrl, { roles: [[account, role]] });
const remove = (account: bigint, user: TestUser, by = user) =>
  consoleAsk(`/members/${user.id}`, by.secret, { method: 'DELETE', account });

test('when all owners leave at once over two gateways and cores, one stays', async () => {
  for (let round = 0; round < 12; round++) {
    const { id } = await stack.createAccount();
    const owners = [];
    for (let n = 0; n < 4; n++) owners.push(await add(id, 'owner'));
    const answers = await Promise.all(owners.map((owner, n) => stack.ask(remove(id, owner), n % 2)));
    expect(answers.map(({ status, json }) => json.code ?? status).sort()).toEqual([
      ...[200, 200, 200],
      'last_owner',
    ]);
  }
});

test('a session that enters an account while its person is removed does not act for it', async () => {
  const { id } = await stack.createAccount();
  const owner = await add(id, 'owner');
  const enter = ({ secret }: TestUser) =>
    consoleAsk(`/console/accounts/${id}/switch`, secret, { method: 'POST' });
  await stack.ask(enter(owner));
  const statuses = new Set<number>();
  for (let round = 0; round < 16; round++) {
    const user = await add(id, 'member');
    const entering = stack.ask(enter(user));
    const [entered, removed] = await Promise.all([entering, stack.ask(remove(id, user, owner), 1)]);
    statuses.add(entered.status);
    expect(removed.status).toBe(200);
    const { status } = await stack.ask({ path: '/api/v1/me', headers: sessionHeaders(user.secret, id) });
    expect(status).toBe(401);
  }
  // Either came first.
  expect([...statuses].sort()).toEqual([200, 404]);
});

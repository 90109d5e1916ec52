// A send that waits for the reply or for the final state: which text counts as the reply, and that no cursor misses or repeats one.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KeyScope } from '../../proto/gen/textrelay/v1/key_pb.ts';
import { openSimulatedInspector } from '../simulation/inspector.ts';
import { SimulatedService } from '../simulation/simulated_service.ts';
import type { TestAccount } from '../support/core.ts';
import type { Answer } from '../support/http_client.ts';
import { idleCarrier } from '../support/idle_carrier.ts';
import { makeLimitedKey } from '../support/limited_keys.ts';
import { type Stack, startStack } from '../support/stack.ts';

const path = '/api/v1/messages';
const recipient = '+15005550006';
let service: SimulatedService;
let stack: Stack;
let sql: Awaited<ReturnType<typeof openSimulatedInspector>>;
beforeAll(async () => {
  service = await SimulatedService.begin();
  stack = await startStack({ service, gateways: 2, carriers: [idleCarrier('main')] });
  sql = await openSimulatedInspector(service);
});
afterAll(async () => {
  await sql?.end();
  await stack?.stop();
  await service?.end();
});

type Asked = Record<string, unknown>;
const ask = ({ key }: Pick<TestAccount, 'key'>, more: Asked): Promise<Answer> =>
  stack.post(path, key, { address: recipient, body: 'Is Tuesday fine?', ...more });
/** Begins one that waits. */
async function hold({ key }: Pick<TestAccount, 'key'>, more: Asked) {
  const body = { address: recipient, body: 'Is Tuesday fine?', ...more };
  const answer = stack.begin({ method: 'POST', path, key, body });
  await service.simulation.idle();
  return { end: () => service.simulation.during(answer) };
}

interface Way {
  device?: number;
  carrier?: string;
  number?: string;
}

/** Stores a text from the person as received on this route, under the account's next id and seq. */
async function receive(
  { id }: TestAccount,
  body: string,
  { device = 0, carrier, number }: Way,
  from = recipient,
) {
  await sql`
    with owner as (
      update account set last_message_id = last_message_id + 1, last_seq = last_seq + 1 where id = ${id}
      returning last_message_id as id, last_seq as seq
    )
    insert into message (account_id, id, seq, direction, address, address_norm, body, status, route, segments, encoding,
      charged, attempt, created_at, device_id, carrier, own_number)
    select ${id}, id, seq, 'in', ${from}, ${from}, ${body}, 'received', ${carrier ? 'gateway' : 'device'}, 1, 'gsm7', false,
      0, now(), ${device}, ${carrier ?? null}, ${number ?? null} from owner`;
}

/** Moves a text on, as if it had left by this route. */
async function move(
  account: TestAccount,
  id: number,
  status: string,
  { device, carrier }: Way = { device: 1 },
) {
  await sql`
    with owner as (update account set last_seq = last_seq + 1 where id = ${account.id} returning last_seq as seq)
    update message set status = ${status}, seq = owner.seq, device_id = ${device ?? null}, carrier = ${carrier ?? null},
      deadline_at = null, error = ${status === 'failed' ? 'device_failed: x' : null} from owner
    where account_id = ${account.id} and id = ${id}`;
}

/** So many wait once nothing is under way. */
async function waits(many: number): Promise<void> {
  await service.simulation.idle();
  expect(await stack.metric('textrelay_gateway_waiting')).toBe(many);
}

test('a send that waits for the reply is answered with it, and only a reply to its own device counts', async () => {
  const account = await stack.createAccount();
  const held = await hold(account, { client_ref: 'a', wait_for: 'reply' });
  await waits(1);
  await receive(account, 'from before it left', { device: 2 });
  await move(account, 1, 'sent');
  await receive(account, 'another person', { device: 1 }, '+15005550007');
  await receive(account, 'Yes', { device: 1 });
  const { json } = await held.end();
  expect(json.message).toMatchObject({ id: 1, status: 'sent' });
  expect(json.outcome).toMatchObject({ state: 'reply', id: 1, reply: { body: 'Yes', direction: 'in' } });
  expect(json.outcome.since).toBe(json.outcome.reply.seq);

  const again = await ask(account, { client_ref: 'a', wait_for: 'reply', wait: 0 });
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(again.json.outcome.reply.id).toBe(json.outcome.reply.id);
});

test('the cursor after the first reply leads to the next, each once, on any gateway', async () => {
  const account = await stack.createAccount();
  const { json: asked } = await ask(account, { wait_for: 'reply', wait: 0 });
  expect(asked.outcome).toEqual({ state: 'pending', id: 1, since: asked.message.seq });
  await move(account, 1, 'delivered');
  for (const body of ['one', 'two']) await receive(account, body, { device: 1 });
  const bodies: string[] = [];
  let { since } = asked.outcome;
  for (const gateway of [0, 1, 0]) {
    const at = { path: `${path}/1/outcome?since=${since}&wait=0`, key: account.key };
    const { json } = await stack.ask(at, gateway);
    bodies.push(json.outcome.reply?.body ?? json.outcome.state);
    ({ since } = json.outcome);
  }
  expect(bodies).toEqual(['one', 'two', 'pending']);
  const { json: first } = await stack.get(`${path}/1/outcome`, account.key);
  expect(first.outcome.reply.body).toBe('one');
});

test('a reply to a carrier’s number counts for the text that left by that number, whichever text is asked about again', async () => {
  const account = await stack.createAccount({ paired: false });
  const numbers = ['+15005550100', '+15005550101'] as const;
  for (const number of numbers)
    await stack.core.admin.assignNumber({ accountId: account.id, carrier: 'main', number });
  // The first and the third text leave by the oldest number, the second by the one that it names.
  for (const from of [undefined, numbers[1], undefined])
    await ask(account, from === undefined ? {} : { from });
  for (const id of [1, 2, 3]) await move(account, id, 'sent', { carrier: 'main' });
  const [oldest, named] = numbers.map((number) => ({ carrier: 'main', number }));
  await receive(account, 'to the second', named as Way);
  await receive(account, 'to the first', oldest as Way);
  const replies = [];
  for (const id of [1, 2, 3])
    replies.push((await stack.get(`${path}/${id}/outcome`, account.key)).json.outcome.reply.body);
  // Two sends to one recipient by one number have the same reply.
  expect(replies).toEqual(['to the first', 'to the second', 'to the first']);
});

test('a wait ends with the final state, and a text that failed waits for no reply', async () => {
  const account = await stack.createAccount();
  const delivered = await hold(account, { wait_for: 'final' });
  const failed = await hold(account, { wait_for: 'reply' });
  await waits(2);
  await receive(account, 'no final state', { device: 2 });
  await move(account, 1, 'delivered');
  await move(account, 2, 'failed');
  const states = [await delivered.end(), await failed.end()].map(({ json }) => [
    json.message.status,
    json.outcome.state,
    json.outcome.reply,
  ]);
  expect(states).toEqual([
    ['delivered', 'final', undefined],
    ['failed', 'final', undefined],
  ]);
});

test('a key that may not read is refused before the text is sent, and one that is revoked gets no reply', async () => {
  const account = await stack.createAccount();
  const { secret: sendOnly } = await makeLimitedKey(stack, account, { scopes: [KeyScope.SEND] });
  const refused = await ask({ key: sendOnly }, { client_ref: 'b', wait_for: 'reply', wait: 0 });
  expect([refused.status, refused.json.code]).toEqual([403, 'key_scope']);
  expect((await ask({ key: sendOnly }, { client_ref: 'b' })).headers['idempotent-replayed']).toBeUndefined();

  const key = await stack.createKey(account);
  const held = await hold({ key }, { wait_for: 'reply' });
  await waits(1);
  const { keys } = await stack.core.admin.listKeys({ accountId: account.id });
  await stack.core.admin.revokeKey({ accountId: account.id, id: keys.at(-1)?.id ?? 0n });
  await move(account, 2, 'sent');
  await receive(account, 'secret', { device: 1 });
  // The send was accepted, and says so. Only keys that still work see the received text.
  const { status, json } = await held.end();
  expect([status, json.outcome]).toEqual([200, { state: 'pending', id: 2, since: json.outcome.since }]);
});

test.each([
  ['a wait without what it is for', { wait: 5 }],
  ['something else', { wait_for: 'anything' }],
  ['a wait of 26 seconds', { wait_for: 'reply', wait: 26 }],
  ['a wait below 0', { wait_for: 'reply', wait: -1 }],
  ['half a second', { wait_for: 'reply', wait: 0.5 }],
  ['a dry run', { wait_for: 'reply', dry_run: true }],
])('%s is refused, and nothing is sent', async (_name, more) => {
  const account = await stack.createAccount();
  expect((await ask(account, { ...more })).status).toBe(400);
  expect((await stack.get(`${path}?since=0`, account.key)).json.messages).toEqual([]);
});

test('the outcome of an unknown text, a received text or another account’s text is not found', async () => {
  const [account, other] = [await stack.createAccount(), await stack.createAccount()];
  await receive(account, 'x', { device: 1 });
  await ask(other, {});
  await ask(other, {});
  for (const id of [1, 2]) expect((await stack.get(`${path}/${id}/outcome`, account.key)).status).toBe(404);
  expect((await stack.get(`${path}/1/outcome?wait_for=never`, other.key)).status).toBe(400);
});

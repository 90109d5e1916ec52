// A key's policy holds for every text of the key, under any concurrency and on any number of replicas.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { KeyScope } from '../../proto/gen/textrelay/v1/key_pb.ts';
import type { SendResult } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { SimulatedService } from '../simulation/simulated_service.ts';
import type { TestAccount, TestCore } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import type { KeyLimits } from '../support/limited_keys.ts';
import { Holder } from '../support/policy_holder.ts';

let service: SimulatedService;
let cores: TestCore[];
let inspect: ReturnType<typeof openInspector>;
beforeAll(async () => {
  service = await SimulatedService.begin({ overlaps: 0.2 });
  cores = [await service.startCore(), await service.startCore()];
  inspect = openInspector(service.databaseUrl);
});
afterAll(async () => {
  await inspect.end();
  await service.end();
});

const core = () => cores[0] as TestCore;
const to = '+15005550006';

const outcome = ({ outcome: { case: kind, value } }: SendResult) =>
  kind === 'error' ? value.code : kind === 'accepted' && value.replayed ? 'replayed' : kind;

async function held(limits: KeyLimits, account?: TestAccount) {
  const holder = new Holder(core(), limits, account ?? (await core().createAccount()));
  await holder.make();
  return holder;
}

const sendAll = async (holder: Holder, texts: number, at = core()) =>
  (
    await holder.send(
      Array.from({ length: texts }, () => ({ address: to })),
      at,
    )
  ).map(outcome);

const count = (outcomes: readonly unknown[], one: unknown) =>
  outcomes.filter((other) => other === one).length;

test.each(['perHour', 'perDay'] as const)(
  '500 parallel sends at the budget %s minus 10, on two replicas, give exactly 10',
  async (name) => {
    const holder = await held({ [name]: 60 });
    expect(count(await sendAll(holder, 50), 'accepted')).toBe(50);
    const outcomes = await Promise.all(
      Array.from({ length: 500 }, async (_, index) => (await sendAll(holder, 1, cores[index % 2]))[0]),
    );
    expect(count(outcomes, 'accepted')).toBe(10);
    expect(count(outcomes, ErrorCode.KEY_BUDGET_REACHED)).toBe(490);
    const [row] =
      await inspect`select count(*)::int as rows from message where account_id = ${holder.account.id}`;
    expect(row?.rows).toBe(60);
    const described = await core().admin.describeKey({ apiKey: holder.secret });
    expect(described[name === 'perHour' ? 'hour' : 'day']).toMatchObject({ limit: 60, remaining: 0 });
  },
);

test('texts that other rules refuse use up no budget, and a budget’s end leaves no gaps in ids or in the cap', async () => {
  const holder = await held({ perHour: 2 });
  const results = await holder.send(
    [
      { address: '+1' },
      { address: to },
      { address: to },
      { address: to },
      { address: to, isUnpoliced: true },
    ],
    core(),
  );
  expect(results.map(outcome)).toEqual([
    ErrorCode.INVALID_ADDRESS,
    ...['accepted', 'accepted'],
    ErrorCode.KEY_BUDGET_REACHED,
    'accepted',
  ]);
  const ids = results.map(({ outcome: { case: kind, value } }) => kind === 'accepted' && value.message?.id);
  expect(ids).toEqual([false, 1n, 2n, false, 3n]);
});

/** Makes the counted texts older. */
const age = (by: 'hour' | 'day') =>
  by === 'hour'
    ? inspect`update api_key set hour = hour - interval '1 hour'`
    : inspect`update api_key set hour = hour - interval '1 day', day = day - interval '1 day'`;

test('an hour’s budget starts again with the next hour, and the day’s budget goes on', async () => {
  const holder = await held({ perHour: 2, perDay: 3 });
  expect(count(await sendAll(holder, 3), 'accepted')).toBe(2);
  await age('hour');
  expect(await sendAll(holder, 2)).toEqual(['accepted', ErrorCode.KEY_BUDGET_REACHED]);
  const { hour, day } = await core().admin.describeKey({ apiKey: holder.secret });
  expect([hour?.remaining, day?.remaining]).toEqual([1, 0]);
  await age('day');
  expect(count(await sendAll(holder, 3), 'accepted')).toBe(2);
});

test('a replay is answered before the policy is checked', async () => {
  const holder = await held({ perDay: 1 });
  const text = { address: to, clientRef: 'order-1' };
  const say = async () => (await holder.send([text], core())).map(outcome);
  expect(await say()).toEqual(['accepted']);
  expect(await sendAll(holder, 1)).toEqual([ErrorCode.KEY_BUDGET_REACHED]);
  expect(await say()).toEqual(['replayed']);
  await holder.change({ recipients: ['+49*'] });
  expect(await say()).toEqual(['replayed']);
});

describe('recipients', () => {
  test.each([
    [[to], [to], ['+15005550007', '+150055500060']],
    [['+1500*'], [to, '+15005550007'], ['+15015550006', '+447400123456']],
    [['+44*', to], [to, '+447400123456'], ['+15005550007']],
  ])('of the list %s are those of it alone', async (recipients, allowed, refused) => {
    const holder = await held({ recipients });
    const results = await holder.send(
      [...allowed, ...refused].map((address) => ({ address })),
      core(),
    );
    expect(results.map(outcome).slice(0, allowed.length)).toEqual(allowed.map(() => 'accepted'));
    for (const one of results.slice(allowed.length).map(outcome))
      expect([ErrorCode.RECIPIENT_NOT_ALLOWED, ErrorCode.INVALID_ADDRESS]).toContain(one);
  });

  test('writers are people who have written to the account', async () => {
    const holder = await held({ recipients: ['writers'] });
    expect(await sendAll(holder, 1)).toEqual([ErrorCode.RECIPIENT_NOT_ALLOWED]);
    await inspect`insert into message (account_id, id, seq, direction, address, address_norm, body, status, route,
      segments, encoding, charged, attempt, created_at) values (${holder.account.id}, 1000, 1000, 'in', ${to}, ${to},
      'hello', 'received', 'device', 1, 'gsm7', false, 0, now())`;
    expect(await sendAll(holder, 1)).toEqual(['accepted']);
  });
});

test('a bound key sends only from its sender', async () => {
  const holder = await held({ from: 'device:1' });
  const results = await holder.send(
    [{ address: to }, { address: to, from: 'device:1' }, { address: to, from: 'device:1/0' }],
    core(),
  );
  expect(results.map(outcome)).toEqual(['accepted', 'accepted', ErrorCode.SENDER_NOT_ALLOWED]);
  const [first] = results;
  expect(first?.outcome.case === 'accepted' && first.outcome.value.message?.from).toBe('device:1');
  const { message } = await core().messages.getMessage({ accountId: holder.account.id, id: 1n });
  expect(message?.from).toBe('device:1');
});

describe.each(['door', 'admitted'] as const)('a key at the %s', (way) => {
  const one = async (holder: Holder) =>
    outcome((await holder.send([{ address: to }], core(), way))[0] as SendResult);

  test('is bound by a change from the next text on', async () => {
    const holder = await held({ perDay: 1 });
    expect(await one(holder)).toBe('accepted');
    expect(await one(holder)).toBe(ErrorCode.KEY_BUDGET_REACHED);
    await holder.change({ perDay: 2 });
    expect(await one(holder)).toBe('accepted');
    await holder.change({ recipients: ['+49*'] });
    expect(await one(holder)).toBe(ErrorCode.RECIPIENT_NOT_ALLOWED);
    await holder.lift();
    expect(await one(holder)).toBe('accepted');
    await holder.change({ scopes: [KeyScope.READ], recipients: ['any'], perDay: undefined });
    expect(await one(holder)).toBe(ErrorCode.KEY_SCOPE);
  });

  test('does nothing once it has expired or was revoked', async () => {
    const endsAtMs = service.simulation.time.nowMs() + 1_000;
    const holder = await held({ endsAt: { seconds: BigInt(Math.ceil(endsAtMs / 1000)), nanos: 0 } });
    expect(await one(holder)).toBe('accepted');
    await service.simulation.run('2 s');
    expect(await one(holder)).toBe(ErrorCode.KEY_ENDED);
    await holder.lift();
    expect(await one(holder)).toBe('accepted');
    await holder.change({ perDay: 100, endsAt: undefined });
    await core().admin.revokeKey({ accountId: holder.account.id, id: holder.id });
    expect(await one(holder)).toBe(ErrorCode.INVALID_API_KEY);
  });

  test('without a policy is like any other', async () => {
    const holder = await held({ perDay: 1 });
    await holder.lift();
    expect([await one(holder), await one(holder)]).toEqual(['accepted', 'accepted']);
  });
});

test('a key of another account does not count', async () => {
  const holder = await held({});
  const other = await core().createAccount();
  const { results } = await core().messages.sendMessages({
    texts: [{ accountId: other.id, admittedKey: holder.secret, address: to, body: 'x' }],
  });
  expect(results.map(outcome)).toEqual([ErrorCode.INVALID_API_KEY]);
});

test('a preview gives the policy’s verdict', async () => {
  const holder = await held({ recipients: ['+1500*'], perDay: 1 });
  const preview = async (addresses: readonly string[]) => {
    const texts = addresses.map((address) => ({ address, body: 'x', admittedKey: holder.secret }));
    const { previews } = await core().messages.previewMessages({ accountId: holder.account.id, texts });
    return previews.map(({ error }) => error?.code);
  };
  expect(await preview([to, '+447400123456', to])).toEqual([
    undefined,
    ErrorCode.RECIPIENT_NOT_ALLOWED,
    ErrorCode.KEY_BUDGET_REACHED,
  ]);
});

test('previews of several callers at the same time use nothing of each other’s budget', async () => {
  const holder = await held({ perHour: 2, perDay: 3 });
  const texts = Array.from({ length: 3 }, () => ({ address: to, body: 'x', admittedKey: holder.secret }));
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => core().messages.previewMessages({ accountId: holder.account.id, texts })),
  );
  for (const { previews } of answers)
    expect(previews.map(({ error }) => error?.code)).toEqual([
      undefined,
      undefined,
      ErrorCode.KEY_BUDGET_REACHED,
    ]);
});

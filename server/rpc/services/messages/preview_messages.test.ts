// A dry run says what a send then gets, whatever the account's state; it writes nothing and waits for nobody.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ErrorCode } from '../../../../proto/gen/textrelay/v1/error_pb.ts';
import { type OutboundTextSchema, Route } from '../../../../proto/gen/textrelay/v1/message_pb.ts';
import { startTestCore, type TestCore } from '../../../../test/support/core.ts';
import { createDatabase, openInspector } from '../../../../test/support/database.ts';
import { holdRow } from '../../../../test/support/held_row.ts';
import { idleCarrier } from '../../../../test/support/idle_carrier.ts';

let url: string;
let core: TestCore;
let inspect: postgres.Sql;

beforeAll(async () => {
  url = await createDatabase();
  inspect = openInspector(url);
  core = await startTestCore(url, {
    tiers: [{ plan: 'starter', name: 'Starter', textsCap: 3, priceCents: 100, currency: 'usd' }],
    carriers: [idleCarrier('alpha', null), idleCarrier('beta', null)],
  });
});
afterAll(async () => {
  await core.stop();
  await inspect.end();
});

type Text = MessageInitShape<typeof OutboundTextSchema>;

const states = {
  plan: ['', 'starter'],
  exempt: [false, true],
  paired: [false, true],
  numbered: [false, true],
  used: [0, 1, 3],
  subscription: ['active', 'canceled'],
} as const;

/** Every combination of some choices. */
function combine(choices: Readonly<Record<string, readonly unknown[]>>): Record<string, unknown>[] {
  return Object.entries(choices).reduce<Record<string, unknown>[]>(
    (found, [name, values]) => found.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  );
}

const textsOf = (accountId: bigint): Text[] => [
  { accountId, address: '(500) 555-0010', body: 'x' },
  { accountId, address: '+15005550010', body: 'x', route: Route.DEVICE },
  { accountId, address: '+15005550011', body: 'é'.repeat(200), route: Route.GATEWAY, clientRef: 'one' },
  { accountId, address: '+15005550010', body: 'earlier', clientRef: 'old' },
  { accountId, address: '+15005550010', body: 'other', clientRef: 'old' },
  { accountId, address: 'abc', body: 'x' },
  { accountId, address: '+15005550010', body: '' },
  { accountId, address: '+15005550010', body: 'x' },
];

type Previews = Awaited<ReturnType<TestCore['messages']['previewMessages']>>['previews'];

const seen = (previews: Previews) =>
  previews.map(({ error, replayed, differs, original, addressNorm, segments, encoding, route }) =>
    error
      ? { code: error.code, words: error.message }
      : { replayed, differs, id: original?.id, addressNorm, segments, encoding, route },
  );

test.each(combine(states))('what it says is what a send then gets: %j', async (state) => {
  const { plan, exempt, paired, numbered, used, subscription } = state as Record<keyof typeof states, never>;
  const { id } = await core.createAccount({ plan: 'starter', exempt: true, paired: true });
  await core.messages.sendMessages({
    texts: [{ accountId: id, address: '+15005550010', body: 'earlier', clientRef: 'old' }],
  });
  const account = String(id);
  await inspect`update account set exempt = ${exempt}, plan = nullif(${plan}, ''), texts_used = ${used},
    subscription_status = ${subscription} where id = ${account}`;
  if (!paired) await inspect`update device set unpaired_at = now() where account_id = ${account}`;
  if (numbered)
    await inspect`insert into carrier_number values ('alpha', ${`+1500556${account.slice(-6)}`}, ${account}, now())`;

  const texts = textsOf(id);
  const { previews } = await core.messages.previewMessages({ texts });
  const { results } = await core.messages.sendMessages({ texts });
  const expected = results.map(({ outcome }) => {
    if (outcome.case === 'error') return { code: outcome.value.code, words: outcome.value.message };
    const { message, replayed, differs } = outcome.value as NonNullable<typeof outcome.value>;
    const { id: real, addressNorm, segments, encoding, route } = message as NonNullable<typeof message>;
    return { replayed, differs, id: real, addressNorm, segments, encoding, route };
  });
  const said = seen(previews).map((one, index) => {
    const real = expected[index];
    // A new text has no id yet; a replay shows its original, and says besides what the text itself would be.
    if (!real || !('id' in real) || 'code' in one) return one;
    if (!real.replayed) return { ...one, id: real.id };
    const { replayed, differs, id: original } = one;
    return { ...real, replayed, differs, id: original };
  });
  expect(said).toEqual(expected);
  const { usage } = await core.usage.getUsage({ accountId: id });
  const accepted = expected.filter((one) => (one as { replayed?: boolean }).replayed === false).length;
  for (const preview of previews) {
    if (preview.usage) expect(Number(preview.usage.textsUsed)).toBe(Number(usage?.textsUsed) - accepted);
    expect(preview.units).toBe(preview.error || preview.replayed ? 0 : 1);
    if (preview.route === Route.DEVICE) expect(preview.device).toMatchObject({ id: 1n, online: false });
    if (preview.route === Route.GATEWAY) expect(preview.carrier).toBe('alpha');
  }
});

/** Every row of the tables that a send writes, with what a write or a lock changes of it. */
const rowsOf = async () =>
  Promise.all(
    ['account', 'message', 'thread', 'device', 'rate_window', 'carrier_number'].map(
      (table) => inspect`select ctid::text, xmin::text, xmax::text from ${inspect(table)} order by ctid`,
    ),
  );

test('it writes and locks no row, and answers while the account is locked by somebody else', async () => {
  const { id } = await core.createAccount({ plan: 'starter' });
  const texts = textsOf(id);
  await core.messages.sendMessages({ texts: [texts[3] as Text] });
  const before = await rowsOf();
  await core.messages.previewMessages({ texts });
  expect(await rowsOf()).toEqual(before);

  const held = await holdRow(url, 'account', { id });
  const { previews } = await core.messages.previewMessages({ texts });
  expect(previews[0]?.error).toBeUndefined();
  expect(previews[3]?.original?.body).toBe('earlier');
  await held.release();
});

test('a client_ref that comes again is the replay of its first, or refused as it is', async () => {
  const { id: accountId } = await core.createAccount({ plan: 'starter' });
  const text = { accountId, address: '+15005550010', body: 'x', clientRef: 'one' };
  const refused = { ...text, clientRef: 'two', route: Route.GATEWAY };
  const { previews } = await core.messages.previewMessages({
    texts: [text, text, { ...text, body: 'y' }, refused, refused],
  });
  expect(
    previews.map(({ error, replayed, differs, units }) => error?.code ?? [replayed, differs, units]),
  ).toEqual([[false, false, 1], [true, false, 0], [true, true, 0], ErrorCode.NO_ROUTE, ErrorCode.NO_ROUTE]);
});

test('texts are judged as if they were sent together: the cap cuts where it would', async () => {
  const { id: accountId } = await core.createAccount({ plan: 'starter' });
  const text = { accountId, address: '+15005550010', body: 'x' };
  const { previews } = await core.messages.previewMessages({ texts: Array(5).fill(text) });
  expect(previews.map(({ error }) => error?.code)).toEqual([
    undefined,
    undefined,
    undefined,
    ErrorCode.CAP_REACHED,
    ErrorCode.CAP_REACHED,
  ]);
});

test('lists that come at the same time are judged each as if it were alone', async () => {
  const accounts = await Promise.all(
    Array.from({ length: 4 }, () => core.createAccount({ plan: 'starter' })),
  );
  const textsFor = (accountId: bigint) => Array(5).fill({ accountId, address: '+15005550010', body: 'x' });
  // Two callers of each account: the cap of three cuts each list for itself.
  const lists = [...accounts, ...accounts].map(({ id }) => textsFor(id));
  const answers = await Promise.all(lists.map((texts) => core.messages.previewMessages({ texts })));
  for (const { previews } of answers)
    expect(previews.map(({ error }) => error?.code)).toEqual([
      ...[undefined, undefined, undefined],
      ...[ErrorCode.CAP_REACHED, ErrorCode.CAP_REACHED],
    ]);
});

test('from: what the account has is taken, what it has not is no_route, what is none is refused; a dry run says the same', async () => {
  const { id: accountId } = await core.createAccount({ plan: 'starter' });
  const { id: other } = await core.createAccount({ plan: 'starter' });
  const [own, others] = [String(accountId), String(other)];
  await inspect`update account set exempt = true where id = ${own}`;
  await inspect`insert into device (account_id, id, name, token_hash, link_epoch, agent_version, driver, created_at, unpaired_at)
    values (${own}, 2, 'd', '\\x02', 0, '', '', now(), now()), (${own}, 3, 'd', '\\x03', 0, '', 'at-modem', now(), null),
    (${others}, 4, 'd', '\\x04', 0, '', '', now(), null)`;
  await inspect`insert into sim (account_id, device_id, slot, minute, used_minute, day, used_day, month, used_month, present)
    select ${own}, 1, slot, now(), 0, now(), 0, now(), 0, slot <> 3 from unnest(array[1, 2, 3]) slot`;
  await inspect`insert into carrier_number values ('alpha', '+15005560001', ${own}, now()), ('beta', '12345', ${own}, now()),
    ('beta', 'ACME', ${own}, now()), ('alpha', '+15005560002', ${others}, now()), ('gone', '+15005560003', ${own}, now())`;
  const ordinary = '+15005550199';
  const magic = '+15005550006';
  const { NO_ROUTE, INVALID_REQUEST } = ErrorCode;
  const table: [from: string, address: string, ends: string | ErrorCode, route?: Route][] = [
    ['device:1', ordinary, '1'],
    ['device:1', ordinary, '1', Route.DEVICE],
    ['device:1', ordinary, INVALID_REQUEST, Route.GATEWAY],
    ['device:1/1', ordinary, '1'],
    ['device:1/2', ordinary, '1'],
    ['device:1/3', ordinary, NO_ROUTE],
    ['device:1/4', ordinary, NO_ROUTE],
    ['device:1', magic, '1'],
    ['device:2', ordinary, NO_ROUTE],
    ['device:3', ordinary, '3'],
    ['device:4', ordinary, NO_ROUTE],
    ['device:999999999999999999', ordinary, NO_ROUTE],
    ['device:1000000000000000000', ordinary, INVALID_REQUEST],
    ['device:0', ordinary, INVALID_REQUEST],
    ['device:01', ordinary, INVALID_REQUEST],
    ['device:-1', ordinary, INVALID_REQUEST],
    ['device:1/', ordinary, INVALID_REQUEST],
    ['device:1/10', ordinary, INVALID_REQUEST],
    ['device:', ordinary, INVALID_REQUEST],
    ['device:1 ', ordinary, INVALID_REQUEST],
    ['', ordinary, INVALID_REQUEST],
    ['+15005560001', ordinary, 'alpha'],
    ['+1 (500) 556-0001', ordinary, 'alpha', Route.GATEWAY],
    ['+15005560001', ordinary, INVALID_REQUEST, Route.DEVICE],
    ['12345', ordinary, 'beta'],
    ['ACME', ordinary, 'beta'],
    ['acme', ordinary, NO_ROUTE],
    ['+15005560002', ordinary, NO_ROUTE],
    ['+15005560003', ordinary, NO_ROUTE],
    ['+15005560004', ordinary, NO_ROUTE],
    ['5005560001', ordinary, INVALID_REQUEST],
    ["'; select", ordinary, INVALID_REQUEST],
    ['x\u0000', ordinary, INVALID_REQUEST],
  ];
  const texts = table.map(([from, address, , route]) => ({
    accountId,
    address,
    body: 'x',
    from,
    ...(route !== undefined && { route }),
  }));
  const { previews } = await core.messages.previewMessages({ texts });
  const { results } = await core.messages.sendMessages({ texts });
  for (const [index, [from, address, ends]] of table.entries()) {
    const { error, device, carrier } = previews[index] as Previews[number];
    expect([from, address, error?.code ?? carrier ?? String(device?.id)]).toEqual([from, address, ends]);
    const outcome = results[index]?.outcome;
    const sent = outcome?.case === 'accepted' ? outcome.value.message?.from : outcome?.value?.message;
    const isSender = typeof ends === 'string';
    expect([from, sent]).toEqual([from, isSender ? from.replaceAll(/[ ()-]/g, '') : error?.message]);
  }
});

test('an account that does not exist is answered so; 500 texts are taken, none and 501 are not, and no admission is', async () => {
  const unknown = { accountId: 5n, address: '+15005550010', body: 'x' };
  const { previews } = await core.messages.previewMessages({ texts: Array(500).fill(unknown) });
  expect(new Set(previews.map(({ error }) => error?.code))).toEqual(new Set([ErrorCode.NOT_FOUND]));
  expect(previews).toHaveLength(500);
  const admission = { apiKey: 'x', method: 'MessageService/SendMessages' };
  for (const texts of [[], Array(501).fill(unknown), [{ ...unknown, admission }]])
    await expect(core.messages.previewMessages({ texts })).rejects.toThrow(/invalid_argument/);
});

// /api/v1/quiet-hours: texts that are accepted within them leave when they end, and urgent ones at once.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSimulatedInspector } from '../simulation/inspector.ts';
import { SimulatedService } from '../simulation/simulated_service.ts';
import { createPlatform } from '../support/platform.ts';
import { type Stack, startStack } from '../support/stack.ts';

const path = '/api/v1/quiet-hours';
const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 24 * 3_600_000];
let service: SimulatedService;
let stack: Stack;
let inspect: Awaited<ReturnType<typeof openSimulatedInspector>>;
beforeAll(async () => {
  service = await SimulatedService.begin();
  stack = await startStack({ service, cores: 2, gateways: 2 });
  inspect = await openSimulatedInspector(service);
});
afterAll(async () => {
  await inspect?.end();
  await stack?.stop();
  await service?.end();
});

type Account = Awaited<ReturnType<Stack['createAccount']>>;
const put = ({ key }: Pick<Account, 'key'>, body: unknown, gateway = 0) =>
  stack.ask({ method: 'PUT', path, key, body }, gateway);
const clear = ({ key }: Pick<Account, 'key'>) => stack.ask({ method: 'DELETE', path, key });

const timeOf = (atMs: number) => new Date(atMs).toISOString().slice(11, 16);
const onMinute = (atMs: number) => new Date(Math.floor(atMs / minuteMs) * minuteMs).toISOString();

/** Quiet from an hour ago until in two hours; returns when they end. */
async function beQuiet(account: Pick<Account, 'key'>): Promise<string> {
  const nowMs = service.simulation.time.nowMs();
  const endMs = nowMs + 2 * hourMs;
  const asked = { time_zone: 'UTC', from: timeOf(nowMs - hourMs), until: timeOf(endMs) };
  expect((await put(account, asked)).status).toBe(200);
  return onMinute(endMs);
}

const sendAt = async (account: Account, fields = {}) =>
  (await stack.send(account, fields)).json.message.send_at;

test('an account has none until they are set; they can be replaced, read on every replica, and ended', async () => {
  const account = await stack.createAccount();
  const none = { quiet_hours: null };
  expect((await stack.get(path, account.key)).json).toEqual(none);
  const night = { time_zone: 'Europe/Berlin', from: '21:30', until: '07:00' };
  expect((await put(account, night)).json).toEqual({ quiet_hours: night });
  const noon = { time_zone: 'America/Argentina/Buenos_Aires', from: '00:00', until: '23:59' };
  expect((await put(account, noon, 1)).json).toEqual({ quiet_hours: noon });
  expect((await stack.get(path, account.key)).json).toEqual({ quiet_hours: noon });
  expect((await clear(account)).json).toEqual(none);
  expect((await clear(account)).json).toEqual(none);
  expect((await stack.get(path, account.key)).json).toEqual(none);
});

describe('invalid hours are refused, and the old ones stay', () => {
  const night = { time_zone: 'UTC', from: '21:30', until: '07:00' };
  test.each([
    [{ time_zone: 'Europe/Atlantis' }, 'time_zone'],
    [{ time_zone: 'europe/berlin' }, 'time_zone'],
    [{ time_zone: '+01:00' }, 'time_zone'],
    [{ time_zone: 'FOO+3' }, 'time_zone'],
    [{ time_zone: 'CEST' }, 'time_zone'],
    [{ time_zone: 'posix/Europe/Berlin' }, 'time_zone'],
    [{ time_zone: 'localtime' }, 'time_zone'],
    [{ time_zone: "'; drop table account" }, 'time_zone'],
    [{ time_zone: 'x\u0000' }, 'time_zone'],
    [{ time_zone: '\ud800' }, 'time_zone'],
    [{ time_zone: '' }, 'time_zone'],
    [{ time_zone: 'x'.repeat(64) }, 'time_zone'],
    [{ time_zone: 'x'.repeat(65) }, 'time_zone'],
    [{ time_zone: null }, 'time_zone'],
    [{ time_zone: undefined }, 'time_zone'],
    [{ from: '24:00' }, 'from'],
    [{ from: '7:00' }, 'from'],
    [{ from: '07:60' }, 'from'],
    [{ from: '07:00:00' }, 'from'],
    [{ from: 420 }, 'from'],
    [{ until: 'noon' }, 'until'],
    [{ until: undefined }, 'until'],
    [{ from: '07:00' }, 'from and until'],
  ])('%j', async (fields, named) => {
    const account = await stack.createAccount();
    await put(account, night);
    const { status, json } = await put(account, { ...night, ...fields });
    expect([status, json.code]).toEqual([400, 'invalid_request']);
    expect(json.error).toContain(named);
    expect((await stack.get(path, account.key)).json).toEqual({ quiet_hours: night });
  });
});

test('an account sees only its own, and a platform’s key sees none', async () => {
  const [one, other] = [await stack.createAccount(), await stack.createAccount()];
  await beQuiet(one);
  expect((await stack.get(path, other.key)).json).toEqual({ quiet_hours: null });
  expect(await sendAt(other)).toBeNull();
  const named = { 'x-svc-account': String(other.id) };
  expect((await stack.get(path, one.key, named)).status).toBe(404);
  const platform = await createPlatform(stack.core, one);
  expect((await stack.get(path, platform.key)).json.code).toBe('platform_key_scope');
});

test('a text that is accepted during them leaves when they end, and a dry run says so', async () => {
  const account = await stack.createAccount();
  const end = await beQuiet(account);
  const { json } = await stack.send(account);
  expect(json.message).toMatchObject({ status: 'queued', send_at: end });
  expect(json.usage.texts_used).toBe(1);
  const dry = await stack.post('/api/v1/messages', account.key, {
    address: '+15005550006',
    body: 'x',
    dry_run: true,
  });
  expect(dry.json.verdict.preview.leaves_at).toBe(end);
  const events = await stack.get(`/api/v1/messages/${json.message.id}/events`, account.key);
  expect(events.json.events[1]).toMatchObject({ kind: 'quiet_hours', until: end });
  expect(events.json.waiting_for).toMatchObject({ what: 'quiet_hours', until: end });
});

test('an urgent text leaves at once, or when it asks to', async () => {
  const account = await stack.createAccount();
  await beQuiet(account);
  const at = new Date(service.simulation.time.nowMs() + hourMs).toISOString();
  expect(await sendAt(account, { urgent: true })).toBeNull();
  expect(await sendAt(account, { urgent: true, send_at: at })).toBe(at);
  const [row] = await inspect`select status from message where account_id = ${String(account.id)} and id = 1`;
  expect(row?.status).toBe('queued');
});

test('a text for an instant during them leaves when they end, and one for another instant leaves then', async () => {
  const account = await stack.createAccount();
  const end = Date.parse(await beQuiet(account));
  const asked = [end - hourMs, end - 1, end, end + hourMs, end + dayMs - 1, end + dayMs];
  const got: number[] = [];
  for (const at of asked)
    got.push(Date.parse(await sendAt(account, { send_at: new Date(at).toISOString() })));
  expect(got).toEqual([end, end, end, end + hourMs, end + dayMs, end + dayMs]);
});

test('outside of them a text leaves at once', async () => {
  const account = await stack.createAccount();
  const nowMs = service.simulation.time.nowMs();
  await put(account, { time_zone: 'UTC', from: timeOf(nowMs + hourMs), until: timeOf(nowMs - hourMs) });
  expect(await sendAt(account)).toBeNull();
});

test('texts of accounts with and without them, with and without from, keep their order in one batch', async () => {
  const account = await stack.createAccount();
  const end = await beQuiet(account);
  const text = { address: '+15005550006', body: 'x' };
  const texts = Array.from({ length: 25 }, (_, index) => ({
    ...text,
    client_ref: `ref-${index}`,
    ...(index % 3 === 1 && { from: 'device:1' }),
    ...(index % 5 === 2 && { urgent: true }),
  }));
  const { results } = (await stack.post('/api/v1/messages/batch', account.key, { texts })).json;
  expect(results.map(({ message }: { message: { id: number } }) => message.id)).toEqual(
    texts.map((_, n) => n + 1),
  );
  expect(results.map(({ message }: { message: { send_at: string } }) => message.send_at)).toEqual(
    texts.map(({ urgent }) => (urgent ? null : end)),
  );
});

test('the cap and the rate of the key count such a text once', async () => {
  const account = await stack.createAccount({ plan: 'starter' });
  await beQuiet(account);
  await inspect`update account set texts_used = 498 where id = ${String(account.id)}`;
  const key = await stack.createKey(account);
  const left = async () =>
    Number(/r=(\d+)/.exec(String((await stack.get('/api/v1/usage', key)).headers.ratelimit))?.[1]);
  const before = await left();
  const answers = [];
  for (let text = 0; text < 3; text++)
    answers.push(await stack.post('/api/v1/messages', key, { address: '+15005550006', body: 'x' }));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 402]);
  expect(before - (await left())).toBe(4);
});

test('texts that wait for their end keep that instant when the hours are removed', async () => {
  const account = await stack.createAccount();
  const end = await beQuiet(account);
  const { id } = (await stack.send(account)).json.message;
  await clear(account);
  expect(await sendAt(account)).toBeNull();
  expect((await stack.get(`/api/v1/messages/${id}`, account.key)).json.message.send_at).toBe(end);
  await inspect`update message set send_at = now() where account_id = ${String(account.id)} and id = ${id}`;
  await service.simulation.run('1 s');
  const [row] =
    await inspect`select status from message where account_id = ${String(account.id)} and id = ${id}`;
  expect(row?.status).toBe('queued');
});

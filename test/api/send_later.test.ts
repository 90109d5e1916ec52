// send_at: a text for later is queued, counts, may be cancelled, and leaves at its instant and not before.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSimulatedInspector } from '../simulation/inspector.ts';
import { SimulatedService } from '../simulation/simulated_service.ts';
import type { Answer } from '../support/http_client.ts';
import { type Stack, startStack } from '../support/stack.ts';

const path = '/api/v1/messages';
const hourMs = 3_600_000;
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

const run = (duration: string) => service.simulation.run(duration);
const inMs = (ms: number) => new Date(service.simulation.time.nowMs() + ms).toISOString();
const statusOf = async (account: { id: bigint }, id: number) =>
  (await inspect`select status from message where account_id = ${String(account.id)} and id = ${id}`)[0]
    ?.status;
/** Brings the instant that a text waits for. */
const letCome = (account: { id: bigint }, id: number) =>
  inspect`update message set send_at = now() where account_id = ${String(account.id)} and id = ${id}`;

test('a text for later is queued and shows when, counts at once, and lives for a day from then', async () => {
  const account = await stack.createAccount();
  const at = inMs(10 * 24 * hourMs);
  const { json } = await stack.send(account, { send_at: at });
  expect(json.message).toMatchObject({ id: 1, seq: 1, status: 'queued', send_at: at });
  expect(json.usage.texts_used).toBe(1);
  expect((await stack.get(`${path}/1`, account.key)).json.message).toEqual(json.message);
  expect((await stack.get(`${path}?since=0`, account.key)).json.messages).toEqual([json.message]);
  const [row] =
    await inspect`select status, extract(epoch from deadline_at - send_at)::int4 / 3600 as hours from message
    where account_id = ${String(account.id)}`;
  expect([row?.status, row?.hours]).toEqual(['scheduled', 24]);
});

test('any offset is the same instant', async () => {
  const account = await stack.createAccount();
  const at = new Date(Math.floor(service.simulation.time.nowMs() / 1000) * 1000 + hourMs);
  const local = `${new Date(at.getTime() + 5.5 * hourMs).toISOString().slice(0, 19)}+05:30`;
  expect((await stack.send(account, { send_at: local })).json.message.send_at).toBe(at.toISOString());
});

test('when its time comes any core releases it, and the feed shows no change', async () => {
  const account = await stack.createAccount();
  const { id } = (await stack.send(account, { send_at: inMs(hourMs) })).json.message;
  expect(await statusOf(account, id)).toBe('scheduled');
  await letCome(account, id);
  await run('1 s');
  expect(await statusOf(account, id)).toBe('queued');
  const { messages } = (await stack.get(`${path}?since=1`, account.key)).json;
  expect(messages).toEqual([]);
});

test('it leaves within a second of its instant, and not before', async () => {
  const account = await stack.createAccount();
  const rounds = 6;
  const ids: number[] = [];
  for (let round = 0; round < rounds; round++)
    ids.push((await stack.send(account, { send_at: inMs(1_000 + round * 150) })).json.message.id);
  await run('3 s');
  expect(await statusOf(account, ids.at(-1) as number)).toBe('queued');
  const late =
    await inspect`select substring(steps from 'l(\\d+)')::int8 - extract(epoch from send_at) * 1000 as ms
    from message where account_id = ${String(account.id)}`;
  expect(late).toHaveLength(rounds);
  for (const { ms } of late) {
    expect(Number(ms)).toBeGreaterThanOrEqual(0);
    expect(Number(ms)).toBeLessThan(1_000);
  }
});

test('a text for an instant of the last minute leaves at once', async () => {
  const account = await stack.createAccount();
  const at = inMs(-50_000);
  const { message } = (await stack.send(account, { send_at: at })).json;
  expect([message.send_at, await statusOf(account, message.id)]).toEqual([at, 'queued']);
});

test('a repeat of its client_ref answers the original, also once its instant is long over', async () => {
  const account = await stack.createAccount();
  const at = inMs(hourMs);
  const { message } = (await stack.send(account, { client_ref: 'a', send_at: at })).json;
  for (const send_at of [at, inMs(2 * hourMs), '2020-01-01T00:00:00Z', inMs(1_000 * hourMs), null]) {
    const replay = await stack.send(account, { client_ref: 'a', send_at });
    expect([replay.headers['idempotent-replayed'], replay.json.message]).toEqual(['true', message]);
    expect(replay.headers['idempotent-differs']).toBeUndefined();
  }
});

const outside = 'send_at must lie in the years 1970 to 9999';
const never = 'send_at must be an instant with its offset, like 2026-11-20T14:00:00+01:00';
test('an instant 35 days ahead is accepted, and a second more is not; nor is an instant more than a minute ago', async () => {
  const account = await stack.createAccount();
  const { key } = account;
  const mostMs = 35 * 24 * hourMs;
  await stack.send(account, { send_at: inMs(mostMs) });
  await stack.send(account, { send_at: inMs(-59_000) });
  for (const beyond of [mostMs + 1_000, -61_000]) {
    const body = { address: '+15005550006', body: 'x', send_at: inMs(beyond) };
    expect([beyond, (await stack.post(path, key, body)).json.code]).toEqual([beyond, 'invalid_request']);
  }
});

describe('refused with clear words', () => {
  const year = 2027;
  test.each([
    [`${year}-02-30T12:00:00Z`, never],
    [`${year}-13-01T12:00:00Z`, never],
    [`${year}-01-01T12:00:00`, never],
    [`${year}-01-01T12:00Z`, never],
    [`${year}-01-01T24:00:00Z`, never],
    [`${year}-01-01T12:00:60Z`, never],
    [`${year}-01-01T12:00:00+24:00`, never],
    [`${year}-01-01 12:00:00Z`, never],
    [`+0${year}-01-01T12:00:00Z`, outside],
    ['tomorrow', never],
    ['1767225600', never],
    ['0000-01-01T00:00:00Z', outside],
    ['1969-12-31T23:59:59Z', outside],
    ['2020-01-01T00:00:00Z', 'send_at must not be in the past'],
    ['9998-01-01T00:00:00Z', 'send_at must be at most 35 days ahead'],
    ['9999-12-31T23:59:59Z', 'send_at must be at most 35 days ahead'],
  ])('%s', async (send_at, words) => {
    const { key } = await stack.createAccount();
    const body = { address: '+15005550006', body: 'x', send_at };
    const { status, json } = await stack.post(path, key, body);
    expect([status, json.code, json.error]).toEqual([400, 'invalid_request', words]);
    const dry = await stack.post(path, key, { ...body, dry_run: true });
    expect(dry.json.verdict ?? dry.json).toMatchObject({ code: 'invalid_request', error: words });
    const batch = await stack.post(`${path}/batch`, key, { texts: [body, { ...body, send_at: null }] });
    expect(batch.json.results).toMatchObject([{ ok: false, error: words }, { ok: true }]);
    expect((await stack.get('/api/v1/usage', key)).json.texts_used).toBe(1);
  });

  test.each([
    ['', 400],
    [0, 400],
    [true, 400],
    [{}, 400],
    ['x'.repeat(65), 400],
  ])('%j', async (send_at, expected) => {
    const { key } = await stack.createAccount();
    expect((await stack.post(path, key, { address: '+15005550006', body: 'x', send_at })).status).toBe(
      expected,
    );
  });
});

test('it is cancelled like any waiting text, gives its unit back, and is then not released', async () => {
  const account = await stack.createAccount();
  const { id } = (await stack.send(account, { send_at: inMs(hourMs) })).json.message;
  const remove = () => stack.ask({ method: 'DELETE', path: `${path}/${id}`, key: account.key });
  const { json } = await remove();
  expect(json.message).toMatchObject({ status: 'failed', send_at: expect.any(String) });
  expect(json.message.error).toMatch(/^cancelled: /);
  expect((await stack.get('/api/v1/usage', account.key)).json.texts_used).toBe(0);
  expect((await remove()).json).toEqual(json);
});

test('a release and a cancel at once leave it cancelled, whichever wins', async () => {
  const account = await stack.createAccount();
  const ids: number[] = [];
  for (let text = 0; text < 20; text++)
    ids.push((await stack.send(account, { send_at: inMs(500) })).json.message.id);
  // The cancels come while the first statement that releases them is under way.
  const cancels: Promise<Answer>[] = [];
  service.database.onLet = ({ text }) => {
    if (cancels.length > 0 || !text.includes("set status = 'queued', steps")) return;
    const asked = ids.map((id) => ({ method: 'DELETE', path: `${path}/${id}`, key: account.key }));
    cancels.push(...asked.map((ask, index) => stack.begin(ask, index % 2)));
  };
  await run('1 s');
  service.database.onLet = () => {};
  const answers = await Promise.all(cancels);
  expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
  expect((await stack.get('/api/v1/usage', account.key)).json.texts_used).toBe(0);
});

test('it ends and gives its unit back when its recipient opts out', async () => {
  const account = await stack.createAccount();
  const { id } = (await stack.send(account, { send_at: inMs(hourMs) })).json.message;
  await stack.ask({ method: 'PUT', path: '/api/v1/opt-outs/%2B15005550006', key: account.key });
  await run('1 s');
  expect(await statusOf(account, id)).toBe('failed');
  const { message } = (await stack.get(`${path}/${id}`, account.key)).json;
  expect(message.error).toMatch(/^opted_out: /);
  expect((await stack.get('/api/v1/usage', account.key)).json.texts_used).toBe(0);
});

test('a batch accepts texts for now and for later, each with its own verdict, in their order', async () => {
  const account = await stack.createAccount();
  const at = inMs(hourMs);
  const text = { address: '+15005550006', body: 'x' };
  const { results } = (
    await stack.post(`${path}/batch`, account.key, {
      texts: [
        text,
        { ...text, send_at: at },
        { ...text, from: 'device:1' },
        { ...text, send_at: at, from: 'device:1' },
      ],
    })
  ).json;
  const shown = results.map(({ message }: { message: Record<string, unknown> }) => [
    message.id,
    message.send_at,
    message.from,
  ]);
  expect(shown).toEqual([
    [1, null, null],
    [2, at, null],
    [3, null, 'device:1'],
    [4, at, 'device:1'],
  ]);
  const statuses =
    await inspect`select status from message where account_id = ${String(account.id)} order by id`;
  expect(statuses.map(({ status }) => status)).toEqual(['queued', 'scheduled', 'queued', 'scheduled']);
});

test('a dry run says when it would leave', async () => {
  const { key } = await stack.createAccount();
  const at = inMs(hourMs);
  const dry = async (fields: object) =>
    (await stack.post(path, key, { address: '+15005550006', body: 'x', dry_run: true, ...fields })).json
      .verdict;
  expect((await dry({ send_at: at })).preview).toMatchObject({ leaves_at: at, units: 1 });
  expect((await dry({})).preview.leaves_at).toBeNull();
  expect((await dry({ send_at: inMs(-1_000) })).preview.leaves_at).toBeNull();
});

test('the timeline says until when it waits, and when its time came', async () => {
  const account = await stack.createAccount();
  const at = inMs(hourMs);
  const { id } = (await stack.send(account, { send_at: at })).json.message;
  const read = async () => (await stack.get(`${path}/${id}/events`, account.key)).json;
  const kindsOf = (events: { kind: string; until: string }[]) =>
    events.map(({ kind, until: to }) => [kind, to]);
  const before = await read();
  expect(kindsOf(before.events)).toEqual([
    ['accepted', null],
    ['scheduled', at],
  ]);
  expect(before.events[0].by.hint).toBeTruthy();
  expect(before.waiting_for).toMatchObject({ what: 'scheduled', until: at });
  await letCome(account, id);
  await run('1 s');
  expect(await statusOf(account, id)).toBe('queued');
  const after = await read();
  expect(kindsOf(after.events)).toEqual([
    ['accepted', null],
    ['scheduled', at],
    ['released', null],
  ]);
  expect(after.waiting_for.what).toBe('device_away');
});

test('a text that waits too long after its instant expires and does not leave', async () => {
  const account = await stack.createAccount();
  const { id } = (await stack.send(account, { send_at: inMs(hourMs) })).json.message;
  await inspect`update message set send_at = now() - interval '2 days', deadline_at = now() - interval '1 day'
    where account_id = ${String(account.id)}`;
  await run('1 s');
  await service.simulation.during(stack.core.sweep());
  expect(await statusOf(account, id)).toBe('failed');
  const { message } = (await stack.get(`${path}/${id}`, account.key)).json;
  expect(message.error).toMatch(/^expired_in_queue: /);
});

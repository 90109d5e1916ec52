// The carrier as a whole at a company of the test: its window, its rate limit, its backoff, its connections and its end.
import { describe, expect, test } from 'vitest';
import type { Company } from '../../../test/support/http_carrier_end/company.ts';
import { type OpenHttp, plainSettings } from '../../../test/support/http_carrier_end/open_http.ts';
import { provideCompany } from '../../../test/support/http_carrier_end/provide_company.ts';
import { submissionOf } from '../../../test/support/smsc/open_carrier.ts';
import type { SubmitResult } from '../carrier.ts';

let end: Company;
const { clock, run, idle, ...company } = provideCompany((started) => {
  end = started;
});

const open = (settings: Record<string, unknown> = {}): OpenHttp =>
  company.open({ ...plainSettings(end.url), ...settings });

const textOf = (id: number) => submissionOf(`text ${id}`, { messageId: BigInt(id), name: `1-${id}` });
const answers = (...replies: Awaited<ReturnType<Company['onRequest']>>[]) => {
  end.onRequest = () => replies[Math.min(end.requests.length, replies.length) - 1] as { status: number };
};

test('a text arrives with its stable name, and is known by the name that the company gives', async () => {
  const { carrier } = open();
  expect(await carrier.submit(textOf(7))).toEqual({ kind: 'accepted', ref: 'far-1' });
  expect(JSON.parse(end.requests[0]?.body ?? '')).toEqual({ to: '+15005550006', text: 'text 7', key: '1-7' });
  expect(end.requests[0]).toMatchObject({ method: 'POST', url: '/texts' });
});

test('connections are kept, and one that its other side ended is not used', async () => {
  const { carrier } = open();
  await carrier.submit(textOf(1));
  await carrier.submit(textOf(2));
  expect(end.connections).toBe(1);
  end.endAll();
  await idle();
  expect(end.open).toBe(0);
  expect(await carrier.submit(textOf(3))).toMatchObject({ kind: 'accepted' });
  expect(end.connections).toBe(2);
});

test('with keep_alive_s 0 every request has a connection of its own', async () => {
  const { carrier } = open({ keep_alive_s: 0 });
  for (const id of [1, 2, 3]) await carrier.submit(textOf(id));
  expect(end.connections).toBe(3);
});

describe('capacity', () => {
  test('capacity is what the window leaves, and more than that is refused without asking', async () => {
    end.onRequest = () => 'silence';
    const { carrier } = open({ window: 3 });
    expect(carrier.capacity()).toBe(3);
    const underWay = [1, 2, 3].map((id) => carrier.submit(textOf(id)));
    expect(carrier.capacity()).toBe(0);
    expect(await carrier.submit(textOf(4))).toMatchObject({
      kind: 'rejected',
      retryable: true,
      afterMs: 1_000,
    });
    await run('15 s');
    expect((await Promise.all(underWay)).map(({ kind }) => kind)).toEqual(['unknown', 'unknown', 'unknown']);
    expect(end.requests).toHaveLength(3);
  });

  test('capacity is announced when there is some again', async () => {
    const { carrier, capacityCalls } = open({ window: 1 });
    expect(capacityCalls()).toBe(1);
    const submitted = carrier.submit(textOf(1));
    expect(carrier.capacity()).toBe(0);
    await submitted;
    expect(capacityCalls()).toBe(2);
    expect(carrier.capacity()).toBe(1);
  });

  test('follows the limit of texts a second', async () => {
    const { carrier, capacityCalls } = open({ texts_per_second: 10 });
    await carrier.submit(textOf(1));
    expect(carrier.capacity()).toBe(0);
    const before = capacityCalls();
    await run(100);
    expect(carrier.capacity()).toBe(1);
    expect(capacityCalls()).toBe(before + 1);
  });

  test('there is none before the start and after the stop', async () => {
    const { carrier } = open();
    await carrier.stop();
    await carrier.stop();
    expect(carrier.capacity()).toBe(0);
    expect(carrier.health()).toEqual({ up: false, detail: 'closed' });
    expect(await carrier.submit(textOf(1))).toMatchObject({ kind: 'rejected', retryable: true });
    expect(end.requests).toEqual([]);
  });
});

describe('a backoff', () => {
  test.each<[string, Awaited<ReturnType<Company['onRequest']>>, string]>([
    ['too many requests', { status: 429 }, 'rejected'],
    ['a key that it does not know', { status: 401 }, 'rejected'],
    ['a failure of its own', { status: 500 }, 'unknown'],
    ['a connection that breaks', 'reset', 'unknown'],
  ])('follows %s, grows, and ends with one text that finds out', async (_name, reply, kind) => {
    answers(reply, reply, { body: '{"id":"a"}' });
    const { carrier, capacityCalls } = open();
    expect(await carrier.submit(textOf(1))).toMatchObject({ kind });
    expect(carrier.capacity()).toBe(0);
    expect(carrier.health().up).toBe(false);
    await run('1 s');
    expect(carrier.capacity()).toBe(1);
    expect(await carrier.submit(textOf(2))).toMatchObject({ kind });
    await run('1 s');
    expect(carrier.capacity()).toBe(0);
    const before = capacityCalls();
    await run('1 s');
    expect([carrier.capacity(), capacityCalls()]).toEqual([1, before + 1]);
    const third = carrier.submit(textOf(3));
    expect(carrier.capacity()).toBe(0);
    expect(await third).toMatchObject({ kind: 'accepted' });
    expect([carrier.capacity(), carrier.health().up]).toEqual([20, true]);
  });

  test('follows a company that is not there', async () => {
    await end.close();
    const { carrier } = open();
    expect(await carrier.submit(textOf(1))).toMatchObject({
      kind: 'rejected',
      retryable: true,
      afterMs: 1_000,
    });
    expect(carrier.capacity()).toBe(0);
    expect(carrier.health()).toMatchObject({
      up: false,
      detail: expect.stringContaining('refuses connections'),
    });
  });

  test('a backoff lasts as long as the company asks for', async () => {
    answers({ status: 503, headers: { 'retry-after': '30' } }, {});
    const { carrier } = open();
    expect(await carrier.submit(textOf(1))).toMatchObject({
      kind: 'rejected',
      retryable: true,
      afterMs: 30_000,
    });
    await run(29_999);
    expect(carrier.capacity()).toBe(0);
    await run(1);
    expect(carrier.capacity()).toBe(1);
  });

  test('a backoff does not follow a text that is refused', async () => {
    answers({ status: 400 });
    const { carrier } = open();
    expect(await carrier.submit(textOf(1))).toMatchObject({ kind: 'rejected', retryable: false });
    expect([carrier.capacity(), carrier.health().up]).toEqual([20, true]);
  });

  test('an answer that was asked for before it ends neither the backoff nor its caution', async () => {
    let open1: (reply: { body: string }) => void = () => {};
    const first = new Promise<{ body: string }>((resolve) => {
      open1 = resolve;
    });
    end.onRequest = ({ body }) => (body.includes('text 1') ? first : { status: 429 });
    const { carrier } = open();
    const slow = carrier.submit(textOf(1));
    await idle();
    await carrier.submit(textOf(2));
    open1({ body: '{"id":"x"}' });
    expect(await slow).toMatchObject({ kind: 'accepted' });
    expect([carrier.capacity(), carrier.health().up]).toEqual([0, false]);
    await run('1 s');
    expect(carrier.capacity()).toBe(1);
  });
});

test('a stop waits for answers that come, and takes nothing more', async () => {
  let give: (reply: { body: string }) => void = () => {};
  end.onRequest = () =>
    new Promise((resolve) => {
      give = resolve;
    });
  const { carrier } = open();
  const submitted = carrier.submit(textOf(1));
  await idle();
  const stopped = carrier.stop();
  expect(await carrier.submit(textOf(2))).toMatchObject({ kind: 'rejected', retryable: true });
  give({ body: '{"id":"late"}' });
  expect(await submitted).toEqual({ kind: 'accepted', ref: 'late' });
  await stopped;
});

test('what cannot be expressed, or is too late, is refused without asking', async () => {
  const { request } = plainSettings(end.url);
  const { carrier } = open({
    request: {
      ...request,
      json: undefined,
      raw: { template: '<t to="{{recipient}}">{{text}}</t>', content_type: 'text/xml', escape: 'xml' },
    },
  });
  const refused: SubmitResult = await carrier.submit(submissionOf('bell \u0007'));
  expect(refused).toMatchObject({ kind: 'rejected', code: 'carrier_failed', retryable: false });
  expect(await carrier.submit({ ...textOf(1), expiresAtMs: clock.nowMs() })).toMatchObject({
    retryable: true,
  });
  expect(end.requests).toEqual([]);
});

test('no sentence holds a number, a text, a secret or an address', async () => {
  const secret = 'canary-4711';
  const { request } = plainSettings(end.url);
  answers({ status: 400, body: '{"code":"15005550006","message":"canary"}' }, 'reset');
  const { carrier } = open({
    request: { ...request, bearer_token: secret },
    answers: [
      { status: ['2xx'], means: 'accepted' },
      { status: ['400'], means: 'rejected_by_network', code: 'code' },
    ],
  });
  const reported = [JSON.stringify(await carrier.submit(textOf(1)))];
  reported.push(JSON.stringify(await carrier.submit(textOf(2))), carrier.health().detail);
  await run('2 s');
  await end.close();
  reported.push(JSON.stringify(await carrier.submit(textOf(3))), carrier.health().detail);
  expect(reported.join('\n')).not.toMatch(/canary|4711|1500555|127\.0|text [123]/);
});

// What the client does by itself: repeating, waiting, its place in the feed, and whom it believes.
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Clock } from './clock.ts';
import {
  ApiError,
  CursorAheadError,
  Textrelay,
  UnansweredError,
  verifyWebhook,
  WebhookError,
} from './textrelay.ts';

interface Asked {
  method: string;
  url: URL;
  body: Record<string, unknown> | undefined;
}

let asked: Asked[];
/** What is answered, in turn: an answer, or no whole one. The time that passes before is in `takesMs`. */
let answers: (Response | 'cut')[];
let slept: number[];
let nowMs: number;
let takesMs: number;

const clock: Clock = {
  nowMs: () => nowMs,
  random: () => 1,
  after: () => () => undefined,
  sleep: async (ms) => {
    slept.push(ms);
    nowMs += ms;
  },
};

const textrelay = new Textrelay({ baseUrl: 'https://texts.example/', key: 'svc_live_x', clock });
const text = { address: '+15005550006', body: 'hello' };
const usage = { texts_used: 1 };
const message = (fields: object) => ({ id: 1, seq: 1, status: 'queued', ...fields });
const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });
const refusal = (code: string, status: number, after?: string) =>
  json(
    { error: code, code, next: `Mend ${code}.` },
    status,
    after === undefined ? {} : { 'retry-after': after },
  );
const page = (seqs: number[], next: number, more: object = {}) =>
  json({
    messages: seqs.map((seq) => message({ id: seq, seq })),
    next_since: next,
    has_more: false,
    ...more,
  });

beforeEach(() => {
  [asked, answers, slept, nowMs, takesMs] = [[], [], [], 1_000_000, 0];
  vi.stubGlobal('fetch', async (url: string, { method, body }: { method: string; body?: string }) => {
    asked.push({ method, url: new URL(url), body: body === undefined ? undefined : JSON.parse(body) });
    nowMs += takesMs;
    const answer = answers.shift() ?? 'cut';
    if (answer === 'cut') throw new TypeError('fetch failed');
    return answer;
  });
});
afterEach(() => vi.unstubAllGlobals());

test('a send is repeated with one client_ref until it is answered, and not before Retry-After', async () => {
  answers = ['cut', refusal('unavailable', 503, '7'), new Response('<p>502</p>', { status: 502 })];
  answers.push(json({ message: message({}), usage }, 200, { 'idempotent-replayed': 'true' }));
  expect(await textrelay.send(text)).toMatchObject({ replayed: true, differs: false, usage });
  expect(slept).toEqual([200, 7_000, 800]);
  const [ref] = asked.map(({ body }) => body?.client_ref);
  expect(ref).toMatch(/^[0-9a-f]{32}$/);
  expect(asked.map(({ body }) => body)).toEqual(Array(4).fill({ ...text, client_ref: ref }));
});

test('two sends without a client_ref have two, and an own one is kept', async () => {
  answers = [1, 2, 3].map((id) => json({ message: message({ id }), usage }));
  await textrelay.send(text);
  await textrelay.send(text);
  await textrelay.send({ ...text, client_ref: 'mine' });
  const refs = asked.map(({ body }) => body?.client_ref);
  expect(new Set(refs).size).toBe(3);
  expect(refs[2]).toBe('mine');
});

test('a send whose patience ends says which client_ref to go on with', async () => {
  const error = await textrelay.send({ ...text, client_ref: 'r' }).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(UnansweredError);
  expect([error.clientRef, nowMs - 1_000_000 <= 120_000]).toEqual(['r', true]);
});

test('a refusal is thrown at once with its code, and one that asks for a longer wait than is allowed is, too', async () => {
  answers = [
    refusal('opted_out', 409),
    refusal('rate_limited', 429, '61'),
    refusal('rate_limited', 429, '60'),
  ];
  answers.push(refusal('key_scope', 403));
  for (const [code, status, count] of [
    ['opted_out', 409, 1],
    ['rate_limited', 429, 2],
    ['key_scope', 403, 4],
  ] as const) {
    const error = await textrelay.send(text).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect([error.code, error.status, error.next, asked.length]).toEqual([
      code,
      status,
      `Mend ${code}.`,
      count,
    ]);
  }
});

test('what may have been done is not repeated unless that is asked for', async () => {
  await expect(textrelay.request('POST', '/api/v1/contacts', { body: {} })).rejects.toThrow('fetch failed');
  expect(asked.length).toBe(1);
  answers = ['cut', json({ plan: 'pro' })];
  expect(await textrelay.usage()).toEqual({ plan: 'pro' });
});

test('an ask waits on through cuts until the reply, and sends with one client_ref', async () => {
  const reply = message({ id: 5, seq: 9, direction: 'in' });
  const pending = { state: 'pending', id: 1, since: 4 };
  takesMs = 2_000;
  answers = ['cut', json({ message: message({}), usage, outcome: pending }), 'cut'];
  answers.push(
    json({ message: message({ status: 'sent' }), outcome: { ...pending, state: 'reply', reply, since: 9 } }),
  );
  const found = await textrelay.ask(text, { deadlineSeconds: 20 });
  expect(found).toEqual({ message: message({ status: 'sent' }), reply, since: 9 });
  expect(asked[0]?.body).toMatchObject({ wait_for: 'reply', wait: 20 });
  expect(asked[1]?.body).toEqual({ ...asked[0]?.body, wait: 18 });
  expect(asked[3]?.url.href).toBe(
    'https://texts.example/api/v1/messages/1/outcome?wait_for=reply&since=4&wait=14',
  );
});

test('an ask ends with its time or when the text failed, and asks a service that cannot wait once a second', async () => {
  const pending = { state: 'pending', id: 1, since: 4 };
  answers = Array.from({ length: 9 }, () => json({ message: message({}), usage, outcome: pending }));
  expect(await textrelay.ask(text, { deadlineSeconds: 3 })).toMatchObject({ reply: null, since: 4 });
  expect(slept).toEqual([1_000, 1_000, 1_000]);
  answers = [json({ message: message({ status: 'failed' }), outcome: { ...pending, state: 'final' } })];
  const found = await textrelay.waitForReply(1, { since: 4 });
  expect(found).toMatchObject({ message: { status: 'failed' }, reply: null });
});

test('changes begin now, save where they are when the next text is asked for, and survive what passes', async () => {
  const saved: number[] = [];
  const cursor = { load: () => undefined, save: (seq: number) => void saved.push(seq) };
  answers = [
    'cut',
    page([], 0, { cursor_ahead: true, newest_seq: 7 }),
    page([8, 9], 9),
    refusal('unavailable', 503, '1'),
  ];
  answers.push(page([], 9), page([12], 12));
  const changes = textrelay.changes({ cursor });
  const seqs: number[] = [];
  for await (const { seq } of changes) {
    seqs.push(seq);
    if (seq === 9) expect(saved).toEqual([7, 8]);
    if (seq === 12) break;
  }
  expect([seqs, saved]).toEqual([
    [8, 9, 12],
    [7, 8, 9],
  ]);
  expect(asked.at(-1)?.url.search).toBe('?since=9&wait=25&limit=500');
});

test('changes go on from a stored place, end by their signal, and throw when the place is above everything', async () => {
  const controller = new AbortController();
  const cursor = { load: () => 3, save: () => undefined };
  answers = [page([4, 5], 5), page([], 0, { cursor_ahead: true, newest_seq: 2 })];
  const seqs: number[] = [];
  for await (const { seq } of textrelay.changes({ cursor, signal: controller.signal })) {
    seqs.push(seq);
    controller.abort();
  }
  expect([seqs, asked[0]?.url.searchParams.get('since')]).toEqual([[4], '3']);
  await expect(textrelay.changes({ cursor }).next()).rejects.toBeInstanceOf(CursorAheadError);
});

test('lists are read page after page, by either kind of cursor', async () => {
  answers = [json({ threads: [1, 2], next_cursor: 'c' }), json({ threads: [3], next_cursor: null })];
  answers.push(json({ messages: [4], next_before: 0 }), json({ messages: [5], next_before: null }));
  const found: unknown[] = [];
  for await (const thread of textrelay.threads({ limit: 2 })) found.push(thread);
  for await (const one of textrelay.thread('+1 500')) found.push(one);
  expect(found).toEqual([1, 2, 3, 4, 5]);
  expect(asked.map(({ url }) => url.pathname + url.search)).toEqual([
    '/api/v1/threads?limit=2',
    '/api/v1/threads?limit=2&cursor=c',
    '/api/v1/threads/%2B1%20500/messages',
    '/api/v1/threads/%2B1%20500/messages?before=0',
  ]);
});

test('a webhook is believed when one of the secrets signed it in time, and no other', async () => {
  const secret = `whsec_${btoa('a secret of 24 octets...')}`;
  const body = JSON.stringify({ events: [{ id: '1.2', type: 'text.received', at: '', data: {} }] });
  const signed = (own: string, at = new Date(nowMs)) => ({
    'webhook-id': 'm',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': `v1a,x v1,! ${new Webhook(own).sign('m', at, body)}`,
  });
  const options = { nowMs };
  const other = `whsec_${btoa('another one')}`;
  const headers = signed(secret);
  expect(await verifyWebhook(body, headers, [other, secret], options)).toMatchObject([{ id: '1.2' }]);
  expect(await verifyWebhook(body, new Headers(headers), secret.slice(6), options)).toHaveLength(1);
  for (const [text, given, own] of [
    [`${body} `, headers, secret],
    [body, headers, other],
    [body, { ...headers, 'webhook-id': 'n' }, secret],
    [body, { ...headers, 'webhook-signature': '' }, secret],
    [body, { ...headers, 'webhook-timestamp': '1e3' }, secret],
    [body, signed(secret, new Date(nowMs - 301_000)), secret],
    [body, signed(secret, new Date(nowMs + 301_000)), secret],
    [body, headers, ''],
  ] as const)
    await expect(verifyWebhook(text, given, own, options)).rejects.toBeInstanceOf(WebhookError);
});

// Names that requests have and operations don't: misspelt ones are refused, others ignored and named.
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { liveKey } from '../../testing/fake_core.ts';
import { type Pair, startPair } from '../../testing/start_pair.ts';
import { KnownFields } from './known_fields.ts';

let pair: Pair;
beforeAll(async () => {
  pair = await startPair();
});
afterAll(() => pair.stop());

const text = { address: '+15551234567', body: 'hello' };
const send = (more: object | string) =>
  pair.post('/api/v1/messages', typeof more === 'string' ? more : { ...text, ...more });
const ask = (method: string, path: string, body?: unknown) =>
  pair.get(path, {
    method,
    headers: {
      authorization: `Bearer ${liveKey}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const ignoredBy = (response: Response) => response.headers.get('ignored-fields');

async function expectMisspelt(response: Response, error: string) {
  expect([response.status, await response.json()]).toMatchObject([400, { error, code: 'invalid_request' }]);
}

describe('a misspelt field', () => {
  test.each([
    ['sendAt', 'send_at'],
    ['SEND_AT', 'send_at'],
    ['Send-At', 'send_at'],
    ['sendat', 'send_at'],
    ['send at', 'send_at'],
    ['__send__at__', 'send_at'],
    ['sent_at', 'send_at'],
    ['sned_ta', 'send_at'],
    ['clientRef', 'client_ref'],
    ['client-ref', 'client_ref'],
    ['clientref', 'client_ref'],
    ['client_rf', 'client_ref'],
    ['client_refs', 'client_ref'],
    ['clinet_erf', 'client_ref'],
    ['cl\u0456ent_ref', 'client_ref'],
    ['clientRfe', 'client_ref'],
    ['client-rf', 'client_ref'],
    ['dryRun', 'dry_run'],
    ['Urgent', 'urgent'],
    ['urgnet', 'urgent'],
    ['rout', 'route'],
    ['form', 'from'],
    ['From', 'from'],
    ['body2', 'body'],
    ['bdoy', 'body'],
    ['adress', 'address'],
    ['adresss', 'address'],
  ])('%j is refused: %j is meant', async (name, meant) => {
    const asked = pair.core.asked.texts.length;
    const response = await send({ [name]: 'x' });
    await expectMisspelt(
      response,
      `${JSON.stringify(name)} is not a field of this request: did you mean "${meant}"?`,
    );
    expect(pair.core.asked.texts.length).toBe(asked);
  });

  test('is refused before what is missing for its sake', async () => {
    const error = '"Address" is not a field of this request: did you mean "address"?';
    await expectMisspelt(await pair.post('/api/v1/messages', { Address: '+15551234567', body: 'x' }), error);
  });

  test('is refused beside the right one', async () => {
    const response = await send({ client_ref: 'a', clientRef: 'b' });
    await expectMisspelt(response, '"clientRef" is not a field of this request: did you mean "client_ref"?');
  });

  test('refuses its text of a batch, and none of the others', async () => {
    const texts = [{ ...text, sendAt: 'x' }, text, { ...text, priority: 1 }, { ...text, priority: 2 }];
    const response = await pair.post('/api/v1/messages/batch', { texts, tag: 'x' });
    expect(ignoredBy(response)).toBe('tag, texts[].priority');
    const { results } = (await response.json()) as { results: { ok: boolean; error: string | null }[] };
    expect(results.map(({ ok }) => ok)).toEqual([false, true, true, true]);
    expect(results[0]?.error).toBe(
      '"texts[].sendAt" is not a field of this request: did you mean "texts[].send_at"?',
    );
  });
});

describe('a misspelt parameter', () => {
  test.each([
    ['GET', '/messages?Since=1', 'Since', 'since'],
    ['GET', '/messages?sinc=1', 'sinc', 'since'],
    ['GET', '/messages?since=1&limits=2', 'limits', 'limit'],
    ['GET', '/messages?wiat=1', 'wiat', 'wait'],
    ['HEAD', '/messages?wiat=1', 'wiat', 'wait'],
    ['GET', '/threads?Cursor=1', 'Cursor', 'cursor'],
    ['GET', '/threads/+15551234567/messages?befor=1', 'befor', 'before'],
    ['DELETE', '/messages?clientRef=a', 'clientRef', 'client_ref'],
    ['GET', '/opt-outs?addres=1', 'addres', 'address'],
    ['GET', '/consumers/shop/messages?Lease=1', 'Lease', 'lease'],
  ])('%s %s: %s is refused', async (method, path, name, meant) => {
    const response = await ask(method, `/api/v1${path}`);
    if (method === 'HEAD') expect(response.status).toBe(400);
    else
      await expectMisspelt(
        response,
        `"${name}" is not a parameter of this request: did you mean "${meant}"?`,
      );
  });
});

describe('a name in the wrong place is refused:', () => {
  test('a field of the body in the query', async () => {
    const response = await pair.post('/api/v1/messages?dry_run=true', text);
    const error = '"dry_run" is not a parameter of this request: did you mean "dry_run" in the body?';
    await expectMisspelt(response, error);
  });

  test('a parameter in the body', async () => {
    const response = await ask('DELETE', '/api/v1/messages', { client_ref: 'a' });
    const error = '"client_ref" is not a field of this request: did you mean "client_ref" in the query?';
    await expectMisspelt(response, error);
  });

  test('a field of texts beside them, and in the query', async () => {
    const meant = 'of this request: did you mean "send_at" in each of texts?';
    const beside = await pair.post('/api/v1/messages/batch', { texts: [text], send_at: 'x' });
    await expectMisspelt(beside, `"send_at" is not a field ${meant}`);
    const inQuery = await pair.post('/api/v1/messages/batch?send_at=x', { texts: [text] });
    await expectMisspelt(inQuery, `"send_at" is not a parameter ${meant}`);
  });
});

describe('a name that is none of ours', () => {
  test.each([
    'to',
    'text',
    'message',
    'a',
    'id',
    'q',
    'metadata',
    'sender',
    'callback_url',
    '__proto__',
    'constructor',
  ])('%s is ignored and named', async (name) => {
    const response = await send(`{"address":"+15551234567","body":"hi","${name}":{"body":"x"}}`);
    expect([response.status, ignoredBy(response)]).toEqual([200, name]);
  });

  test('is named for queries, for bodies that nobody reads, and beside a refusal', async () => {
    const query = await pair.get('/api/v1/messages?a=1&b=2&a=3&_=4&since[]=9');
    expect([query.status, ignoredBy(query)]).toEqual([200, 'a, b, _, since%5B%5D']);
    const unread = await ask('PUT', '/api/v1/opt-outs/+15551234567', { reason: 'x' });
    expect(ignoredBy(unread)).toBe('reason');
    const refused = await send({ body: '', reason: 'x' });
    expect([refused.status, ignoredBy(refused)]).toEqual([400, 'reason']);
  });

  test('names nothing where all are known, and nothing in what nobody looks into', async () => {
    expect(ignoredBy(await send({ client_ref: 'a', urgent: true }))).toBeNull();
    expect(ignoredBy(await pair.get('/api/v1/messages?since=0&limit=1'))).toBeNull();
    expect(ignoredBy(await send({ extra: { send_at: 1, sendAt: 2 } }))).toBe('extra');
  });

  test('is header-safe whatever it is', async () => {
    const names = ['x\r\nSet-Cookie: a=b', 'größe', '\ud800', 'x, y', '', '\u{1f600}'.repeat(50)];
    const response = await send(Object.fromEntries(names.map((name) => [name, 1])));
    expect(response.status).toBe(200);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(ignoredBy(response)).toBe(
      `x%0D%0ASet-Cookie%3A%20a%3Db, gr%C3%B6%C3%9Fe, %EF%BF%BD, x%2C%20y, "", ...`,
    );
    const long = await send({ ['\u{1f600}'.repeat(5_000)]: 1 });
    expect(ignoredBy(long)).toBe(`${'%F0%9F%98%80'.repeat(40)}...`);
  });

  test('ten are named, and eleven have an end', async () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, 1]));
    expect(ignoredBy(await send(many(10)))).toBe('x0, x1, x2, x3, x4, x5, x6, x7, x8, x9');
    expect(ignoredBy(await send(many(11)))).toBe('x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, ...');
    const huge = many(999);
    expect((ignoredBy(await send(huge)) ?? '').length).toBeLessThan(100);
    await expectMisspelt(
      await send({ ...huge, sendAt: 1 }),
      '"sendAt" is not a field of this request: did you mean "send_at"?',
    );
    expect((await send(many(1_000))).status).toBe(200);
    const refused = await send(many(1_001));
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { error: 'the request must have at most 1000 names that are not known' },
    ]);
  });

  test('in the header has 512 bytes at most', async () => {
    for (const length of [1, 20, 39, 40, 41, 100]) {
      const names = Array.from({ length: 12 }, (_, index) => [`${index}${'€'.repeat(length)}`, 1]);
      const header = ignoredBy(await send(Object.fromEntries(names))) ?? '';
      expect(header.length).toBeLessThanOrEqual(512);
      expect(header).toMatch(/^[\x21-\x7e]+(, [\x21-\x7e]+)*$/);
    }
  });
});

test('short names have to be written as they are: of up to four letters one may differ, of up to two none', () => {
  const fields = new KnownFields(
    Type.Object({ at: Type.String(), seq: Type.String(), from: Type.String(), since: Type.String() }),
  );
  const isRefused = (name: string) => {
    try {
      fields.hold({ [name]: 1 }, { ignoredFields: null });
      return false;
    } catch {
      return true;
    }
  };
  const names = [
    'AT',
    'a-t',
    'to',
    'a',
    'it',
    'sec',
    'se',
    'form',
    'fro',
    'fo',
    'snice',
    'sinc',
    'sne',
    'sinners',
  ];
  expect(names.filter(isRefused)).toEqual([
    ...['AT', 'a-t', 'sec', 'se', 'form', 'fro', 'snice', 'sinc', 'sne'],
  ]);
});

test('objects within objects and in lists are held against names of their own', () => {
  const hours = Type.Object({ from: Type.String(), until: Type.String() });
  const fields = new KnownFields(Type.Object({ days: Type.Array(hours), hours, any: Type.Object({}) }));
  const hold = (part: unknown) => () => {
    const carrier: { ignoredFields: unknown } = { ignoredFields: null };
    fields.hold(part, carrier as never);
    return String(carrier.ignoredFields);
  };
  expect(hold({ days: [{ from: '' }, { untill: '' }] })).toThrow('did you mean "days[].until"?');
  expect(hold({ hours: { From: '' } })).toThrow('did you mean "hours.from"?');
  expect(hold({ until: '' })).toThrow('did you mean "until" in days?');
  expect(hold({ hours: { x: 1 }, days: [{ y: 1 }, 5, null, { y: 2 }], any: { hours: 1 } })()).toBe(
    'days[].y, hours.x',
  );
});

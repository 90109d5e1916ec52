// Calls that are not as they should be: none of them crashes anything, is believed, or is answered with an error of ours.
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { simulateEachTest } from '../../../../test/simulation/each_test.ts';
import {
  type OpenHttp,
  openHttp,
  plainSettings,
} from '../../../../test/support/http_carrier_end/open_http.ts';
import { isPath, readDocument, readMoment, textAt, valueAt } from '../reading/document.ts';

const receipts = { ref: 'id', state: 'state', delivered: ['ok'], failed: ['bad'], code: 'code', at: 'at' };
const texts = { id: 'id', sender: 'from', recipient: 'to', text: 'text' };
const none = { scheme: 'none' };
let opened: OpenHttp;
const { clock, idle } = simulateEachTest();

beforeEach(() => {
  opened = openHttp(clock, {
    ...plainSettings('http://127.0.0.1:9'),
    callbacks: {
      hooks: {
        receipt: { format: 'json', signature: none, receipts },
        form: { format: 'form', signature: none, receipts, answer: { status: 204 } },
        list: { format: 'json', signature: none, events: 'events', receipts },
        root: { format: 'json', signature: none, events: '$', receipts },
        text: { format: 'json', signature: none, texts },
        both: {
          format: 'json',
          signature: none,
          receipts: { ...receipts, where: [{ path: 'kind', is: ['dlr'] }] },
          texts: { ...texts, where: [{ path: 'kind', matches: '^m[ot]$' }] },
        },
      },
    },
  });
});
afterEach(() => opened.carrier.stop());

const json = (hook: string, body: unknown) => opened.call({ hook, body: Buffer.from(JSON.stringify(body)) });

describe('what is answered', () => {
  test.each<[string, string, string | Uint8Array, string]>([
    ['a receipt', 'receipt', '{"id":"a","state":"OK"}', 'receipt'],
    ['a receipt with a byte order mark', 'receipt', '\ufeff{"id":"a","state":"ok"}', 'receipt'],
    ['a receipt without a name', 'receipt', '{"state":"ok"}', 'incomplete'],
    ['a receipt with an empty name', 'receipt', '{"id":" ","state":"ok"}', 'incomplete'],
    ['a receipt without a state', 'receipt', '{"id":"a"}', 'incomplete'],
    ['a state that is a list', 'receipt', '{"id":"a","state":["ok"]}', 'incomplete'],
    ['null', 'receipt', 'null', 'unreadable'],
    ['a list where one is wanted', 'receipt', '[]', 'incomplete'],
    ['nothing', 'receipt', '', 'unreadable'],
    ['no JSON', 'receipt', '{"id":', 'unreadable'],
    ['no UTF-8', 'receipt', Buffer.from([0x7b, 0xff, 0x7d]), 'unreadable'],
    ['brackets without end', 'receipt', '['.repeat(200_000), 'unreadable'],
    [
      'what is nested very deeply',
      'receipt',
      `{"id":"a","state":"ok","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      'unreadable',
    ],
    ['a name of the language', 'receipt', '{"__proto__":{"id":"a","state":"ok"}}', 'incomplete'],
    ['a form', 'form', 'id=a&state=bad', 'receipt'],
    ['a form that is cut in an escape', 'form', 'id=%4&state=ok', 'receipt'],
    ['no list where one is wanted', 'list', '{}', 'unreadable'],
    ['an empty list', 'list', '{"events":[]}', ''],
    ['one event instead of a list', 'list', '{"events":{"id":"a","state":"ok"}}', 'receipt'],
    ['a list as the whole document', 'root', '[{"id":"a","state":"ok"},{"id":"b"}]', 'receipt incomplete'],
    ['a text without a name', 'text', '{"from":"+1","to":"+2","text":"x"}', 'text'],
    ['a text without a sender', 'text', '{"id":"a","to":"+2","text":"x"}', 'text'],
    ['a text without words', 'text', '{"id":"a","from":"+1","to":"+2","text":""}', 'text incomplete'],
    ['a text without its words', 'text', '{"id":"a","from":"+1","to":"+2"}', 'text incomplete'],
    ['a text for nobody', 'text', '{"id":"a","from":"+1","text":"x"}', 'incomplete'],
    ['something else', 'both', '{"kind":"news"}', ''],
    ['a text among both', 'both', '{"kind":"mo","id":"a","from":"+1","to":"+2","text":"x"}', 'text'],
  ])('to %s', async (_name, hook, body, becomes) => {
    const { status } = await opened.call({ hook, body: Buffer.from(body) });
    expect(status).toBe(hook === 'form' ? 204 : 200);
    const { receipts: taken, texts: received, deadLetters } = opened.sink;
    expect([
      ...taken.map(() => 'receipt'),
      ...received.map(() => 'text'),
      ...deadLetters.map(({ why }) => why),
    ]).toEqual(becomes.split(' ').filter(Boolean));
  });

  test('all events of a call are stored, however many there are', async () => {
    const events = Array.from({ length: 2_500 }, (_, index) => ({ id: `r${index}`, state: 'ok' }));
    await json('list', { events });
    expect(opened.sink.receipts.map(({ ref }) => ref)).toEqual(events.map(({ id }) => id));
  });

  test('the right method is asked for where the signature does not prove what the other one brings', async () => {
    await opened.carrier.stop();
    const signature = { scheme: 'hmac', header: 'x', secret: 'a-long-secret-of-tests' };
    opened = openHttp(clock, {
      ...plainSettings('http://127.0.0.1:9'),
      callbacks: {
        public_url: 'https://sms.example.com',
        hooks: {
          body: { format: 'json', signature, receipts },
          url: { format: 'query', signature: { ...signature, signs: '{{url}}' }, receipts },
        },
      },
    });
    const statuses = async (hook: string) =>
      Promise.all(
        ['GET', 'POST'].map(async (method) => (await opened.call({ hook, method, query: '?id=a' })).status),
      );
    expect([await statuses('body'), await statuses('url')]).toEqual([
      [405, 401],
      [401, 401],
    ]);
  });

  test('a query that the signature does not prove is not read, and a secret in it is kept nowhere', async () => {
    await opened.carrier.stop();
    const secret = 'a-long-secret-of-tests';
    opened = openHttp(clock, {
      ...plainSettings('http://127.0.0.1:9'),
      callbacks: {
        hooks: {
          body: { format: 'json', signature: { scheme: 'hmac', header: 'x', secret }, receipts },
          shown: { format: 'query', signature: { scheme: 'shared_secret', query: 'key', secret }, receipts },
        },
      },
    });
    const headers = new Map([['x', createHmac('sha256', secret).update('').digest('hex')]]);
    expect((await opened.call({ hook: 'body', query: '?id=forged&state=ok', headers })).status).toBe(200);
    await opened.call({ hook: 'shown', method: 'GET', query: `?foo=1&key=${secret}` });
    await opened.call({ hook: 'shown', method: 'GET', query: `?key=${secret}` });
    expect(opened.sink.receipts).toEqual([]);
    expect(opened.sink.deadLetters.map(({ why }) => why)).toEqual(['unreadable', 'incomplete', 'unreadable']);
    expect(JSON.stringify(opened.sink.deadLetters)).not.toContain(secret);
  });

  test('an event that is wrong many times over is kept once', async () => {
    await json('list', { events: [{}, {}] });
    expect(opened.sink.deadLetters).toHaveLength(2);
    await json(
      'root',
      Array.from({ length: 3 }, () => 7),
    );
    expect(opened.sink.deadLetters).toHaveLength(5);
  });

  test.each(['nothing', 'constructor', '__proto__', 'receipt.x', 'toString', '.receipt', ''])(
    'a hook %j is not there',
    async (hook) => {
      await expect(opened.call({ hook })).rejects.toThrow('callback not found');
    },
  );

  test('after the stop the call is to be made again', async () => {
    await opened.carrier.stop();
    await expect(json('receipt', { id: 'a', state: 'ok' })).rejects.toThrow();
  });
});

test('no bytes whatever crash it, and none are believed that hold no receipt', async () => {
  const hooks = ['receipt', 'form', 'list', 'root', 'text', 'both'];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...hooks),
      fc.oneof(
        fc.uint8Array({ maxLength: 300 }),
        fc.json().map((text) => Buffer.from(text)),
        fc
          .dictionary(
            fc.constantFrom('id', 'state', 'at', 'code', 'from', 'to', 'text', 'events', 'kind', '__proto__'),
            fc.jsonValue(),
          )
          .map((value) => Buffer.from(JSON.stringify(value))),
      ),
      async (hook, body) => {
        const { status } = await opened.call({ hook, body });
        expect(status).toBe(hook === 'form' ? 204 : 200);
      },
    ),
    { numRuns: 2_000 },
  );
  for (const { ref } of opened.sink.receipts) expect(ref.length).toBeGreaterThan(0);
  for (const { id, fingerprint, recipient, text } of opened.sink.texts)
    expect([id === '', fingerprint === '', recipient === '', text === '']).not.toContain(true);
});

describe('names', () => {
  test('names that are numbers stay as they are written', async () => {
    await opened.call({ hook: 'receipt', body: Buffer.from('{"id":12345678901234567890,"state":"ok"}') });
    expect(opened.sink.receipts).toMatchObject([{ ref: '12345678901234567890' }]);
  });

  test('names that are too long are the same wherever they come up', async () => {
    const long = 'wamid.'.repeat(30);
    await json('receipt', { id: long, state: 'ok' });
    await json('receipt', { id: `${long}x`, state: 'ok' });
    const [first, second] = opened.sink.receipts.map(({ ref }) => ref);
    expect([first?.length, second?.length]).toEqual([64, 64]);
    expect(first).not.toBe(second);
  });
});

test('a code that could hide a number is not shown', async () => {
  for (const code of ['30003', 'E-12', '15005550006', 'a b', 'x'.repeat(33)])
    await json('receipt', { id: 'a', state: 'bad', code });
  expect(
    opened.sink.receipts.map(({ detail }) => detail.replace('the network could not deliver it', '')),
  ).toEqual([' (code 30003)', ' (code E-12)', '', '', '']);
});

test.each<[string, string, unknown]>([
  ['a', '{"a":1.50}', '1.50'],
  ['a.b-c', '{"a":{"b-c":true}}', 'true'],
  ['a[1].b', '{"a":[{},{"b":"x"}]}', 'x'],
  ['[0][1]', '[["x","y"]]', 'y'],
  ['a.b', '{"a.b":"whole","a":{"b":"steps"}}', 'whole'],
  ['a.length', '{"a":[1,2]}', undefined],
  ['a[0]', '{"a":{"0":"x"}}', undefined],
  ['constructor.name', '{}', undefined],
  ['a.b.c', '{"a":null}', undefined],
  ['$', '"x"', 'x'],
])('the path %s in %s leads to %j', (path, document, expected) => {
  expect(isPath(path)).toBe(true);
  expect(textAt(readDocument(Buffer.from(document), 'json'), path)).toBe(expected);
});

test('no path and no document crash the reader', () => {
  fc.assert(
    fc.property(fc.string(), fc.jsonValue(), (path, document) => {
      isPath(path);
      valueAt(document, path);
    }),
  );
  expect(['', 'a.', '.a', 'a..b', 'a[', 'a[x]', '[1]a', '$.a'].map(isPath)).toEqual(Array(8).fill(false));
});

test.each<[string, 'iso' | 'unix_s' | 'unix_ms', string | undefined]>([
  ['2026-03-10T12:00:00Z', 'iso', '2026-03-10T12:00:00.000Z'],
  ['2026-03-10T12:00:00.123456+02:00', 'iso', '2026-03-10T10:00:00.123Z'],
  ['2026-03-10 12:00:00', 'iso', '2026-03-10T12:00:00.000Z'],
  ['2026-03-10 12:00:00 +0200', 'iso', '2026-03-10T10:00:00.000Z'],
  ['2026-03-10', 'iso', '2026-03-10T00:00:00.000Z'],
  ['1773144000', 'unix_s', '2026-03-10T12:00:00.000Z'],
  ['1773144000.5', 'unix_s', '2026-03-10T12:00:00.500Z'],
  ['1773144000000', 'unix_ms', '2026-03-10T12:00:00.000Z'],
  ['10/03/2026', 'iso', undefined],
  ['2026-13-40', 'iso', undefined],
  ['yesterday', 'unix_s', undefined],
  ['', 'iso', undefined],
])('the time %s (%s) is %s', (text, format, expected) => {
  const atMs = readMoment(text, format);
  expect(atMs === undefined ? undefined : new Date(atMs).toISOString()).toBe(expected);
});

test('200 calls are under way at a time, and one more is to be made again', async () => {
  const stored: (() => void)[] = [];
  opened.sink.beforeReceipt = () => new Promise((resolve) => stored.push(resolve));
  const receipt = { id: 'a', state: 'ok' };
  const calls = Array.from({ length: 200 }, () => json('receipt', receipt));
  await idle();
  expect(stored).toHaveLength(200);
  await expect(json('receipt', receipt)).rejects.toThrow('the carrier takes no call now');
  for (const store of stored) store();
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(200).fill(200));
  opened.sink.beforeReceipt = async () => {};
  expect((await json('receipt', receipt)).status).toBe(200);
});

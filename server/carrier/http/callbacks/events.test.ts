// Received texts in every form that companies give them: none is dropped for it.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { simulateEachTest } from '../../../../test/simulation/each_test.ts';
import { type OpenHttp, openHooks } from '../../../../test/support/http_carrier_end/open_http.ts';

const none = { scheme: 'none' };
let opened: OpenHttp;
const { clock } = simulateEachTest();

beforeEach(() => {
  const texts = { id: 'id', sender: 'from', recipient: 'to', text: 'text' };
  opened = openHooks(clock, {
    plain: { format: 'json', signature: none, texts },
    form: { format: 'form', signature: none, texts },
    query: { format: 'query', signature: none, texts },
    objects: {
      format: 'json',
      signature: none,
      texts: { ...texts, recipient: 'to[0].number', text: 'body.text' },
    },
    messages: {
      format: 'json',
      signature: none,
      receipts: {
        ref: 'statuses[0].id',
        state: 'statuses[0].status',
        delivered: ['ok'],
        failed: ['bad'],
        where: [{ path: 'statuses[0].status' }],
      },
      texts: {
        id: 'messages[0].id',
        sender: 'messages[0].from',
        recipient: 'messages[0].to',
        text: 'messages[0].text',
        where: [{ path: 'messages[0].id' }],
      },
    },
  });
});
afterEach(() => opened.carrier.stop());

const json = (hook: string, body: unknown) => opened.call({ hook, body: Buffer.from(JSON.stringify(body)) });

describe('a text to several numbers', () => {
  test('a text to several numbers is one for each of them, under a name of its own', async () => {
    await json('objects', {
      id: 'a',
      from: '+1',
      to: [{ number: '+2' }, { number: '+3' }],
      body: { text: 'x' },
    });
    await json('plain', { id: 'b', from: '+1', to: ['+2', 33, '', null], text: 'y' });
    await json('plain', { id: 'c', from: '+1', to: ['+2'], text: 'z' });
    expect(opened.sink.texts.map(({ id, recipient, text }) => [id, recipient, text])).toEqual([
      ['a +2', '+2', 'x'],
      ['a +3', '+3', 'x'],
      ['b +2', '+2', 'y'],
      ['b 33', '33', 'y'],
      ['c', '+2', 'z'],
    ]);
  });

  test('a text to several numbers that nobody owns is kept for the operator once', async () => {
    opened.sink.beforeText = async () => false;
    const body = { id: 'a', from: '+1', to: [{ number: '+2' }, { number: '+3' }], body: { text: 'x' } };
    expect((await json('objects', body)).status).toBe(200);
    expect(opened.sink.deadLetters).toEqual([
      { source: 'objects', why: 'unowned', raw: JSON.stringify(body) },
    ]);
  });
});

test('every element of a list is read where a path has [0], and what is wrong with one keeps no other back', async () => {
  await json('messages', {
    messages: [
      { id: 'a', from: '+1', to: '+2', text: 'x' },
      { id: 'b', from: '+1', text: 'for nobody' },
      { id: 'c', from: '+1', to: '+2', text: 'y' },
    ],
  });
  await json('messages', {
    statuses: [
      { id: 'r1', status: 'ok' },
      { status: 'ok' },
      { id: 'r2', status: 'on its way' },
      { id: 'r3', status: 'bad' },
    ],
  });
  expect(opened.sink.texts.map(({ id }) => id)).toEqual(['a', 'c']);
  expect(opened.sink.receipts.map(({ ref, outcome }) => [ref, outcome])).toEqual([
    ['r1', 'delivered'],
    ['r3', 'failed'],
  ]);
  expect(opened.sink.deadLetters.map(({ why }) => why)).toEqual(['incomplete', 'incomplete']);
});

describe('lists in lists, and beside each other', () => {
  const reopen = async (hook: object) => {
    await opened.carrier.stop();
    opened = openHooks(clock, { one: { format: 'json', signature: none, ...hook } });
  };
  const texts = () => opened.sink.texts.map(({ recipient, text }) => `${recipient} ${text}`);
  const whatsApp = {
    receipts: {
      where: [{ path: 'entry[0].changes[0].value.statuses[0].status' }],
      ref: 'entry[0].changes[0].value.statuses[0].id',
      state: 'entry[0].changes[0].value.statuses[0].status',
      delivered: ['delivered'],
      failed: ['failed'],
    },
    texts: {
      id: 'entry[0].changes[0].value.messages[0].id',
      sender: 'entry[0].changes[0].value.messages[0].from',
      recipient: 'entry[0].changes[0].value.metadata.number',
      text: 'entry[0].changes[0].value.messages[0].text.body',
    },
  };
  const change = (number: string, ids: string[], statuses: string[] = []) => ({
    value: {
      metadata: { number },
      ...(ids.length > 0 && { messages: ids.map((id) => ({ id, from: '+1', text: { body: id } })) }),
      ...(statuses.length > 0 && { statuses: statuses.map((id) => ({ id, status: 'delivered' })) }),
    },
  });

  test('lists in lists are walked to the last element of each', async () => {
    await reopen(whatsApp);
    const entry = [
      { changes: [change('+2', ['a', 'b']), change('+3', ['c'])] },
      { changes: [change('+2', ['d'])] },
    ];
    await json('one', { entry });
    expect(texts()).toEqual(['+2 a', '+2 b', '+3 c', '+2 d']);
    expect(opened.sink.deadLetters).toEqual([]);
  });

  test('lists beside each other are both read, receipts and texts in one call', async () => {
    await reopen(whatsApp);
    await json('one', { entry: [{ changes: [change('+2', ['a'], ['r1', 'r2'])] }] });
    expect([texts(), opened.sink.receipts.map(({ ref }) => ref)]).toEqual([['+2 a'], ['r1', 'r2']]);
    await json('one', { entry: [{ changes: [change('+2', [], ['r3'])] }] });
    expect([opened.sink.texts.length, opened.sink.receipts.length]).toEqual([1, 3]);
    expect(opened.sink.deadLetters).toEqual([]);
  });

  test('lists of texts and of numbers make each text one for each number, and each has a name of its own', async () => {
    await reopen({ texts: { id: 'id', sender: 'from', recipient: 'to[0].n', text: 'messages[0].t' } });
    const body = { id: 'a', from: '+1', to: [{ n: '+2' }, { n: '+3' }], messages: [{ t: 'x' }, { t: 'y' }] };
    await json('one', body);
    expect(texts()).toEqual(['+2 x', '+2 y', '+3 x', '+3 y']);
    expect(new Set(opened.sink.texts.map(({ id }) => id)).size).toBe(4);
    await json('one', { ...body, id: undefined });
    expect(new Set(opened.sink.texts.map(({ fingerprint }) => fingerprint)).size).toBe(8);
  });

  test('lists of states of one text make it failed when one is, and delivered once all are', async () => {
    await reopen({ receipts: { ref: 'id', state: 'to[0].status', delivered: ['ok'], failed: ['bad'] } });
    for (const [id, ...states] of [
      ['a', 'ok', 'bad'],
      ['b', 'ok', 'ok'],
      ['c', 'ok', 'on its way'],
      ['d', 'bad', 'on its way'],
    ] as const)
      await json('one', { id, to: states.map((status) => ({ status })) });
    expect(opened.sink.receipts.map(({ ref, outcome }) => `${ref} ${outcome}`)).toEqual([
      'a failed',
      'b delivered',
      'd failed',
    ]);
  });

  test('lists that hold receipts and texts side by side give both, element by element', async () => {
    await reopen({
      receipts: {
        where: [{ path: 'm[0].type', is: ['dlr'] }],
        ...{ ref: 'm[0].id', state: 'm[0].state', delivered: ['ok'], failed: ['bad'] },
      },
      texts: { id: 'm[0].id', sender: 'm[0].from', recipient: 'm[0].to', text: 'm[0].body' },
    });
    await json('one', {
      m: [
        { type: 'dlr', id: 'r', state: 'ok' },
        { type: 'mo', id: 'a', from: '+1', to: '+2', body: 'hello' },
      ],
    });
    expect([opened.sink.receipts.map(({ ref }) => ref), texts()]).toEqual([['r'], ['+2 hello']]);
    expect(opened.sink.deadLetters).toEqual([]);
  });

  test('lists of numbers count for the bound of elements as well', async () => {
    await reopen({ texts: { id: 'm[0].id', sender: 'from', recipient: 'to', text: 'm[0].t' } });
    const m = Array.from({ length: 100 }, (_, index) => ({ id: `${index}`, t: 'x' }));
    await json('one', { from: '+1', to: Array(100).fill('+2').join(','), m });
    expect(opened.sink.texts).toHaveLength(10_000);
    await json('one', { from: '+1', to: Array(101).fill('+2').join(','), m });
    expect([opened.sink.texts.length, opened.sink.deadLetters.map(({ why }) => why)]).toEqual([
      10_000,
      ['unreadable'],
    ]);
  });

  test('lists that multiply to 10,000 elements are read, and beyond that the event is kept for the operator', async () => {
    await reopen({ texts: { id: 'id', sender: 'from', recipient: 'to[0].n', text: 'messages[0].t' } });
    const times = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ n: `+${index}`, t: 'x' }));
    await json('one', { id: 'a', from: '+1', to: times(100), messages: times(100) });
    expect(opened.sink.texts).toHaveLength(10_000);
    await json('one', { id: 'a', from: '+1', to: times(100), messages: times(101) });
    expect([opened.sink.texts.length, opened.sink.deadLetters.length]).toEqual([10_000, 1]);
  });
});

describe('a text without words', () => {
  test.each<[string, object]>([
    ['(a picture came)', { media: [{ url: 'https://media.example.com/1', type: 'image/jpeg' }], text: null }],
    ['(a picture came)', { text: '', MediaUrl0: 'https://media.example.com/a.JPG?x=1' }],
    ['(a video came)', { content: { media: { mimeType: 'video/3gpp' } } }],
    ['(a sound came)', { attachments: ['note.amr'] }],
    ['(a business card came)', { type: 'text/x-vcard' }],
    ['(a text without words came)', { text: null }],
    ['(a text without words came)', { text: ['x'] }],
    ['(a text without words came)', { data: '0605041583' }],
  ])('a text without words says %s', async (words, fields) => {
    const { status } = await json('plain', { id: 'a', from: '+1', to: '+2', ...fields });
    expect([status, opened.sink.texts.map(({ text }) => text)]).toEqual([200, [words]]);
  });
});

test('a text without a name is the same one when it is reported again, and another when it says something else', async () => {
  const body = { from: '+1', to: '+2', text: 'x', at: '10:00' };
  await json('plain', body);
  await json('plain', body);
  await json('plain', { ...body, at: '10:01' });
  const [first, again, other] = opened.sink.texts.map(({ fingerprint }) => fingerprint);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

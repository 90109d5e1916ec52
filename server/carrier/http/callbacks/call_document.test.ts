// Calls in other alphabets, formats and methods than are configured: what their signature proves is read all the same.
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
  });
});
afterEach(() => opened.carrier.stop());

const json = (hook: string, body: unknown) => opened.call({ hook, body: Buffer.from(JSON.stringify(body)) });

describe('words in another alphabet', () => {
  const latin = (text: string) => Buffer.from(text, 'latin1');
  const typed = (type: string) => new Map([['content-type', type]]);
  const read = () => opened.sink.texts.map(({ text }) => text);

  test('words in another alphabet are read, in JSON, forms and queries', async () => {
    await opened.call({ hook: 'plain', body: latin('{"id":"a","from":"+1","to":"+2","text":"Zürich"}') });
    await opened.call({ hook: 'form', body: latin('id=b&from=%2B1&to=%2B2&text=Z%FCrich+%80') });
    await opened.call({ hook: 'query', method: 'GET', query: '?id=c&from=1&to=2&text=Z%C3%BCrich' });
    expect(read()).toEqual(['Zürich', 'Zürich €', 'Zürich']);
  });

  test('words in another alphabet are read as the call names it', async () => {
    const greek = Buffer.concat([
      latin('{"id":"a","from":"+1","to":"+2","text":"'),
      Buffer.of(0xc3, 0xe5, 0xe9),
      latin('"}'),
    ]);
    await opened.call({ hook: 'plain', body: greek, headers: typed('application/json; charset=ISO-8859-7') });
    const wide = Buffer.from('{"id":"b","from":"+1","to":"+2","text":"Привет"}', 'utf16le').swap16();
    await opened.call({ hook: 'plain', body: wide, headers: typed('application/json;charset="utf-16be"') });
    const unnamed = latin('{"id":"c","from":"+1","to":"+2","text":"x"}');
    await opened.call({ hook: 'plain', body: unnamed, headers: typed('application/json; charset=nonsense') });
    expect(read()).toEqual(['Γει', 'Привет', 'x']);
  });

  test('words of which one octet was cut are read but for it', async () => {
    await opened.call({
      hook: 'form',
      body: latin('id=a&from=1&to=2&text=%D0%BF%D1%80%D0%B8%D0%B2%F0%9F%98'),
    });
    expect(read()).toEqual(['прив\ufffd']);
  });
});

describe('a call of another form than is configured', () => {
  const fields = { id: 'a', from: '+1', to: '+2', text: 'x' };
  const form = new URLSearchParams(fields).toString();
  const typed = (type: string) => new Map([['content-type', type]]);
  const asForm = { body: Buffer.from(form), headers: typed('application/x-www-form-urlencoded') };
  const asJson = { body: Buffer.from(JSON.stringify(fields)), headers: typed('application/json') };
  test.each<[string, Parameters<OpenHttp['call']>[0]]>([
    ['GET at a form', { hook: 'form', method: 'GET', query: `?${form}` }],
    ['GET at JSON', { hook: 'plain', method: 'GET', query: `?${form}` }],
    ['a form at a query', { hook: 'query', ...asForm }],
    ['JSON at a query', { hook: 'query', ...asJson }],
    ['JSON at a form', { hook: 'form', ...asJson }],
    ['a form at JSON', { hook: 'plain', ...asForm }],
    ['JSON that is called a form', { hook: 'plain', body: asJson.body, headers: asForm.headers }],
  ])('a call of another form than is configured, %s, is read', async (_name, call) => {
    expect((await opened.call(call)).status).toBe(200);
    expect(opened.sink.texts[0]).toMatchObject({ id: 'a', sender: '+1', recipient: '+2' });
    expect(opened.sink.deadLetters).toEqual([]);
  });

  test('several numbers with commas between are a text each', async () => {
    await json('plain', { ...fields, to: '+2, +3;+4' });
    expect(opened.sink.texts.map(({ recipient }) => recipient)).toEqual(['+2', '+3', '+4']);
  });
});

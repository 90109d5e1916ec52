// Well-known interfaces, said in settings alone: what they are sent, what their answers mean, what their calls report.
import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Arrived, Company } from '../../../test/support/http_carrier_end/company.ts';
import type { OpenHttp } from '../../../test/support/http_carrier_end/open_http.ts';
import { provideCompany } from '../../../test/support/http_carrier_end/provide_company.ts';
import { bearerCloud, formCloud, keyInBodyCloud } from '../../../test/support/http_carrier_end/providers.ts';
import { submissionOf } from '../../../test/support/smsc/open_carrier.ts';

let end: Company;
let opened: OpenHttp;
const { clock, run, during, open } = provideCompany((started) => {
  end = started;
});

const text = submissionOf('Zürich & "Genève" 😀', { encoding: 'ucs2' });
const hmac = (algorithm: string, secret: string, signed: string) =>
  createHmac(algorithm, secret).update(signed);

describe('a form with basic auth, its calls signed over address and fields', () => {
  const sign = (hook: string, fields: Record<string, string>) => {
    const sorted = Object.keys(fields)
      .toSorted()
      .map((name) => name + fields[name])
      .join('');
    const url = `https://sms.example.com/webhooks/carriers/main/${hook}`;
    const signature = hmac('sha1', 'auth-token-of-tests', url + sorted).digest('base64');
    return {
      hook,
      headers: new Map([['x-twilio-signature', signature]]),
      body: Buffer.from(new URLSearchParams(fields).toString()),
    };
  };

  beforeEach(() => {
    opened = open({ ...formCloud(end.url) });
  });

  test('a form with basic auth, its calls signed over address and fields is sent what it wants', async () => {
    end.onRequest = () => ({ status: 201, body: '{"sid":"SM1","status":"queued"}' });
    expect(await opened.carrier.submit(text)).toEqual({ kind: 'accepted', ref: 'SM1' });
    const { url, headers, body } = end.requests[0] as Arrived;
    expect(url).toBe('/2010-04-01/Accounts/AC123/Messages.json');
    expect(headers.authorization).toBe(`Basic ${btoa('AC123:auth-token-of-tests')}`);
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      To: '+15005550006',
      From: '+15005550100',
      Body: 'Zürich & "Genève" 😀',
      StatusCallback: 'https://sms.example.com/webhooks/carriers/main/receipt',
    });
  });

  test.each([
    [400, '{"code":21610,"message":"..."}', { code: 'rejected_by_network', retryable: false }],
    [429, '{"code":20429}', { code: 'carrier_failed', retryable: true }],
    [400, '{"code":21606}', { code: 'carrier_failed', retryable: false }],
    [503, '{"code":20503}', { kind: 'unknown' }],
  ])('an answer of %i with %s means what the settings say', async (status, body, expected) => {
    end.onRequest = () => ({ status, body });
    expect(await opened.carrier.submit(text)).toMatchObject(expected);
  });

  test('a form with basic auth, its calls signed over address and fields reports receipts and texts, signed', async () => {
    const receipt = sign('receipt', {
      MessageSid: 'SM1',
      MessageStatus: 'undelivered',
      ErrorCode: '30003',
      To: '+1',
    });
    expect(await opened.call(receipt)).toMatchObject({ status: 200 });
    expect(opened.sink.receipts).toEqual([
      {
        ref: 'SM1',
        outcome: 'failed',
        detail: 'the network could not deliver it (code 30003)',
        atMs: clock.nowMs(),
      },
    ]);
    const fields = {
      MessageSid: 'SM2',
      From: '+15005550006',
      To: '+15005550100',
      Body: 'a + b & c = 😀\r\n',
    };
    expect(await opened.call(sign('text', fields))).toEqual({
      status: 200,
      contentType: 'text/xml',
      body: '<Response/>',
    });
    expect(opened.sink.texts).toMatchObject([
      { id: 'SM2', sender: '+15005550006', recipient: '+15005550100', text: 'a + b & c = 😀\r\n' },
    ]);
    expect(await opened.call({ ...sign('text', fields), hook: 'receipt' })).toMatchObject({ status: 403 });
  });

  test('a form with basic auth, its calls signed over address and fields says nothing final with what is on its way', async () => {
    for (const MessageStatus of ['queued', 'sent', 'something-new'])
      expect(await opened.call(sign('receipt', { MessageSid: 'SM1', MessageStatus }))).toMatchObject({
        status: 200,
      });
    expect(opened.sink.receipts).toEqual([]);
  });
});

describe('JSON with the key in the body and 200 for everything', () => {
  beforeEach(() => {
    opened = open({ ...keyInBodyCloud(end.url) });
  });

  test('JSON with the key in the body and 200 for everything is sent what it wants', async () => {
    end.onRequest = () => ({
      body: '{"message-count":"1","messages":[{"status":"0","message-id":"0A0000001234567B"}]}',
    });
    expect(await opened.carrier.submit(text)).toEqual({ kind: 'accepted', ref: '0A0000001234567B' });
    expect(JSON.parse((end.requests[0] as Arrived).body)).toEqual({
      api_key: 'key-of-tests',
      api_secret: 'secret-of-tests',
      to: '15005550006',
      from: '15005550100',
      text: 'Zürich & "Genève" 😀',
      type: 'unicode',
      'client-ref': '1-1',
    });
  });

  test.each([
    ['1', { code: 'carrier_failed', retryable: true }],
    ['6', { code: 'rejected_by_network', retryable: false, detail: expect.stringContaining('code 6') }],
    ['4', { code: 'carrier_failed', retryable: false }],
    ['5', { kind: 'unknown' }],
  ])('a status %s in a 200 means what the settings say', async (status, expected) => {
    end.onRequest = () => ({ body: JSON.stringify({ messages: [{ status }] }) });
    expect(await opened.carrier.submit(text)).toMatchObject(expected);
  });

  test('JSON with the key in the body and 200 for everything reports receipts as JSON and parts of texts in a query, with a secret in the path', async () => {
    const body = Buffer.from(
      '{"messageId":"0A1","status":"delivered","err-code":"0","message-timestamp":"2026-03-10 11:59:58"}',
    );
    expect(await opened.call({ hook: 'receipt.a-long-secret-of-tests', body })).toMatchObject({
      status: 200,
    });
    expect(opened.sink.receipts).toEqual([
      { ref: '0A1', outcome: 'delivered', detail: '', atMs: Date.parse('2026-03-10T11:59:58Z') },
    ]);
    const query =
      '?msisdn=15005550006&to=15005550100&messageId=0B1&text=first+%26&concat=true&concat-ref=12&concat-total=2&concat-part=1';
    const call = { hook: 'text.a-long-secret-of-tests', method: 'GET', query };
    expect(await opened.call(call)).toMatchObject({ status: 200 });
    expect(opened.sink.texts).toMatchObject([
      { id: '0B1', text: 'first &', concat: { reference: 12, total: 2, number: 1 } },
    ]);
    expect(await opened.call({ hook: 'receipt', body })).toMatchObject({ status: 401 });
    expect(await opened.call({ hook: 'receipt.another-secret-of-tests', body })).toMatchObject({
      status: 403,
    });
    expect(opened.sink.receipts).toHaveLength(1);
  });
});

describe('JSON with a bearer token, and lists of events', () => {
  const call = (events: unknown[], atMs = clock.nowMs(), secret = 'signing-secret-of-tests') => {
    const body = JSON.stringify({ events });
    const timestamp = String(Math.floor(atMs / 1_000));
    const signature = `v1=${hmac('sha256', secret, `${timestamp}.${body}`).digest('hex')}`;
    const headers = new Map([
      ['x-signature', signature],
      ['x-timestamp', timestamp],
    ]);
    return { hook: 'events', headers, body: Buffer.from(body) };
  };
  const receipt = {
    type: 'message.status',
    data: { id: 'm1', status: 'delivered', at: '2026-03-10T11:00:00+02:00' },
  };
  const received = {
    type: 'message.received',
    data: { id: 'i1', from: '+15005550006', to: '+15005550100', body: 'hi' },
  };

  beforeEach(() => {
    opened = open({ ...bearerCloud(end.url) });
  });

  test('JSON with a bearer token, and lists of events is sent what it wants, and asked again when its answer is lost', async () => {
    end.onRequest = () =>
      end.requests.length === 1 ? 'reset' : { status: 202, body: '{"data":{"id":"m1"}}' };
    expect(await during(opened.carrier.submit(text))).toEqual({ kind: 'accepted', ref: 'm1' });
    expect(end.requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['1-1', '1-1']);
    expect(end.requests[0]?.headers.authorization).toBe('Bearer token-of-tests');
    expect(JSON.parse(end.requests[0]?.body ?? '')).toEqual({
      from: '+15005550100',
      to: ['+15005550006'],
      body: 'Zürich & "Genève" 😀',
      ttl: 86_400,
    });
  });

  test('JSON with a bearer token, and lists of events reports many things in one call, and what is of no interest beside them', async () => {
    expect(await opened.call(call([receipt, received, { type: 'number.ported' }, 7]))).toMatchObject({
      status: 200,
    });
    expect(opened.sink.receipts).toEqual([
      { ref: 'm1', outcome: 'delivered', detail: '', atMs: Date.parse('2026-03-10T09:00:00Z') },
    ]);
    expect(opened.sink.texts).toMatchObject([{ id: 'i1', text: 'hi', receivedAtMs: clock.nowMs() }]);
  });

  test('what can be read is stored, though something beside it is missing', async () => {
    const nameless = {
      type: 'message.received',
      data: { from: '+15005550006', to: '+15005550100', body: 'no id' },
    };
    const broken = { type: 'message.received', data: { id: 'i2', from: '+15005550006', body: 'for nobody' } };
    expect(await opened.call(call([broken, nameless, receipt, received]))).toMatchObject({ status: 200 });
    expect(opened.sink.receipts).toHaveLength(1);
    expect(opened.sink.texts.map(({ id, text }) => [id, text])).toEqual([
      [null, 'no id'],
      ['i1', 'hi'],
    ]);
    expect(opened.sink.deadLetters).toEqual([
      { source: 'events', why: 'incomplete', raw: JSON.stringify(broken) },
    ]);
  });

  test('a call that is replayed late, comes early, or is of another secret changes nothing', async () => {
    const nowMs = clock.nowMs();
    for (const made of [
      call([receipt], nowMs - 301_000),
      call([receipt], nowMs + 301_000),
      call([receipt], nowMs, 'another-secret'),
    ])
      expect(await opened.call(made)).toMatchObject({ status: 403 });
    const right = call([receipt]);
    await run(301_000);
    expect(await opened.call(right)).toMatchObject({ status: 403 });
    expect(opened.sink.receipts).toEqual([]);
  });

  test('a call that is not stored ends with an error, so that it is made again', async () => {
    opened.sink.beforeText = async () => {
      throw new Error('the database is away');
    };
    await expect(opened.call(call([received, receipt]))).rejects.toThrow();
    opened.sink.beforeText = async () => true;
    expect(await opened.call(call([received, receipt]))).toMatchObject({ status: 200 });
    expect(opened.sink.texts).toHaveLength(1);
  });

  test('a text that nobody owns is answered like any other', async () => {
    opened.sink.beforeText = async () => false;
    expect(await opened.call(call([received]))).toMatchObject({ status: 200 });
  });
});

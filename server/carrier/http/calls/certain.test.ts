// What is certain of a submit, wherever its connection breaks: judged against what the company really received.
import { afterEach, describe, expect, test } from 'vitest';
import { until } from '../../../../runtime/testing/until.ts';
import { createAuthority } from '../../../../test/support/certificates.ts';
import { Company } from '../../../../test/support/http_carrier_end/company.ts';
import {
  type OpenHttp,
  openHttp,
  plainSettings,
} from '../../../../test/support/http_carrier_end/open_http.ts';
import { submissionOf } from '../../../../test/support/message_centre/open_carrier.ts';
import { maxAnswerBytes } from './ask.ts';

const ends: { close(): Promise<void> }[] = [];
const carriers: OpenHttp[] = [];
afterEach(async () => {
  for (const { carrier, clock } of carriers.splice(0)) {
    const stopped = carrier.stop();
    clock.advance(5_000);
    await stopped;
  }
  await Promise.all(ends.splice(0).map((end) => end.close()));
});

async function startCompany(...parameters: Parameters<typeof Company.start>): Promise<Company> {
  const end = await Company.start(...parameters);
  ends.push(end);
  return end;
}

function open(settings: Record<string, unknown>): OpenHttp {
  const opened = openHttp(settings);
  carriers.push(opened);
  return opened;
}

const text = submissionOf('hello');
const notLeft = { kind: 'rejected', code: 'carrier_failed', retryable: true };

describe('it certainly did not leave, and may be tried again,', () => {
  test('it certainly did not leave, and may be tried again, when connections are refused', async () => {
    const end = await startCompany();
    const { carrier } = open(plainSettings(end.url));
    await end.close();
    expect(await carrier.submit(text)).toMatchObject({
      ...notLeft,
      detail: 'the carrier refuses connections',
    });
  });

  test('it certainly did not leave, and may be tried again, when the host has no address', async () => {
    const { carrier } = open(plainSettings('https://no-such-host.invalid'));
    expect(await carrier.submit(text)).toMatchObject(notLeft);
  });

  test('it certainly did not leave, and may be tried again, when the handshake of TLS breaks', async () => {
    const authority = await createAuthority();
    const end = await startCompany(await authority.issue());
    end.onConnection = () => 'reset';
    const { carrier } = open(plainSettings(end.url));
    expect(await carrier.submit(text)).toMatchObject(notLeft);
    expect([end.connections, end.heads]).toEqual([1, 0]);
  });

  test('it certainly did not leave, and may be tried again, when the certificate is of an authority that nobody trusts', async () => {
    const authority = await createAuthority();
    const end = await startCompany(await authority.issue());
    const { carrier } = open(plainSettings(end.url));
    const detail = "the carrier's certificate is not to be trusted";
    expect(await carrier.submit(text)).toMatchObject({ ...notLeft, detail });
    expect(end.heads).toBe(0);
  });

  test('it certainly did not leave, and may be tried again, when the certificate is for another host', async () => {
    const authority = await createAuthority();
    const end = await startCompany(await authority.issue({ names: ['other.example.com'] }));
    const settings = plainSettings(end.url);
    const { carrier } = open({ ...settings, request: { ...settings.request, tls_ca: authority.cert } });
    expect(await carrier.submit(text)).toMatchObject(notLeft);
    expect(end.heads).toBe(0);
  });

  test('it certainly did not leave, and may be tried again, when the company speaks no TLS', async () => {
    const end = await startCompany();
    const { carrier } = open(plainSettings(end.url.replace('http:', 'https:')));
    expect(await carrier.submit(text)).toMatchObject(notLeft);
    expect(end.heads).toBe(0);
  });

  test('it certainly did not leave, and may be tried again, when the handshake of TLS takes too long', async () => {
    const authority = await createAuthority();
    const end = await startCompany(await authority.issue());
    end.onConnection = () => 'silence';
    const { carrier, clock } = open(plainSettings(end.url));
    const submitted = carrier.submit(text);
    await until(() => end.connections === 1);
    clock.advance(15_000);
    expect(await submitted).toMatchObject({
      ...notLeft,
      detail: 'the carrier could not be connected to in time',
    });
    expect(end.heads).toBe(0);
  });

  test('it certainly did not leave, and may be tried again, when the carrier stops while it connects', async () => {
    const authority = await createAuthority();
    const end = await startCompany(await authority.issue());
    end.onConnection = () => 'silence';
    const { carrier, clock } = open(plainSettings(end.url));
    const submitted = carrier.submit(text);
    await until(() => end.connections === 1);
    const stopped = carrier.stop();
    clock.advance(3_000);
    await stopped;
    expect(await submitted).toMatchObject(notLeft);
  });
});

describe('nobody knows whether it left', () => {
  const unknown = { kind: 'unknown' };

  test.each<[string, (end: Company) => void]>([
    ['the connection is reset after the head', (end) => Object.assign(end, { onHead: () => 'reset' })],
    ['it is reset after the body', (end) => Object.assign(end, { onRequest: () => 'reset' })],
    ['it ends after the body', (end) => Object.assign(end, { onRequest: () => 'end' })],
    [
      'half of the head is answered',
      (end) => Object.assign(end, { onRequest: () => ({ raw: 'HTTP/1.1 200 OK\r\nConte', after: 'end' }) }),
    ],
    [
      'half of the body is answered',
      (end) =>
        Object.assign(end, {
          onRequest: () => ({ raw: 'HTTP/1.1 200 OK\r\nContent-Length: 14\r\n\r\n{"id":', after: 'end' }),
        }),
    ],
    [
      'half of a body in chunks is answered',
      (end) =>
        Object.assign(end, {
          onRequest: () => ({
            raw: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n10\r\n{"id":"f',
            after: 'reset',
          }),
        }),
    ],
    [
      'something is answered that is no HTTP',
      (end) => Object.assign(end, { onRequest: () => ({ raw: 'SSH-2.0-x\r\n\r\n', after: 'stay' }) }),
    ],
    [
      'the answer is too long',
      (end) => Object.assign(end, { onRequest: () => ({ body: `"${'x'.repeat(maxAnswerBytes)}"` }) }),
    ],
    [
      'the answer has a head without end',
      (end) =>
        Object.assign(end, {
          onRequest: () => ({ raw: `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}`, after: 'stay' }),
        }),
    ],
    [
      'another protocol is offered',
      (end) =>
        Object.assign(end, {
          onRequest: () => ({
            raw: 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
            after: 'stay',
          }),
        }),
    ],
    ['it is to ask somewhere else', (end) => redirect(end, 307)],
    ['it is to look somewhere else', (end) => redirect(end, 303)],
  ])('nobody knows whether it left when %s: asked once and never again', async (_name, script) => {
    const end = await startCompany();
    script(end);
    const { carrier } = open(plainSettings(end.url));
    expect(await carrier.submit(text)).toMatchObject(unknown);
    expect(end.heads).toBe(1);
    expect(end.connections).toBe(1);
  });

  const redirect = (end: Company, status: number) =>
    Object.assign(end, { onRequest: () => ({ status, headers: { location: `${end.url}/elsewhere` } }) });

  test.each<[string, Company['onRequest']]>([
    ['nothing is answered in time', () => 'silence'],
    [
      'only the head is answered in time',
      () => ({ raw: 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n', after: 'stay' }),
    ],
  ])('nobody knows whether it left when %s', async (_name, onRequest) => {
    const end = await startCompany();
    end.onRequest = onRequest;
    const { carrier, clock } = open({ ...plainSettings(end.url), timeout_s: 7 });
    const submitted = carrier.submit(text);
    await end.whenAsked(1);
    clock.advance(7_000);
    expect(await submitted).toMatchObject({ ...unknown, detail: 'the carrier did not answer in time' });
    expect(end.requests).toHaveLength(1);
  });

  test('nobody knows whether it left when the carrier stops and the answer does not come', async () => {
    const end = await startCompany();
    end.onRequest = () => 'silence';
    const { carrier, clock } = open(plainSettings(end.url));
    const submitted = carrier.submit(text);
    await end.whenAsked(1);
    const stopped = carrier.stop();
    clock.advance(3_000);
    await stopped;
    expect(await submitted).toMatchObject(unknown);
  });

  test('nobody knows whether it left when a connection that was kept ends under the request', async () => {
    const end = await startCompany();
    const { carrier } = open(plainSettings(end.url));
    expect(await carrier.submit(text)).toEqual({ kind: 'accepted', ref: 'far-1' });
    end.onRequest = () => 'reset';
    expect(await carrier.submit(submissionOf('again', { messageId: 2n }))).toMatchObject(unknown);
    expect([end.connections, end.requests.length]).toEqual([1, 2]);
  });
});

describe('where the company is idempotent', () => {
  const settingsOf = (url: string) => ({ ...plainSettings(url), idempotent: true });

  test('a lost answer is asked for again with the same id, and the acceptance holds', async () => {
    const end = await startCompany();
    end.onRequest = () => (end.requests.length < 3 ? 'reset' : { body: '{"id":"far-9"}' });
    const { carrier, passUntil } = open(settingsOf(end.url));
    const submitted = carrier.submit(text);
    await passUntil(() => end.requests.length === 3);
    expect(await submitted).toEqual({ kind: 'accepted', ref: 'far-9' });
    expect(new Set(end.requests.map(({ body }) => body)).size).toBe(1);
  });

  test('it is asked at most three times, and is unknown then', async () => {
    const end = await startCompany();
    end.onRequest = () => 'reset';
    const { carrier, passUntil } = open(settingsOf(end.url));
    let result: unknown;
    void carrier.submit(text).then((answer) => {
      result = answer;
    });
    await passUntil(() => result !== undefined);
    expect(result).toMatchObject({ kind: 'unknown' });
    expect(end.requests).toHaveLength(3);
  });

  test.each([
    ['throttled', 429],
    ['refused', 400],
  ])('a repeat that is %s says nothing of the first: it stays unknown', async (_name, status) => {
    const end = await startCompany();
    end.onRequest = () => (end.requests.length === 1 ? 'reset' : { status });
    const { carrier, passUntil } = open(settingsOf(end.url));
    let result: unknown;
    void carrier.submit(text).then((answer) => {
      result = answer;
    });
    await passUntil(() => result !== undefined);
    expect(result).toMatchObject({ kind: 'unknown', detail: expect.stringContaining('broke') });
  });

  test('a repeat that finds no connection leaves it unknown', async () => {
    const end = await startCompany();
    end.onRequest = () => 'reset';
    const { carrier, passUntil } = open(settingsOf(end.url));
    let result: unknown;
    void carrier.submit(text).then((answer) => {
      result = answer;
    });
    await end.whenAsked(1);
    await end.close();
    await passUntil(() => result !== undefined);
    expect(result).toMatchObject({ kind: 'unknown' });
  });

  test('no repeat begins when the text is no longer worth delivering', async () => {
    const end = await startCompany();
    end.onRequest = () => 'reset';
    const { carrier, clock, passUntil } = open(settingsOf(end.url));
    let result: unknown;
    void carrier.submit({ ...text, expiresAtMs: clock.nowMs() + 400 }).then((answer) => {
      result = answer;
    });
    await passUntil(() => result !== undefined);
    expect(end.requests).toHaveLength(1);
  });
});

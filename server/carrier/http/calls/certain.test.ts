// What is certain of a submit, wherever its connection breaks: judged against what the company really received.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Company } from '../../../../test/support/http_carrier_end/company.ts';
import { plainSettings } from '../../../../test/support/http_carrier_end/open_http.ts';
import { provideCompany } from '../../../../test/support/http_carrier_end/provide_company.ts';
import { submissionOf } from '../../../../test/support/smsc/open_carrier.ts';
import { maxAnswerBytes } from './ask.ts';

let end: Company;
const { clock, run, idle, during, open } = provideCompany((started) => {
  end = started;
});

/** Takes connections, and never answers the handshake of TLS. */
async function startSilent() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.pause().on('error', () => {})));
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets };
}

const text = submissionOf('hello');
const notLeft = { kind: 'rejected', code: 'carrier_failed', retryable: true };

describe('it certainly did not leave, and may be tried again,', () => {
  test('it certainly did not leave, and may be tried again, when connections are refused', async () => {
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

  test('it certainly did not leave, and may be tried again, when the company speaks no TLS', async () => {
    const { carrier } = open(plainSettings(end.url.replace('http:', 'https:')));
    expect(await carrier.submit(text)).toMatchObject(notLeft);
    expect(end.heads).toBe(0);
  });

  test('it certainly did not leave, and may be tried again, when the handshake of TLS takes too long', async () => {
    const silent = await startSilent();
    const { carrier } = open(plainSettings(silent.url));
    const submitted = carrier.submit(text);
    await run('15 s');
    expect(silent.sockets).toHaveLength(1);
    expect(await submitted).toMatchObject({
      ...notLeft,
      detail: 'the carrier could not be connected to in time',
    });
  });

  test('it certainly did not leave, and may be tried again, when the carrier stops while it connects', async () => {
    const silent = await startSilent();
    const { carrier } = open(plainSettings(silent.url));
    const submitted = carrier.submit(text);
    await idle();
    expect(silent.sockets).toHaveLength(1);
    const stopped = carrier.stop();
    await run('3 s');
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
    end.onRequest = onRequest;
    const { carrier } = open({ ...plainSettings(end.url), timeout_s: 7 });
    const submitted = carrier.submit(text);
    await run('7 s');
    expect(await submitted).toMatchObject({ ...unknown, detail: 'the carrier did not answer in time' });
    expect(end.requests).toHaveLength(1);
  });

  test('nobody knows whether it left when the carrier stops and the answer does not come', async () => {
    end.onRequest = () => 'silence';
    const { carrier } = open(plainSettings(end.url));
    const submitted = carrier.submit(text);
    await idle();
    const stopped = carrier.stop();
    await run('3 s');
    await stopped;
    expect(await submitted).toMatchObject(unknown);
  });

  test('nobody knows whether it left when a connection that was kept ends under the request', async () => {
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
    end.onRequest = () => (end.requests.length < 3 ? 'reset' : { body: '{"id":"far-9"}' });
    const { carrier } = open(settingsOf(end.url));
    expect(await during(carrier.submit(text))).toEqual({ kind: 'accepted', ref: 'far-9' });
    expect(end.requests).toHaveLength(3);
    expect(new Set(end.requests.map(({ body }) => body)).size).toBe(1);
  });

  test('it is asked at most three times, and is unknown then', async () => {
    end.onRequest = () => 'reset';
    const { carrier } = open(settingsOf(end.url));
    expect(await during(carrier.submit(text))).toMatchObject({ kind: 'unknown' });
    expect(end.requests).toHaveLength(3);
  });

  test.each([
    ['throttled', 429],
    ['refused', 400],
  ])('a repeat that is %s says nothing of the first: it stays unknown', async (_name, status) => {
    end.onRequest = () => (end.requests.length === 1 ? 'reset' : { status });
    const { carrier } = open(settingsOf(end.url));
    expect(await during(carrier.submit(text))).toMatchObject({
      kind: 'unknown',
      detail: expect.stringContaining('broke'),
    });
  });

  test('a repeat that finds no connection leaves it unknown', async () => {
    end.onRequest = () => 'reset';
    const { carrier } = open(settingsOf(end.url));
    const submitted = carrier.submit(text);
    await idle();
    expect(end.requests).toHaveLength(1);
    await end.close();
    expect(await during(submitted)).toMatchObject({ kind: 'unknown' });
  });

  test('no repeat begins when the text is no longer worth delivering', async () => {
    end.onRequest = () => 'reset';
    const { carrier } = open(settingsOf(end.url));
    await during(carrier.submit({ ...text, expiresAtMs: clock.nowMs() + 400 }));
    expect(end.requests).toHaveLength(1);
  });
});

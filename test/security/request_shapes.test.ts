// Bytes that two parsers might read differently: each is refused and its connection closed, or has exactly one meaning
// that is written down here. Whatever is smuggled behind it is never answered.
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TestAccount } from '../support/core.ts';
import { type Stack, startStack } from '../support/stack.ts';

let stack: Stack;
let account: TestAccount;

beforeAll(async () => {
  stack = await startStack();
  account = await stack.createAccount();
});
afterEach(async () => {
  expect((await stack.get('/api/v1/tiers')).status).toBe(200);
});
afterAll(() => stack.stop());

/** Sends bytes and answers what came back once the gateway closed the connection; one that it keeps fails the test. */
async function send(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(stack.gateways[0]?.url ?? '').port), '127.0.0.1');
  let received = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    received += chunk;
  });
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  socket.on('error', () => {});
  socket.write(bytes, 'latin1');
  await closed;
  return received;
}
const statusesOf = (received: string) =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
const lastBody = (received: string) => JSON.parse(received.slice(received.lastIndexOf('\r\n\r\n') + 4));

/** What an attacker would like to have answered on somebody else's connection. */
const smuggled = 'GET /api/v1 HTTP/1.1\r\nHost: smuggled\r\n\r\n';
const chunked = 'Transfer-Encoding: chunked';
const post = (headers: string[], body: string) =>
  ['POST /api/v1/tiers HTTP/1.1', 'Host: x', ...headers, '', body].join('\r\n');
const get = (headers: string[]) => ['GET /api/v1/tiers HTTP/1.1', 'Host: x', ...headers, '', ''].join('\r\n');

describe('a request that could be read in two ways', () => {
  test.each([
    ['a length and chunks', post(['Content-Length: 5', chunked], '0\r\n\r\n')],
    ['chunks and a length', post([chunked, 'Content-Length: 5'], '0\r\n\r\n')],
    ['chunked, then identity', post([chunked, 'Transfer-Encoding: identity'], '0\r\n\r\n')],
    ['identity, then chunked', post(['Transfer-Encoding: identity', chunked], '0\r\n\r\n')],
    ['chunked twice', post([chunked, chunked], '0\r\n\r\n')],
    ['chunked, identity in one line', post(['Transfer-Encoding: chunked, identity'], '0\r\n\r\n')],
    ['gzip, chunked', post(['Transfer-Encoding: gzip, chunked'], '0\r\n\r\n')],
    ['a coding nobody knows', post(['Transfer-Encoding: xchunked'], '0\r\n\r\n')],
    ['identity alone', post(['Transfer-Encoding: identity'], '0\r\n\r\n')],
    ['a coding behind a vertical tab', post(['Transfer-Encoding: \x0bchunked'], '0\r\n\r\n')],
    ['a space before the colon', post(['Transfer-Encoding : chunked'], '0\r\n\r\n')],
    ['a coding on a folded line', post(['Transfer-Encoding:\r\n chunked'], '0\r\n\r\n')],
    ['two lengths alike', post(['Content-Length: 2', 'Content-Length: 2'], '{}')],
    ['two lengths that differ', post(['Content-Length: 2', 'Content-Length: 0'], '{}')],
    ['a list of lengths', post(['Content-Length: 2, 2'], '{}')],
    ['a length with a sign', post(['Content-Length: +2'], '{}')],
    ['a length below zero', post(['Content-Length: -2'], '{}')],
    ['a length in hex', post(['Content-Length: 0x2'], '{}')],
    ['no length', post(['Content-Length: '], '{}')],
    ['a length beyond 64 bits', post(['Content-Length: 99999999999999999999999'], '{}')],
    ['a folded line', get(['X: a\r\n Content-Length: 5'])],
    ['lines that end in a bare LF', 'GET /api/v1/tiers HTTP/1.1\nHost: x\n\n'],
    ['one header that ends in a bare LF', get(['A: b\nX: y'])],
    ['one header that ends in a bare CR', get(['A: b\rX: y'])],
    ['a NUL in a header', get(['X: a\0b'])],
    ['a NUL in a name', get(['X\0: a'])],
    ['a NUL in the target', 'GET /api/v1\0 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a space in the target', 'GET /api/v1 x HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a name that is not ASCII', get(['X\xff: a'])],
    ['a header without a colon', get(['X'])],
    ['a header without a name', get([': a'])],
    ['a first header that begins with a space', 'GET /api/v1 HTTP/1.1\r\n Host: x\r\n\r\n'],
    ['two hosts', get(['Host: y'])],
    ['no host', 'GET /api/v1/tiers HTTP/1.1\r\n\r\n'],
    ['HTTP/0.9', 'GET /api/v1/tiers\r\n'],
    ['HTTP/0.9 by name', 'GET /api/v1/tiers HTTP/0.9\r\nHost: x\r\n\r\n'],
    ['HTTP/2 by its preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0'],
    ['a method nobody knows', 'SMUGGLE /api/v1/tiers HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a method in small letters', 'get /api/v1/tiers HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a target that is an authority', 'GET example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n'],
  ])('%s is 400, closes the connection and answers nothing that follows', async (_name, bytes) => {
    const received = await send(`${bytes}${smuggled}`);
    expect(statusesOf(received)).toEqual([400]);
    expect(received).toMatch(/\r\nConnection: close\r\n/i);
    expect(received).toMatch(/\r\nX-Content-Type-Options: nosniff\r\n/i);
    expect(lastBody(received)).toMatchObject({ code: 'invalid_request' });
  });
});

describe('a fault in the middle of a body', () => {
  test.each([
    ['a chunk size in hex notation', '0x2\r\n{}\r\n0\r\n\r\n', 400],
    ['a chunk size beyond 64 bits', '10000000000000002\r\n{}\r\n0\r\n\r\n', 400],
    ['a chunk size below zero', '-2\r\n{}\r\n0\r\n\r\n', 400],
    ['a chunk size with a space', '2 \r\n{}\r\n0\r\n\r\n', 400],
    ['a chunk without its end', '2\r\n{}0\r\n\r\n', 400],
    ['a chunk extension that ends in a bare LF', '2;a\n{}\r\n0\r\n\r\n', 400],
    ['a chunk extension of 20 KiB', `2;${'a'.repeat(20_480)}\r\n{}\r\n0\r\n\r\n`, 413],
  ])('%s in the middle of a body is answered once and closes the connection', async (_name, body, status) => {
    // To a protected endpoint with a valid key, so that the body is waited for when its fault is found.
    const head = [
      'POST /api/v1/messages HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${account.key}`,
      'Content-Type: application/json',
      chunked,
      '',
      '',
    ].join('\r\n');
    const received = await send(`${head}${body}${smuggled}`);
    expect(statusesOf(received)).toEqual([status]);
    expect(lastBody(received)).toMatchObject({ code: 'invalid_request' });
  });
});

describe('a request that has one meaning', () => {
  const closing = 'GET /api/v1/tiers HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

  test('chunk extensions and trailers are dropped, and set no header', async () => {
    const body = '{"address":"+15005550006","body":"in chunks"}';
    const size = body.length.toString(16);
    const trailers = `Authorization: Bearer ${account.key}\r\nHost: y\r\n`;
    const headers = [
      'Host: x',
      'Content-Type: application/json',
      chunked,
      `Authorization: Bearer ${account.key}`,
    ];
    const line = 'POST /api/v1/messages HTTP/1.1';
    const sent = await send(
      `${[line, ...headers, '', ''].join('\r\n')}${size};a=b;c="d"\r\n${body}\r\n0\r\nHost: y\r\n\r\n${closing}`,
    );
    expect(statusesOf(sent)).toEqual([200, 200]);
    const keyless = [line, ...headers.slice(0, 3), '', ''].join('\r\n');
    const refused = await send(`${keyless}${size}\r\n${body}\r\n0\r\n${trailers}\r\n${closing}`);
    expect(statusesOf(refused)).toEqual([401, 200]);
  });

  test('an absolute target is its path, whoever it names', async () => {
    const received = await send(
      'GET http://elsewhere.example/api/v1/tiers HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    expect(statusesOf(received)).toEqual([200]);
    expect(received).not.toContain('elsewhere');
  });

  test('an asterisk is no path of ours', async () => {
    for (const method of ['OPTIONS', 'GET'])
      expect(statusesOf(await send(`${method} * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`))).toEqual([
        404,
      ]);
  });

  test('an offer to speak another protocol is declined, and its body belongs to the request', async () => {
    const offer = ['Connection: Upgrade, HTTP2-Settings, close', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'];
    expect(statusesOf(await send(get(offer)))).toEqual([200]);
    const socket = ['Connection: Upgrade, close', 'Upgrade: websocket', 'Content-Length: 2'];
    expect(statusesOf(await send(`${post(socket, '{}')}${smuggled}`))).toEqual([405]);
  });

  test('a body of a GET belongs to it', async () => {
    const bytes = `${get([`Content-Length: ${smuggled.length}`])}${smuggled}${closing}`;
    expect(statusesOf(await send(bytes))).toEqual([200, 200]);
  });

  test('TRACE echoes nothing', async () => {
    const received = await send(
      'TRACE /api/v1/tiers HTTP/1.1\r\nHost: x\r\nCookie: secretive\r\nConnection: close\r\n\r\n',
    );
    expect(statusesOf(received)).toEqual([405]);
    expect(received).not.toContain('secretive');
  });
});

test('a whole request keeps its own answer, whatever bytes come behind it', async () => {
  const body = JSON.stringify({ address: '+15005550006', body: 'before garbage', client_ref: 'garbage' });
  const sent = [
    'POST /api/v1/messages HTTP/1.1',
    'Host: x',
    `Authorization: Bearer ${account.key}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
  for (const behind of ['GARBAGE\r\n\r\n', 'POST /api/v1/messages HTTP/1.1\r\nContent-Length: x\r\n\r\n']) {
    const received = await send(`${sent}${behind}`);
    expect(statusesOf(received)).toEqual([200]);
    expect(received).toMatch(/\r\nConnection: close\r\n/i);
  }
});

test('a client that hangs up in the middle of anything leaves nothing behind', async () => {
  const port = Number(new URL(stack.gateways[0]?.url ?? '').port);
  const whole = `POST /api/v1/messages HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${account.key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"address":`;
  for (let cut = 0; cut < whole.length; cut += 7) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(whole.slice(0, cut));
    if (cut % 2 === 0) socket.resetAndDestroy();
    else socket.end();
    socket.resume();
  }
  expect((await stack.get('/api/v1/tiers')).status).toBe(200);
});

// Calls of nobody that reach Connect: what a caller says it called us by, Host in HTTP/1.1 and :authority in HTTP/2, is
// nobody's to trust, and whoever leaves in the middle of a call leaves it alone. No form of either ends a core, which is a
// process of its own here.
import { once } from 'node:events';
import { connect as connectHttp2, type OutgoingHttpHeaders } from 'node:http2';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '../support/database.ts';
import { type CoreProcess, startCoreProcess } from '../support/processes.ts';

let core: CoreProcess;
beforeAll(async () => {
  core = await startCoreProcess(await createDatabase());
});
afterAll(() => core.stop());

const hosts = [
  '[',
  ']',
  '[::1',
  'a b',
  '%',
  '%00',
  'x:99999',
  '::1:1',
  '127.0.0.256',
  '',
  '@',
  'a/b',
  '?',
  '\\',
  'é',
];
const pairing = '/textrelay.v1.PairingService/PairDevice';
const health = '/grpc.health.v1.Health/Check';

/** The status of a pairing call, or what else came back. */
async function pairAs(lines: string[], version = '1.1'): Promise<string> {
  const socket = connect(core.device.port, '127.0.0.1');
  let received = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    received += chunk;
  });
  socket.on('error', () => {});
  const head = [
    `POST ${pairing} HTTP/${version}`,
    ...lines,
    'Content-Type: application/json',
    'Connection: close',
  ];
  socket.write(`${[...head, 'Content-Length: 2'].join('\r\n')}\r\n\r\n{}`, 'latin1');
  await once(socket, 'close');
  return received.split('\r\n')[0] ?? '';
}

/** The HTTP and gRPC status of a call, or what ended it. */
async function callAs(path: string, headers: OutgoingHttpHeaders): Promise<string> {
  const session = connectHttp2(`http://127.0.0.1:${core.rpc.port}`);
  session.on('error', () => {});
  const stream = session.request({
    ':method': 'POST',
    ':path': path,
    'content-type': 'application/grpc',
    ...headers,
  });
  const reported: string[] = [];
  for (const event of ['response', 'trailers'] as const)
    stream.on(event, (found: OutgoingHttpHeaders) =>
      reported.push(String(found[':status'] ?? ''), String(found['grpc-status'] ?? '')),
    );
  stream.on('error', (error: NodeJS.ErrnoException) => reported.push(String(error.code)));
  stream.resume().end(Buffer.alloc(5));
  await new Promise<void>((resolve) => stream.on('close', () => resolve()));
  session.destroy();
  return reported.filter((part) => part !== '').join(' ');
}

test('a Host that is none is answered as any other on the device listener', async () => {
  for (const host of hosts) {
    const answer = await pairAs([`Host: ${host}`]);
    // 404 is the wrong code's answer: the call was served.
    expect([host, answer]).toEqual([host, expect.stringMatching(/^HTTP\/1\.1 (404|429) /)]);
  }
  expect(await pairAs([], '1.0')).toMatch(/^HTTP\/1\.1 (404|429) /);
  expect(core.child.exitCode).toBeNull();
});

/** Served, or refused by HTTP/2 itself as no name at all; never unanswered. */
const answered = expect.stringMatching(/^200 0$|STREAM_ERROR/);

test('an :authority that is none is answered as any other on the RPC listener, without the credential', async () => {
  for (const authority of hosts.filter((host) => host !== 'é')) {
    expect([authority, await callAs(health, { ':authority': authority })]).toEqual([authority, answered]);
    const named = { ':authority': undefined, host: authority };
    expect([authority, await callAs(health, named)]).toEqual([authority, answered]);
  }
  expect(await callAs(health, { ':authority': '[' })).toBe('200 0');
  expect(core.child.exitCode).toBeNull();
});

test('a strange path or query of a known method is answered too', async () => {
  for (const path of [`${health}?`, `${health}?[`, `${health}?%`, `${health}??#@`])
    expect([path, await callAs(path, {})]).toEqual([path, '200 0']);
  for (const path of ['*', '', '//[', 'http://[/x', '/%'])
    expect([path, await callAs(path, {})]).toEqual([path, expect.stringMatching(/404|STREAM_ERROR/)]);
  expect(core.child.exitCode).toBeNull();
});

test('a call that is left before its body has ended is left alone', async () => {
  const types = [
    'application/json',
    'application/proto',
    'application/grpc',
    'application/grpc-web',
    'text/plain',
  ];
  for (const type of types) {
    for (const body of ['{', '\0\0\0\0\x05he', '\x01\xff\xff\xff\xff', '']) {
      for (const leaves of ['end', 'destroy', 'resetAndDestroy'] as const) {
        const socket = connect(core.device.port, '127.0.0.1').on('error', () => {});
        const lines = ['Host: x', `Content-Type: ${type}`, 'Content-Length: 900', '', body];
        socket.write([`POST ${pairing} HTTP/1.1`, ...lines].join('\r\n'), 'latin1');
        // What is refused at once is answered; what waits for its body is not.
        await Promise.race([once(socket, 'data'), pairAs(['Host: x'])]);
        const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
        socket[leaves]();
        socket.resume();
        await closed;
      }
    }
  }
  expect(await pairAs(['Host: x'])).toMatch(/^HTTP\/1\.1 (404|429) /);
  expect(core.child.exitCode).toBeNull();
});

test('two calls on one connection and then bytes that are none end that connection alone', async () => {
  for (const method of ['TRACE', 'GET', 'POST']) {
    const head = (name: string) => `${name} ${pairing} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`;
    const socket = connect(core.device.port, '127.0.0.1').on('error', () => {});
    socket.resume().write(`${head(method)}${head('POST')}-1\r\n${head('get')}`);
    await new Promise<void>((resolve) => socket.on('close', () => resolve()));
    expect([method, await pairAs(['Host: x'])]).toEqual([
      method,
      expect.stringMatching(/^HTTP\/1\.1 (404|429) /),
    ]);
  }
  expect(core.child.exitCode).toBeNull();
});

// The core's RPC listener as an attacker inside the network finds it: without the credential there is nothing but
// health, and no bytes, sizes or numbers of anything end it. That each single method asks for the credential is in
// test/flow/grpc_client.test.ts.
import { once } from 'node:events';
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { ThreadService } from '../../proto/gen/textrelay/v1/thread_service_pb.ts';
import { createCredentialCheck } from '../../server/rpc/credential.ts';
import { clientOf, serviceToken, startTestCore, type TestAccount, type TestCore } from '../support/core.ts';
import { createDatabase } from '../support/database.ts';

let core: TestCore;
let account: TestAccount;
const sessions: ClientHttp2Session[] = [];

beforeAll(async () => {
  core = await startTestCore(await createDatabase());
  account = await core.createAccount();
});
afterEach(async () => {
  for (const session of sessions.splice(0)) session.destroy();
  // Whatever was tried, the core goes on.
  expect((await core.messages.listCursors({ accountIds: [account.id] })).cursors).toHaveLength(1);
});
afterAll(() => core.stop());

function open(): ClientHttp2Session {
  const session = connectHttp2(`http://127.0.0.1:${core.rpc.port}`);
  session.on('error', () => {});
  sessions.push(session);
  return session;
}

/** One gRPC call by hand: the status of gRPC, or of HTTP, or what ended the stream. */
function call(session: ClientHttp2Session, path: string, body: Buffer, headers: Record<string, string> = {}) {
  return new Promise<string>((resolve) => {
    const stream = session.request({
      ':method': 'POST',
      ':path': path,
      'content-type': 'application/grpc',
      te: 'trailers',
      authorization: `Bearer ${serviceToken}`,
      ...headers,
    });
    const reported: string[] = [];
    stream.on('response', (found) =>
      reported.push(`http ${found[':status']}`, `grpc ${found['grpc-status']}`),
    );
    stream.on('trailers', (found) => reported.push(`grpc ${found['grpc-status']}`));
    stream.on('error', (error: NodeJS.ErrnoException) => reported.push(String(error.code)));
    stream.on('close', () => resolve(reported.join(', ')));
    stream.resume();
    stream.end(body);
  });
}
const frame = (bytes: Buffer, claimed = bytes.length, flags = 0) => {
  const head = Buffer.alloc(5);
  head.writeUInt8(flags, 0);
  head.writeUInt32BE(claimed, 1);
  return Buffer.concat([head, bytes]);
};
const getMessage = '/textrelay.v1.MessageService/GetMessage';
/** Served past Connect, so that everything is tried on it as well. */
const sendMessages = '/textrelay.v1.MessageService/SendMessages';
const unauthenticated = 'grpc 16';
const unimplemented = 'grpc 12';

test('Nothing but reflection says which services there are', async () => {
  const session = open();
  for (const path of [
    '/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo',
    '/grpc.channelz.v1.Channelz/GetServers',
    '/textrelay.v1.MessageService/Nothing',
    '/textrelay.v1.Nothing/GetMessage',
    '/',
    '/metrics',
  ]) {
    expect([path, await call(session, path, frame(Buffer.alloc(0)))]).toEqual([
      path,
      expect.stringMatching(new RegExp(`${unimplemented}|http 404`)),
    ]);
  }
});

test('without the credential a call is refused before its body is read', async () => {
  const session = open();
  for (const authorization of [
    '',
    'Bearer',
    `Bearer ${serviceToken}x`,
    `Bearer ${serviceToken} `.repeat(2),
    account.key,
  ]) {
    for (const path of [getMessage, sendMessages]) {
      const answer = await call(session, path, frame(Buffer.from('garbage'), 2 ** 31), { authorization });
      expect([path, answer]).toEqual([path, expect.stringContaining(unauthenticated)]);
    }
  }
});

test('the credential is compared in constant time: by hashes of one length', () => {
  const check = createCredentialCheck(serviceToken);
  expect(() => check(`Bearer ${serviceToken}`)).not.toThrow();
  // timingSafeEqual throws a RangeError for lengths that differ; a refusal is what comes of every length.
  const longer = `Bearer ${'x'.repeat(100_000)}`;
  for (const wrong of [undefined, '', 'B', 'Bearer ', `Bearer ${serviceToken.slice(1)}`, longer])
    expect(() => check(wrong)).toThrow('the service credential is missing or wrong');
});

test('a message over 4 MiB is refused by what it claims to be and by what it is', async () => {
  const session = open();
  const limit = 4 * 1024 * 1024;
  for (const path of [getMessage, sendMessages])
    for (const claimed of [limit + 1, 0xffff_ffff])
      expect(await call(session, path, frame(Buffer.alloc(10), claimed))).toMatch(/grpc (8|3|13)/);
  const texts = [{ accountId: account.id, address: '+15005550006', body: 'x'.repeat(limit) }];
  await expect(core.messages.sendMessages({ texts })).rejects.toMatchObject({ code: 8 });
  const thread = { accountId: account.id, address: 'x'.repeat(limit), limit: 1 };
  await expect(clientOf(ThreadService, core).listThreadMessages(thread)).rejects.toMatchObject({ code: 8 });
});

test('messages that are none are refused', async () => {
  const session = open();
  for (const body of [
    Buffer.alloc(0),
    Buffer.alloc(3),
    frame(Buffer.from([0xff, 0xff, 0xff])),
    frame(Buffer.from([0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f])),
    frame(Buffer.alloc(10, 0xff), 5),
    frame(Buffer.from('compressed, it says'), undefined, 1),
    Buffer.concat([frame(Buffer.from([0x08, 0x01])), frame(Buffer.from([0x08, 0x01]))]),
  ]) {
    for (const path of [getMessage, sendMessages]) {
      const answer = await call(session, path, body);
      expect([path, body.toString('hex'), answer]).toEqual([
        path,
        body.toString('hex'),
        expect.stringMatching(/grpc ([1-9]|1\d)\b/),
      ]);
    }
  }
});

test('bytes that are no HTTP/2 end their own connection only', async () => {
  const preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';
  const settings = '\0\0\0\x04\0\0\0\0\0';
  for (const bytes of [
    'GET / HTTP/1.1\r\nHost: x\r\n\r\n',
    '\0'.repeat(1_000),
    `${preface}${'\xff'.repeat(1_000)}`,
    // A frame of 16 MiB, a DATA frame of no stream, headers that are no HPACK, an endless continuation.
    `${preface}${settings}\xff\xff\xff\0\0\0\0\0\x01`,
    `${preface}${settings}\0\0\x01\0\0\0\0\0\0x`,
    `${preface}${settings}\0\0\x04\x01\x05\0\0\0\x01\xff\xff\xff\xff`,
    `${preface}${settings}\0\0\x01\x01\0\0\0\0\x01\x82${'\0\0\x01\x09\0\0\0\0\x01\x82'.repeat(5_000)}`,
  ]) {
    const socket = connect(core.rpc.port, '127.0.0.1');
    socket.on('error', () => {});
    const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
    socket.resume();
    socket.end(bytes, 'latin1');
    await closed;
  }
});

test('a connection has 1,000 streams at most, and resetting them fast ends it', async () => {
  const session = open();
  await once(session, 'remoteSettings');
  expect(session.remoteSettings.maxConcurrentStreams).toBe(1_000);
  for (let round = 0; round < 300 && !session.closed && !session.destroyed; round++) {
    for (let index = 0; index < 100 && !session.destroyed; index++) {
      const stream = session.request({ ':method': 'POST', ':path': getMessage });
      stream.on('error', () => {});
      stream.close(8);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (!session.destroyed) await once(session, 'close');
});

test('a watcher that never reads is bounded, and the others hear of everything', async () => {
  const deaf = open();
  const stream = deaf.request({
    ':method': 'POST',
    ':path': '/textrelay.v1.MessageService/WatchChanges',
    'content-type': 'application/grpc',
    te: 'trailers',
    authorization: `Bearer ${serviceToken}`,
  });
  stream.on('error', () => {});
  stream.pause();
  stream.end(frame(Buffer.alloc(0)));
  const stop = new AbortController();
  const received = clientOf(MessageService, core)
    .watchChanges({}, { signal: stop.signal })
    [Symbol.asyncIterator]();
  await received.next();
  for (let index = 0; index < 50; index++) {
    await core.messages.sendMessages({
      texts: [{ accountId: account.id, address: '+15005550006', body: 'x' }],
    });
    expect((await received.next()).value.advances).toMatchObject([{ accountId: account.id }]);
  }
  stop.abort();
  await received.next().catch(() => undefined);
});

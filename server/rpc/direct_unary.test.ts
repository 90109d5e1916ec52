// Methods past Connect: the same answers as through Connect, and nothing that a caller does harms the core.
import { type ClientHttp2Session, connect, constants } from 'node:http2';
import { create, toBinary } from '@bufbuild/protobuf';
import { Code, ConnectError, createClient, createConnectRouter } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport } from '@connectrpc/connect-node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ErrorCode, ErrorDetailSchema } from '../../proto/gen/textrelay/v1/error_pb.ts';
import {
  MessageService,
  SendMessagesRequestSchema,
} from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { ThreadService } from '../../proto/gen/textrelay/v1/thread_service_pb.ts';
import { methodName } from '../../runtime/method_name.ts';
import { serviceToken, startTestCore, type TestAccount, type TestCore } from '../../test/support/core.ts';
import { createDatabase } from '../../test/support/database.ts';
import { isAudited, whoMayCall } from '../access/policy.ts';
import { directMethods } from '../composition/rpc_listener.ts';
import { noteDirect } from './direct_unary.ts';

let core: TestCore;
let account: TestAccount;
let session: ClientHttp2Session;

beforeAll(async () => {
  core = await startTestCore(await createDatabase());
  account = await core.createAccount();
  session = connect(`http://127.0.0.1:${core.rpc.port}`);
});
afterAll(async () => {
  session.destroy();
  await core.stop();
});

/** The two ways: plain gRPC, which is served directly, and Connect's own protocol, which is not. */
function clients() {
  const baseUrl = `http://127.0.0.1:${core.rpc.port}`;
  const headers = { authorization: `Bearer ${serviceToken}` };
  return [createGrpcTransport({ baseUrl }), createConnectTransport({ baseUrl, httpVersion: '2' })].map(
    (transport) => {
      const client = createClient(MessageService, transport);
      return (texts: { accountId: bigint; address: string; body: string }[]) =>
        client.sendMessages({ texts }, { headers });
    },
  );
}
const text = (body = 'x') => ({ accountId: account.id, address: '+15005550006', body });

function openStream(body: Uint8Array, headers: Record<string, string> = {}) {
  const stream = session.request({
    ':method': 'POST',
    ':path': '/textrelay.v1.MessageService/SendMessages',
    'content-type': 'application/grpc',
    te: 'trailers',
    authorization: `Bearer ${serviceToken}`,
    ...headers,
  });
  stream.on('error', () => {});
  stream.write(body);
  return stream;
}

/** The gRPC status of a call whose body is exactly these bytes. */
function statusOf(body: Uint8Array, headers?: Record<string, string>) {
  const stream = openStream(body, headers);
  stream.end();
  stream.resume();
  return new Promise<string>((resolve) => {
    stream.on('response', (found) => found['grpc-status'] && resolve(String(found['grpc-status'])));
    stream.on('trailers', (found) => resolve(String(found['grpc-status'])));
  });
}

function framed(bytes: Uint8Array, flag = 0): Buffer {
  const head = Buffer.alloc(5);
  head[0] = flag;
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}
const request = () =>
  framed(toBinary(SendMessagesRequestSchema, create(SendMessagesRequestSchema, { texts: [text()] })));

test('answers as Connect does, results and refusals alike', async () => {
  for (const send of clients()) {
    const { results } = await send([text(), text(''), { ...text(), accountId: 5n }]);
    expect(
      results.map(({ outcome }) => (outcome.case === 'error' ? outcome.value.code : outcome.case)),
    ).toEqual(['accepted', ErrorCode.INVALID_REQUEST, ErrorCode.NOT_FOUND]);
    const refused = await send([]).catch((error: unknown) => ConnectError.from(error));
    expect(refused).toMatchObject({ code: Code.InvalidArgument });
    expect((refused as ConnectError).findDetails(ErrorDetailSchema)).toMatchObject([
      { code: ErrorCode.INVALID_REQUEST },
    ]);
  }
});

test('reads answer as Connect does, results and refusals alike', async () => {
  const accountId = account.id;
  const baseUrl = `http://127.0.0.1:${core.rpc.port}`;
  const headers = { authorization: `Bearer ${serviceToken}` };
  const answers = [
    createGrpcTransport({ baseUrl }),
    createConnectTransport({ baseUrl, httpVersion: '2' }),
  ].map(async (transport) => {
    const messages = createClient(MessageService, transport);
    const threads = createClient(ThreadService, transport);
    const unknown = messages.getMessage({ accountId, id: 9_999n }, { headers }).catch(ConnectError.from);
    const refused = (await unknown) as ConnectError;
    return {
      changes: await messages.listChanges({ queries: [{ accountId, limit: 5 }] }, { headers }),
      threads: await threads.listThreads({ accountId, limit: 5 }, { headers }),
      refused: [refused.code, refused.findDetails(ErrorDetailSchema)],
    };
  });
  const [direct, byConnect] = await Promise.all(answers);
  expect(direct).toEqual(byConnect);
  expect(direct).toMatchObject({ threads: { threads: [{}] }, refused: [Code.NotFound, [{}]] });
});

test.each(directMethods.map((method) => [methodName(method), method] as const))(
  '%s may go past what judges callers and notes changes: services may call it, and it changes nothing of an account',
  (name, method) => {
    expect(whoMayCall(name)).toContain('service');
    expect(isAudited(method)).toBe(false);
  },
);

test('a method that looks at its context is not served directly', () => {
  const router = createConnectRouter();
  const add = noteDirect(router, [ThreadService.method.listThreads], []);
  expect(() => add.service(ThreadService, { listThreads: async (_request, _context) => ({}) })).toThrow(
    'ListThreads looks at its context',
  );
});

test('what is not one whole message is INVALID_ARGUMENT', async () => {
  const whole = request();
  const invalid = String(Code.InvalidArgument);
  expect(await statusOf(whole)).toBe('0');
  expect(await statusOf(Buffer.concat([whole, whole]))).toBe(invalid);
  expect(await statusOf(whole.subarray(0, -1))).toBe(invalid);
  expect(await statusOf(Buffer.alloc(4))).toBe(invalid);
  expect(await statusOf(framed(whole.subarray(5), 1))).toBe(invalid);
  expect(await statusOf(framed(Buffer.from('garbage')))).toBe(invalid);
});

test('odd forms of the call are left to Connect', async () => {
  expect(await statusOf(request(), { 'content-type': 'application/grpc+proto' })).toBe('0');
  expect(await statusOf(framed(request().subarray(5)), { 'grpc-encoding': 'br' })).not.toBe('0');
});

test('callers that go away before, within and after their request leave the core serving', async () => {
  const whole = request();
  for (let round = 0; round < 30; round++) {
    for (const body of [Buffer.alloc(0), whole.subarray(0, 7), whole]) {
      const stream = openStream(body);
      if (round % 2 === 0) stream.end();
      stream.close(constants.NGHTTP2_CANCEL);
    }
  }
  expect(await statusOf(whole)).toBe('0');
});

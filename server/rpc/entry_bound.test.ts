// A request with too many entries is refused before it is decoded, whichever way it comes in.
import { once } from 'node:events';
import { type ClientHttp2Session, connect, type Http2Server, type IncomingHttpHeaders } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ErrorCode, ErrorDetailSchema } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { ListCursorsRequestSchema, MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { mostJsonLevels } from '../../runtime/bodies/json_shape.ts';
import { createLog } from '../../runtime/log.ts';
import { mostValuesOfCall } from '../connect/bound_requests.ts';
import { failureInterceptor, toConnectError } from '../connect/failures.ts';
import { mostEntries } from '../connect/message_entries.ts';
import { createRpcServer } from './rpc_server.ts';

let server: Http2Server;
let session: ClientHttp2Session;
/** The sizes of the requests that were decoded. */
let decoded: number[] = [];

beforeAll(async () => {
  const log = createLog('test', 'silent');
  server = createRpcServer({
    ...{ serviceToken: 'secret', interceptors: [failureInterceptor(log)], log },
    shutdownSignal: new AbortController().signal,
    direct: [MessageService.method.sendMessages],
    directOptions: { toConnectError: (error) => toConnectError(error, log), onCall: () => {} },
    routes: (router) =>
      router.service(MessageService, {
        sendMessages: ({ texts }) => {
          decoded.push(texts.length);
          return {};
        },
        listCursors: ({ accountIds }) => {
          decoded.push(accountIds.length);
          return {};
        },
        async *watchChanges() {
          decoded.push(0);
          yield {};
        },
      }),
  }) as Http2Server;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterAll(() => {
  session.destroy();
  server.close();
});
beforeEach(() => {
  decoded = [];
});

const framed = (message: Uint8Array, flag = 0): Buffer => {
  const prefix = Buffer.from([flag, 0, 0, 0, 0]);
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
};

interface Answer {
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Calls a method with a body that comes in pieces. */
async function call(method: string, type: string, body: Uint8Array, pieceBytes = 50_000): Promise<Answer> {
  const stream = session.request({
    ...{ ':method': 'POST', ':path': `/textrelay.v1.MessageService/${method}`, te: 'trailers' },
    ...{ 'content-type': type, authorization: 'Bearer secret', 'connect-protocol-version': '1' },
  });
  const answer: Answer = { headers: {}, body: Buffer.alloc(0) };
  for (const event of ['response', 'trailers'] as const)
    stream.on(event, (headers: IncomingHttpHeaders) => Object.assign(answer.headers, headers));
  stream.on('data', (part: Buffer) => {
    answer.body = Buffer.concat([answer.body, part]);
  });
  for (let at = 0; at < body.length; at += pieceBytes) stream.write(body.subarray(at, at + pieceBytes));
  stream.end();
  await once(stream, 'close');
  return answer;
}

/** The fault of an answer over gRPC, whose trailers gRPC-Web has in its body. */
function grpcFault({ headers, body }: Answer) {
  const web = /grpc-status: ?(\d+)[\s\S]*?grpc-status-details-bin: ?(\S+)/i.exec(body.toString('latin1'));
  const status = headers['grpc-status'] ?? web?.[1];
  const details = Buffer.from(String(headers['grpc-status-details-bin'] ?? web?.[2] ?? ''), 'base64');
  return { status: Number(status ?? 0), details: details.toString('latin1') };
}

const emptyTexts = (count: number) => Buffer.alloc(2 * count, Buffer.from([0x0a, 0]));
const json = (values: number) => Buffer.from(`{"accountIds":[${Array(values - 1).fill('12')}]}`);
const words = `the request must have at most ${mostEntries} entries`;

describe.each([
  ['gRPC, directly', 'SendMessages', 'application/grpc'],
  ['gRPC, by Connect', 'SendMessages', 'application/grpc+PROTO'],
  ['gRPC-Web', 'SendMessages', 'application/grpc-web+proto'],
])('%s', (_, method, type) => {
  test(`a request has ${mostEntries} entries, and not one more`, async () => {
    for (const pieceBytes of [50_000, 1_000_000]) {
      decoded = [];
      expect(grpcFault(await call(method, type, framed(emptyTexts(mostEntries)), pieceBytes)).status).toBe(0);
      expect(decoded).toEqual([mostEntries]);
      for (const count of [mostEntries + 1, 2_000_000]) {
        const { status, details } = grpcFault(
          await call(method, type, framed(emptyTexts(count)), pieceBytes),
        );
        expect([status, details]).toEqual([Code.InvalidArgument, expect.stringContaining(words)]);
        expect(details).toContain('type.googleapis.com/textrelay.v1.ErrorDetail');
      }
      expect(decoded).toEqual([mostEntries]);
    }
  });
});

/** The fault of an answer in Connect's own protocol. */
function connectFault({ body }: Answer) {
  const { code, message, details } = JSON.parse(body.toString()) as {
    code: string;
    message: string;
    details: { value: string }[];
  };
  const detail = fromBinary(ErrorDetailSchema, Buffer.from(details[0]?.value ?? '', 'base64'));
  return [code, message, detail.code];
}

test(`Connect: a request has ${mostEntries} entries, and not one more; packed numbers count one by one`, async () => {
  const ids = (count: number): Buffer =>
    Buffer.from(
      toBinary(
        ListCursorsRequestSchema,
        create(ListCursorsRequestSchema, { accountIds: Array(count).fill(200n) }),
      ),
    );
  for (const [method, bodyOf] of [
    ['SendMessages', emptyTexts],
    ['ListCursors', ids],
  ] as const) {
    decoded = [];
    expect((await call(method, 'application/proto', bodyOf(mostEntries))).headers[':status']).toBe(200);
    const answer = await call(method, 'application/proto', bodyOf(mostEntries + 1));
    expect(answer.headers[':status']).toBe(400);
    expect(connectFault(answer)).toEqual(['invalid_argument', words, ErrorCode.INVALID_REQUEST]);
    expect(decoded).toEqual([mostEntries]);
  }
});

test.each(['application/json', 'application/grpc+json', 'application/grpc-web+json; charset=utf-8'])(
  `%s: a request has ${mostValuesOfCall} values and ${mostJsonLevels} levels, and not one more`,
  async (type) => {
    const isGrpc = type.includes('grpc');
    const bodyOf = (message: Buffer) => (isGrpc ? framed(message) : message);
    const refusalOf = async (message: Buffer) => {
      const answer = await call('ListCursors', type, bodyOf(message));
      return isGrpc ? grpcFault(answer).details : String(connectFault(answer));
    };
    // The object and the list are two values, the first of the list is behind no comma.
    expect((await call('ListCursors', type, bodyOf(json(mostValuesOfCall)))).headers[':status']).toBe(200);
    expect(decoded).toEqual([mostValuesOfCall - 1]);
    expect(await refusalOf(json(mostValuesOfCall + 1))).toContain(`at most ${mostValuesOfCall} values`);
    const deep = Buffer.from(`{"accountIds":${'['.repeat(50_000)}${']'.repeat(50_000)}}`);
    expect(await refusalOf(deep)).toContain(`deeper than ${mostJsonLevels} levels`);
    expect(decoded).toHaveLength(1);
  },
);

test.each([
  ['gRPC', 'application/grpc'],
  ['gRPC-Web', 'application/grpc-web'],
  ['Connect', 'application/connect+proto'],
])('a stream over %s: its request has as many entries, and not one more', async (_, type) => {
  // Fields that no WatchChangesRequest has.
  const unknown = (count: number) => framed(Buffer.alloc(2 * count, Buffer.from([0x78, 1])));
  const faultOf = ({ headers, body }: Answer) => `${headers['grpc-message'] ?? ''}${body.toString('latin1')}`;
  expect(faultOf(await call('WatchChanges', type, unknown(mostEntries)))).not.toContain('entries');
  expect(decoded).toEqual([0]);
  const refused = faultOf(await call('WatchChanges', type, unknown(mostEntries + 1)));
  expect(refused).toContain('entries');
  expect(decoded).toEqual([0]);
});

test('requests that are compressed are refused, and are not decompressed', async () => {
  const refused = await call('ListCursors', 'application/grpc', framed(emptyTexts(10), 1));
  expect(grpcFault(refused).status).toBe(Code.Internal);
  const stream = session.request({
    ...{ ':method': 'POST', ':path': '/textrelay.v1.MessageService/ListCursors' },
    ...{ 'content-type': 'application/proto', 'content-encoding': 'gzip', authorization: 'Bearer secret' },
  });
  stream.end(Buffer.alloc(10));
  const [headers] = (await once(stream, 'response')) as [IncomingHttpHeaders];
  expect(headers[':status']).toBe(501);
  stream.resume();
  expect(decoded).toEqual([]);
});

test.each(['SendMessages', 'WatchChanges'])(
  'bytes of %s that are broken behind many entries are refused as broken ones',
  async (method) => {
    const broken = Buffer.concat([
      Buffer.alloc(mostEntries, Buffer.from([0x10, 1])),
      Buffer.from([0x0a, 99]),
    ]);
    const { status } = grpcFault(await call(method, 'application/grpc', framed(broken)));
    expect([Code.InvalidArgument, Code.Internal]).toContain(status);
    expect(decoded).toEqual([]);
  },
);

// The core as other services see it: a gRPC client made from the .proto files alone, gRPC-Web and Connect get the
// same answers, and nobody gets one without the service credential.
import { connect } from 'node:http2';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { fromBinary } from '@bufbuild/protobuf';
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { createClient } from '@connectrpc/connect';
import { createConnectTransport, createGrpcWebTransport } from '@connectrpc/connect-node';
import {
  type ClientReadableStream,
  credentials,
  loadPackageDefinition,
  Metadata,
  type ServiceError,
  status,
} from '@grpc/grpc-js';
import { load } from '@grpc/proto-loader';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ErrorCode, ErrorDetailSchema } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { serviceToken, startTestCore, type TestAccount, type TestCore } from '../support/core.ts';
import { createDatabase } from '../support/database.ts';

// biome-ignore lint/suspicious/noExplicitAny: these clients are made while running; a test asserts what they answer.
type Loose = any;

const protoRoot = fileURLToPath(new URL('../../proto/', import.meta.url));
const files = ['message', 'thread', 'account', 'plan', 'access', 'key'].map(
  (name) => `textrelay/v1/${name}_service.proto`,
);
const withCredential = new Metadata();
withCredential.set('authorization', `Bearer ${serviceToken}`);

let core: TestCore;
let account: TestAccount;
let loaded: Loose;
const open: Loose[] = [];

beforeAll(async () => {
  core = await startTestCore(await createDatabase());
  account = await core.createAccount();
  const definition = await load([...files, 'grpc/health/v1/health.proto'], {
    includeDirs: [protoRoot],
    keepCase: true,
    longs: String,
    enums: String,
    defaults: true,
    oneofs: true,
  });
  loaded = loadPackageDefinition(definition);
});
afterAll(async () => {
  for (const client of open) client.close();
  await core.stop();
});

function clientOf(service: Loose): Loose {
  const client = new service(`127.0.0.1:${core.rpc.port}`, credentials.createInsecure());
  open.push(client);
  return client;
}
const call = (client: Loose, method: string, request: object, metadata = withCredential): Promise<Loose> =>
  new Promise((resolve, reject) => {
    const deadline = Date.now() + 10_000;
    client[method](request, metadata, { deadline }, (error: ServiceError | null, answer: Loose) =>
      error ? reject(error) : resolve(answer),
    );
  });
/** The fields of an encoded message that have a length; the last of each number. */
function fieldsOf(bytes: Uint8Array): Map<number, Uint8Array> {
  const reader = new BinaryReader(bytes);
  const fields = new Map<number, Uint8Array>();
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    if (wireType === WireType.LengthDelimited) fields.set(field, reader.bytes());
    else reader.skip(wireType, field);
  }
  return fields;
}
const text = (fields: object = {}) => ({
  account_id: String(account.id),
  address: '+15005550006',
  body: 'hello',
  ...fields,
});

describe('a gRPC client made from the .proto files', () => {
  test('a gRPC client made from the .proto files sends, reads back and lists', async () => {
    const client = clientOf(loaded.textrelay.v1.MessageService);
    const { results } = await call(client, 'sendMessages', {
      texts: [text(), text({ body: 'second' }), text({ address: 'nobody' })],
    });
    expect(results.map(({ outcome }: Loose) => outcome)).toEqual(['accepted', 'accepted', 'error']);
    expect(results[2].error).toMatchObject({ code: 'ERROR_CODE_INVALID_ADDRESS' });
    const { id } = results[0].accepted.message;
    const { message } = await call(client, 'getMessage', { account_id: String(account.id), id });
    expect(message).toMatchObject({ body: 'hello', status: 'MESSAGE_STATUS_QUEUED', route: 'ROUTE_DEVICE' });
    const { pages } = await call(client, 'listChanges', {
      queries: [{ account_id: String(account.id), since: '0', limit: 500 }],
    });
    expect(pages[0].messages.map(({ body }: Loose) => body)).toEqual(['hello', 'second']);
  });

  test('watches: the first answer says that the watch is open, the next that a text was sent', async () => {
    const client = clientOf(loaded.textrelay.v1.MessageService);
    const stream: ClientReadableStream<Loose> = client.watchChanges({}, withCredential);
    stream.on('error', () => {});
    const answers = stream[Symbol.asyncIterator]();
    expect((await answers.next()).value).toEqual({ advances: [] });
    await call(client, 'sendMessages', { texts: [text()] });
    const { advances } = (await answers.next()).value;
    expect(advances).toEqual([{ account_id: String(account.id), seq: expect.stringMatching(/^\d+$/) }]);
    stream.cancel();
  });

  test('a gRPC client made from the .proto files asks for health without a credential, of the core and of each of its services', async () => {
    const client = clientOf(loaded.grpc.health.v1.Health);
    for (const service of ['', 'textrelay.v1.MessageService', 'textrelay.v1.KeyService'])
      expect(await call(client, 'check', { service }, new Metadata())).toEqual({ status: 'SERVING' });
    await expect(call(client, 'check', { service: 'nobody' }, new Metadata())).rejects.toMatchObject({
      code: status.NOT_FOUND,
    });
  });

  test('a gRPC client made from the .proto files finds the ErrorDetail of a refusal in the details of the status', async () => {
    const client = clientOf(loaded.textrelay.v1.MessageService);
    const error: ServiceError = await call(client, 'getMessage', {
      account_id: String(account.id),
      id: '999999',
    }).catch((refusal) => refusal);
    expect(error.code).toBe(status.NOT_FOUND);
    const [bytes] = error.metadata.get('grpc-status-details-bin') as Buffer[];
    // google.rpc.Status: code 1, message 2, details 3; google.protobuf.Any: type_url 1, value 2.
    const any = fieldsOf(fieldsOf(bytes as Buffer).get(3) as Uint8Array);
    expect(Buffer.from(any.get(1) as Uint8Array).toString()).toMatch(/\/textrelay\.v1\.ErrorDetail$/);
    const detail = fromBinary(ErrorDetailSchema, any.get(2) as Uint8Array);
    expect([detail.code, detail.message]).toEqual([ErrorCode.NOT_FOUND, 'message not found']);
  });

  test('a gRPC client made from the .proto files is answered INVALID_ARGUMENT for a batch that is empty or too large', async () => {
    const client = clientOf(loaded.textrelay.v1.MessageService);
    for (const texts of [[], Array.from({ length: 501 }, () => text())])
      await expect(call(client, 'sendMessages', { texts })).rejects.toMatchObject({
        code: status.INVALID_ARGUMENT,
      });
  });
});

test('every method of every service but health is UNAUTHENTICATED without the credential', async () => {
  const wrong = ['', 'Bearer', `Bearer ${serviceToken}x`, serviceToken, `Bearer ${account.key}`];
  let methods = 0;
  for (const [name, service] of Object.entries<Loose>(loaded.textrelay.v1)) {
    if (service.service === undefined) continue;
    const client = clientOf(service);
    for (const [method, { responseStream }] of Object.entries<Loose>(service.service)) {
      methods++;
      for (const [index, value] of [undefined, ...wrong].entries()) {
        const metadata = new Metadata();
        if (value !== undefined) metadata.set('authorization', value);
        const refusal = responseStream
          ? new Promise((resolve) => client[method]({}, metadata).on('error', resolve))
          : call(client, method, {}, metadata).catch((error) => error);
        expect([name, method, index, (await refusal) as object]).toMatchObject([
          name,
          method,
          index,
          { code: status.UNAUTHENTICATED },
        ]);
      }
    }
  }
  expect(methods).toBeGreaterThanOrEqual(20);
});

const baseUrl = () => `http://127.0.0.1:${core.rpc.port}`;

describe.each([
  ['gRPC-Web', () => createGrpcWebTransport({ baseUrl: baseUrl(), httpVersion: '2' })],
  ['Connect', () => createConnectTransport({ baseUrl: baseUrl(), httpVersion: '2' })],
  [
    'Connect in JSON',
    () => createConnectTransport({ baseUrl: baseUrl(), httpVersion: '2', useBinaryFormat: false }),
  ],
])('over %s', (_name, transport) => {
  const headers = { authorization: `Bearer ${serviceToken}` };

  test('the same call gets the same answer, and the same refusal with its detail', async () => {
    const client = createClient(MessageService, transport());
    const sent = await client.sendMessages(
      { texts: [{ accountId: account.id, address: '+15005550006', body: 'web' }] },
      { headers },
    );
    const outcome = sent.results[0]?.outcome;
    const id = outcome?.case === 'accepted' ? outcome.value.message?.id : undefined;
    const { message } = await client.getMessage({ accountId: account.id, id: id ?? 0n }, { headers });
    expect(message).toEqual(
      (await core.messages.getMessage({ accountId: account.id, id: id ?? 0n })).message,
    );
    const refusal = await client
      .getMessage({ accountId: account.id, id: 999_999n }, { headers })
      .catch((error) => error);
    expect(refusal.findDetails(ErrorDetailSchema)).toMatchObject([{ code: ErrorCode.NOT_FOUND }]);
  });

  test('the stream of changes is served', async () => {
    const client = createClient(MessageService, transport());
    const stop = new AbortController();
    const answers = client.watchChanges({}, { headers, signal: stop.signal })[Symbol.asyncIterator]();
    expect((await answers.next()).value.advances).toEqual([]);
    stop.abort();
    await answers.next().catch(() => undefined);
  });

  test('without the credential it is UNAUTHENTICATED', async () => {
    const client = createClient(MessageService, transport());
    await expect(client.getMessage({ accountId: account.id, id: 1n })).rejects.toMatchObject({ code: 16 });
  });
});

test('an unknown field in JSON is refused, because a misspelt one would be lost', async () => {
  const session = connect(baseUrl());
  const ask = async (text: object) => {
    const stream = session.request({
      ':method': 'POST',
      ':path': '/textrelay.v1.MessageService/SendMessages',
      'content-type': 'application/json',
      authorization: `Bearer ${serviceToken}`,
    });
    stream.end(
      JSON.stringify({ texts: [{ accountId: String(account.id), address: '+15005550006', ...text }] }),
    );
    return json(stream) as Promise<{ code?: string; message?: string; results?: object[] }>;
  };
  // The names of the definitions are known as well as those of JSON.
  expect(await ask({ body: 'a', client_ref: 'json' })).toMatchObject({ results: [{ accepted: {} }] });
  expect(await ask({ body: 'b', clientRef: 'json' })).toMatchObject({
    results: [{ accepted: { replayed: true } }],
  });
  const refused = await ask({ body: 'c', clientref: 'json' });
  expect(refused.code).toBe('invalid_argument');
  expect(refused.message).toContain('"clientref" is unknown');
  session.close();
});

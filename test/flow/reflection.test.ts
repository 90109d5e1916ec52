// A tool without .proto files learns all about the core by reflection, with a client that is not ours.
import { fileURLToPath } from 'node:url';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import * as grpc from '@grpc/grpc-js';
import { loadFileDescriptorSetFromBuffer, loadSync } from '@grpc/proto-loader';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reflectedServices } from '../../server/access/policy.ts';
import { serviceToken, startTestCore, type TestCore } from '../support/core.ts';
import { createDatabase } from '../support/database.ts';

// biome-ignore lint/suspicious/noExplicitAny: these clients are made while running; a test asserts what they answer.
type Loose = any;

let core: TestCore;
let address: string;
beforeAll(async () => {
  core = await startTestCore(await createDatabase());
  address = `127.0.0.1:${core.rpc.port}`;
});
afterAll(() => core.stop());

const credential = new grpc.Metadata();
credential.set('authorization', `Bearer ${serviceToken}`);

interface Answered {
  message_response: string;
  list_services_response?: { service: { name: string }[] };
  file_descriptor_response?: { file_descriptor_proto: Buffer[] };
  error_response?: { error_code: number };
}

/** Asks questions on one stream. */
function ask(questions: object[], metadata = credential): Promise<Answered[]> {
  const proto = fileURLToPath(new URL('../../proto/grpc/reflection/v1/reflection.proto', import.meta.url));
  const { grpc: loaded } = grpc.loadPackageDefinition(
    loadSync(proto, { keepCase: true, oneofs: true }),
  ) as Loose;
  const client = new loaded.reflection.v1.ServerReflection(address, grpc.credentials.createInsecure());
  const stream = client.serverReflectionInfo(metadata, { deadline: Date.now() + 10_000 });
  const answers: Answered[] = [];
  return new Promise<Answered[]>((resolve, reject) => {
    stream.on('data', (answer: Answered) => answers.push(answer));
    stream.on('error', reject);
    stream.on('end', () => resolve(answers));
    for (const question of questions) stream.write(question);
    stream.end();
  }).finally(() => client.close());
}

test('every service is listed, and each is described with everything that it needs', async () => {
  const [list] = await ask([{ list_services: '' }]);
  const names = list?.list_services_response?.service.map(({ name }) => name) ?? [];
  expect(names.sort()).toEqual(reflectedServices.map(({ typeName }) => typeName).sort());
  for (const answer of await ask(names.map((name) => ({ file_containing_symbol: name })))) {
    const bytes = answer.file_descriptor_response?.file_descriptor_proto ?? [];
    const files = bytes.map((each) => fromBinary(FileDescriptorProtoSchema, each));
    const known = new Set(files.map(({ name }) => name));
    expect(files.flatMap(({ dependency }) => dependency).filter((name) => !known.has(name))).toEqual([]);
  }
});

test('a client that is built from the answer calls the core', async () => {
  const account = await core.createAccount();
  const [answer] = await ask([{ file_containing_symbol: 'textrelay.v1.AccountService.GetUsage' }]);
  const file = answer?.file_descriptor_response?.file_descriptor_proto.map((bytes) =>
    fromBinary(FileDescriptorProtoSchema, bytes),
  );
  const set = Buffer.from(
    toBinary(FileDescriptorSetSchema, create(FileDescriptorSetSchema, { file: file ?? [] })),
  );
  const loaded = grpc.loadPackageDefinition(loadFileDescriptorSetFromBuffer(set, { longs: String })) as Loose;
  const client = new loaded.textrelay.v1.AccountService(address, grpc.credentials.createInsecure());
  const usage = await new Promise<{ usage: { plan: string } }>((resolve, reject) => {
    const done = (error: Error | null, found: { usage: { plan: string } }) =>
      error ? reject(error) : resolve(found);
    client.getUsage({ account_id: String(account.id) }, credential, done);
  });
  client.close();
  expect(usage.usage.plan).toBe('pro');
});

test('a question about something unknown is answered as not found, and the stream goes on', async () => {
  const answers = await ask([
    { file_containing_symbol: 'textrelay.v1.Nothing' },
    { file_by_filename: '../package.json' },
    { all_extension_numbers_of_type: 'textrelay.v1.Message' },
    { file_by_filename: 'textrelay/v1/error.proto' },
  ]);
  expect(answers.map(({ error_response: refused }) => refused?.error_code ?? 0)).toEqual([
    grpc.status.NOT_FOUND,
    grpc.status.NOT_FOUND,
    grpc.status.UNIMPLEMENTED,
    0,
  ]);
});

test('without the credential nothing is answered', async () => {
  await expect(ask([{ list_services: '' }], new grpc.Metadata())).rejects.toMatchObject({
    code: grpc.status.UNAUTHENTICATED,
  });
});

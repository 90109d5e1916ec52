// Answers have a bound in bytes, and an answer that is not read costs nobody else anything: pages end early with their
// cursor, and a connection on which answers were cut off still works.
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { Client, credentials, Metadata, status } from '@grpc/grpc-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ListThreadMessagesResponse,
  ThreadService,
} from '../../proto/gen/textrelay/v1/thread_service_pb.ts';
import { serviceToken, type TestAccount } from '../support/core.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { emoji, storeReceived } from '../support/stored_texts.ts';

/** Largest answer, in bytes as JSON: a page and its last text. */
const largestPage = 1.5 * 1024 * 1024;
const texts = 500;

let stack: Stack;
let account: TestAccount;

beforeAll(async () => {
  // The time that a page takes shows how busy the machine is.
  stack = await startStack({ limits: { readTimeoutMs: 25_000 } });
  account = await stack.createAccount();
  await storeReceived(stack.databaseUrl, {
    accountId: account.id,
    count: texts,
    body: emoji.repeat(10_000),
    conversations: 1,
  });
}, 60_000);
afterAll(() => stack?.stop());

test('a conversation of 20 MB is read in pages that end early, and nothing is missed', async () => {
  const ids: number[] = [];
  let before = '';
  for (;;) {
    const path = `/api/v1/threads/SENDER0/messages?limit=500${before}`;
    const { text, json } = await stack.get(path, account.key);
    expect(Buffer.byteLength(text)).toBeLessThan(largestPage);
    expect(json.messages.length).toBeGreaterThan(0);
    ids.push(...json.messages.map(({ id }: { id: number }) => id));
    if (json.next_before === null) break;
    before = `&before=${json.next_before}`;
  }
  expect(ids).toEqual(Array.from({ length: texts }, (_, index) => texts - index));
});

const method = ThreadService.method.listThreadMessages;
const request = () => create(method.input, { accountId: account.id, address: 'SENDER0', limit: 500 });

/** A client of the core that is not ours: it has one connection and replaces it only when the core says so. */
const openClient = () => new Client(`127.0.0.1:${stack.core.rpc.port}`, credentials.createInsecure());

/** Asks for a page. With `leaves` it hangs up once the answer has begun. */
function askForPage(client: Client, leaves = false): Promise<ListThreadMessagesResponse> {
  const metadata = new Metadata();
  metadata.set('authorization', `Bearer ${serviceToken}`);
  return new Promise((resolve, reject) => {
    const call = client.makeUnaryRequest(
      `/${method.parent.typeName}/${method.name}`,
      (message: Uint8Array) => Buffer.from(message),
      (bytes) => fromBinary(method.output, bytes),
      toBinary(method.input, request()),
      metadata,
      (error, page) => (error ? reject(error) : resolve(page as ListThreadMessagesResponse)),
    );
    if (leaves) call.on('metadata', () => call.cancel());
  });
}

test('a client that cut off 200 answers midway is still served', async () => {
  // Each one costs the connection 64 KiB of its 10 MB.
  const client = openClient();
  for (let turn = 0; turn < 200; turn++)
    await expect(askForPage(client, true)).rejects.toMatchObject({ code: status.CANCELLED });
  expect((await askForPage(client)).messages.length).toBeGreaterThan(0);
  client.close();
}, 150_000);

test('500 readers of 20 MB of texts each get some, in answers of bounded size', async () => {
  const queries = Array.from({ length: 500 }, () => ({ accountId: account.id, since: 0n, limit: 500 }));
  const { pages } = await stack.core.messages.listChanges({ queries });
  const octets = pages
    .flatMap(({ messages }) => messages)
    .reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
  expect(octets).toBeLessThanOrEqual(4 * 1024 * 1024);
  expect(pages[0]?.messages.length).toBeGreaterThan(0);
  // Readers that got none learn that there is more, and ask again.
  expect(pages.map(({ hasMore }) => hasMore)).toEqual(queries.map(() => true));
});

test('120 readers at once of a feed of large texts are all answered', async () => {
  const key = await stack.createKey(account);
  const reads = Array.from({ length: 120 }, () => stack.get('/api/v1/messages?limit=20', key));
  for (const { status: code, json } of await Promise.all(reads)) {
    expect(code).toBe(200);
    expect(json.messages.length).toBeGreaterThan(0);
    expect(json.has_more).toBe(true);
  }
});

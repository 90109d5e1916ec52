// The largest requests that the gateway makes of the core are within what the core decodes.
import { create, type DescMessage, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { importContacts } from '../../gateway/contact_files/import_contacts.ts';
import type { Ask } from '../../gateway/core_client/ask.ts';
import { PutBroadcastRecipientsRequestSchema } from '../../proto/gen/textrelay/v1/broadcast_service_pb.ts';
import {
  ListChangesRequestSchema,
  ListCursorsRequestSchema,
  ListMessagesByRefRequestSchema,
  SendMessagesRequestSchema,
} from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { JsonShape, mostJsonValues } from '../../runtime/bodies/json_shape.ts';
import { countEntries, mostEntries } from '../../server/connect/message_entries.ts';

function entriesIn<Desc extends DescMessage>(schema: Desc, init: MessageInitShape<Desc>): number {
  return countEntries(schema, toBinary(schema, create(schema, init)), Number.MAX_SAFE_INTEGER);
}

test('batches of texts with all their fields, of queries, of names and of accounts', () => {
  const admission = { apiKey: 'k', method: 'm', targetAccount: 'a', alsoMethod: 'n' };
  const text = {
    ...{ accountId: 1n, address: '+15005550006', body: 'x', clientRef: 'r', route: 1, admission, from: 'f' },
    ...{ isRepeat: true, sendAt: { seconds: 1n, nanos: 1 }, urgent: true, statusCallback: 'u' },
    ...{ admittedKey: 'k', traceParent: 't', earlierRefs: ['1', '2', '3', '4'] },
  };
  const query = { accountId: 1n, since: 1n, limit: 1, apiKey: 'k' };
  expect(
    entriesIn(SendMessagesRequestSchema, { texts: Array(500).fill(text), leaveLocked: true, brief: true }),
  ).toBe(12_002);
  expect(entriesIn(ListChangesRequestSchema, { queries: Array(500).fill(query) })).toBe(2_500);
  const byRef = {
    ...{ accountId: 1n, apiKey: 'k', clientRefs: Array(500).fill('r') },
    ...{ series: Array(100).fill('s'), knownIds: Array(2_000).fill(1n) },
  };
  expect(entriesIn(ListMessagesByRefRequestSchema, byRef)).toBe(2_602);
  expect(entriesIn(ListCursorsRequestSchema, { accountIds: Array(10_000).fill(1n) })).toBe(10_000);
});

test.each([
  [1_000, 34, true],
  [1_000, 35, false],
  [390, 97, true],
  [387, 99, false],
])('%i recipients of a broadcast with %i fields each', (count, fields, isTimed) => {
  const named = Object.fromEntries(Array.from({ length: fields }, (_, n) => [`f${n}`, 'v']));
  const row = { number: 1, address: '+15005550006', fields: named };
  const body = JSON.stringify({ recipients: Array(count).fill(isTimed ? { ...row, send_at: 'T' } : row) });
  expect(new JsonShape().take(Buffer.from(body)).excess).toBe(undefined);
  const asked = { ...row, ...(isTimed && { sendAt: { seconds: 1n, nanos: 1 } }) };
  const entries = entriesIn(PutBroadcastRecipientsRequestSchema, {
    ...{ accountId: 1n, id: 1n, recipients: Array(count).fill(asked) },
  });
  expect(entries).toBeGreaterThan(37_000);
  expect(entries).toBeLessThanOrEqual(mostJsonValues + 1_002);
  expect(mostEntries).toBeGreaterThanOrEqual(mostJsonValues + 1_002);
});

test('portions of a file of contacts in which each row has as many groups as its characters allow', async () => {
  const groups = Array.from({ length: 2_000 }, (_, n) => n.toString(36)).join(';');
  const lines = Array.from({ length: 300 }, (_, n) => `+1500555${1_000 + n},Ann,${groups}`);
  const entries: number[] = [];
  const ask = async (method: { input: DescMessage }, request: { rows: unknown[] }) => {
    entries.push(entriesIn(method.input, request as never));
    return { verdicts: request.rows.map(() => ({ error: 'many', code: 'too_many_groups' })), faulty: [] };
  };
  const { refused } = await importContacts(
    ask as unknown as Ask,
    1n,
    'csv',
    ['number,name,groups', ...lines].join('\n'),
  );
  expect(refused).toBe(300);
  expect(entries.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(600_000);
  expect(Math.max(...entries)).toBeLessThanOrEqual(25_005);
  expect(mostEntries).toBeGreaterThan(25_005);
});

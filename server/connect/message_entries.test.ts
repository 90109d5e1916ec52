// The entries that are counted over a message's bytes are those that its decoder makes.
import {
  create,
  type DescField,
  type DescMessage,
  fromBinary,
  type Message,
  ScalarType,
  toBinary,
} from '@bufbuild/protobuf';
import { reflect } from '@bufbuild/protobuf/reflect';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PutBroadcastRecipientsRequestSchema } from '../../proto/gen/textrelay/v1/broadcast_service_pb.ts';
import { ImportContactsRequestSchema } from '../../proto/gen/textrelay/v1/contact_service_pb.ts';
import { AgentFrameSchema } from '../../proto/gen/textrelay/v1/device_link_pb.ts';
import { CallIncomingWebhookRequestSchema } from '../../proto/gen/textrelay/v1/incoming_webhook_service_pb.ts';
import { CreateKeyRequestSchema } from '../../proto/gen/textrelay/v1/key_service_pb.ts';
import {
  ListCursorsRequestSchema,
  ListMessagesByRefRequestSchema,
  SendMessagesRequestSchema,
} from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { countEntries } from './message_entries.ts';

const requests = [
  SendMessagesRequestSchema,
  ListMessagesByRefRequestSchema,
  ListCursorsRequestSchema,
  PutBroadcastRecipientsRequestSchema,
  ImportContactsRequestSchema,
  CallIncomingWebhookRequestSchema,
  CreateKeyRequestSchema,
  AgentFrameSchema,
] as const;

const all = Number.MAX_SAFE_INTEGER;
const int64s = [
  ScalarType.INT64,
  ScalarType.UINT64,
  ScalarType.FIXED64,
  ScalarType.SFIXED64,
  ScalarType.SINT64,
];

function scalars(type: ScalarType | undefined): fc.Arbitrary<unknown> {
  if (type === ScalarType.STRING) return fc.string({ unit: fc.constantFrom('a', 'ü', '😀'), maxLength: 40 });
  if (type === ScalarType.BYTES) return fc.uint8Array({ maxLength: 200 });
  if (type === ScalarType.BOOL) return fc.boolean();
  if (type === ScalarType.DOUBLE || type === ScalarType.FLOAT) return fc.integer();
  if (type !== undefined && int64s.includes(type)) return fc.bigInt({ min: 0n, max: 2n ** 63n - 1n });
  return fc.nat();
}

function values(field: DescField): fc.Arbitrary<unknown> {
  const one = field.message ? messages(field.message) : scalars(field.enum ? undefined : field.scalar);
  if (field.fieldKind === 'list') return fc.array(one, { maxLength: 3 });
  if (field.fieldKind === 'map') return fc.dictionary(fc.string({ maxLength: 5 }), one, { maxKeys: 3 });
  return one;
}

/** Messages with any of their fields; of a oneof the last one that is there counts. */
function messages(schema: DescMessage): fc.Arbitrary<Message> {
  const fields = Object.fromEntries(schema.fields.map((field) => [field.localName, values(field)]));
  return fc.record(fields, { requiredKeys: [] }).map((found) => {
    const init: Record<string, unknown> = {};
    for (const field of schema.fields) {
      if (!(field.localName in found)) continue;
      const value = (found as Record<string, unknown>)[field.localName];
      if (field.oneof) init[field.oneof.localName] = { case: field.localName, value };
      else init[field.localName] = value;
    }
    return create(schema, init);
  });
}

/** What a decoder has made: each field that is there, each value of a list, each entry of a map. */
function entriesOf(schema: DescMessage, message: Message): number {
  const seen = reflect(schema, message);
  let entries = 0;
  for (const field of seen.fields.filter((each) => seen.isSet(each))) {
    const value = (message as unknown as Record<string, unknown>)[field.localName];
    if (field.fieldKind === 'map') entries += Object.keys(value as object).length;
    else if (field.fieldKind === 'list') entries += (value as unknown[]).length;
    else entries++;
    if (!field.message) continue;
    const found = field.oneof
      ? [(message as unknown as Record<string, { value: Message }>)[field.oneof.localName]?.value]
      : field.fieldKind === 'message'
        ? [value]
        : Object.values(value as object);
    for (const inner of found) entries += entriesOf(field.message, inner as Message);
  }
  return entries;
}

const decoded = (schema: DescMessage, bytes: Uint8Array): Message | undefined => {
  try {
    return fromBinary(schema, bytes, { readUnknownFields: false });
  } catch {
    return undefined;
  }
};

describe.each(requests.map((schema) => [schema.name, schema] as [string, DescMessage]))('%s', (_, schema) => {
  test('as many entries are counted as the decoder makes', () => {
    fc.assert(
      fc.property(messages(schema), (message) => {
        const bytes = toBinary(schema, message);
        expect(countEntries(schema, bytes, all)).toBe(entriesOf(schema, fromBinary(schema, bytes)));
      }),
    );
  });

  test('bytes that are broken are counted as far as the decoder reads, and never fewer than it makes', () => {
    const spoiled = fc
      .tuple(messages(schema), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }), fc.nat())
      .map(([message, changes, end]) => {
        const bytes = toBinary(schema, message);
        for (const [at, byte] of changes) if (bytes.length > 0) bytes[at % bytes.length] = byte;
        return end % 2 === 0 ? bytes : bytes.subarray(0, end % (bytes.length + 1));
      });
    fc.assert(
      fc.property(fc.oneof(spoiled, fc.uint8Array({ maxLength: 60 })), (bytes) => {
        const counted = countEntries(schema, bytes, all);
        const message = decoded(schema, bytes);
        if (message) expect(counted).toBeGreaterThanOrEqual(entriesOf(schema, message));
      }),
      { numRuns: 500 },
    );
  });
});

const texts = (count: number) => Buffer.alloc(2 * count, Buffer.from([0x0a, 0]));

test('the count ends at one more than was asked for', () => {
  expect(countEntries(SendMessagesRequestSchema, texts(7), 7)).toBe(7);
  expect(countEntries(SendMessagesRequestSchema, texts(8), 7)).toBe(8);
  expect(countEntries(SendMessagesRequestSchema, texts(1_000_000), 7)).toBe(8);
});

test('a message counts whatever type stands before it on the wire, as its decoder makes one all the same', () => {
  const asVarints = Buffer.concat(Array(9).fill(Buffer.from([0x08, 0])));
  expect(fromBinary(SendMessagesRequestSchema, asVarints).texts).toHaveLength(9);
  expect(countEntries(SendMessagesRequestSchema, asVarints, all)).toBe(9);
});

test('fields that are not known count, those in their groups as well, and a field counts as often as it comes', () => {
  const writer = new BinaryWriter();
  for (let n = 0; n < 3; n++) writer.tag(99, WireType.Varint).uint32(1);
  writer.tag(98, WireType.StartGroup);
  for (let n = 0; n < 4; n++) writer.tag(1, WireType.LengthDelimited).string('x');
  writer.tag(98, WireType.EndGroup);
  for (let n = 0; n < 5; n++) writer.tag(2, WireType.Varint).bool(true);
  const bytes = writer.finish();
  expect(decoded(SendMessagesRequestSchema, bytes)).toMatchObject({ leaveLocked: true });
  expect(countEntries(SendMessagesRequestSchema, bytes, all)).toBe(3 + 1 + 4 + 5);
});

test('keys and values that come again in one entry of a map count', () => {
  const writer = new BinaryWriter().tag(3, WireType.LengthDelimited).fork();
  writer.tag(3, WireType.LengthDelimited).fork();
  for (let n = 0; n < 10; n++) writer.tag(1, WireType.LengthDelimited).string('key');
  const bytes = writer.join().join().finish();
  expect(decoded(PutBroadcastRecipientsRequestSchema, bytes)).toMatchObject({
    recipients: [{ fields: { key: '' } }],
  });
  expect(countEntries(PutBroadcastRecipientsRequestSchema, bytes, all)).toBe(1 + 1 + 8);
});

test('numbers count one by one, packed or not', () => {
  const accountIds = [1n, 2n ** 40n, 3n];
  const packed = toBinary(ListCursorsRequestSchema, create(ListCursorsRequestSchema, { accountIds }));
  expect(countEntries(ListCursorsRequestSchema, packed, all)).toBe(3);
  const writer = new BinaryWriter();
  for (const id of accountIds) writer.tag(1, WireType.Varint).int64(id);
  expect(countEntries(ListCursorsRequestSchema, writer.finish(), all)).toBe(3);
});

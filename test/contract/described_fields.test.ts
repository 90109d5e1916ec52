// The document holds what was promised: every endpoint and field of SPEC, the additions, and nothing else; and every
// example of it is one that the service could answer.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { written } from '../../gateway/openapi/examples.ts';
import type { Document, Json, MediaType, Operation, Response } from '../../gateway/openapi/types.ts';
import { englishMark } from '../../gateway/schemas/kinds.ts';
import type { Interface } from '../support/described/interface.ts';
import { startDescribed } from '../support/described/start_described.ts';
import { resolve } from '../support/described/whole_schema.ts';

let described: Interface;
let document: Document;
let stop: () => Promise<void>;

beforeAll(async () => {
  ({ described, stop } = await startDescribed());
  document = described.document;
});
afterAll(() => stop());

/** SPEC's fields, then those that were added. */
const promised: Record<string, string[]> = {
  Usage: [
    ...['plan', 'subscription_status', 'can_send', 'reason', 'texts_used', 'texts_cap', 'texts_remaining'],
    ...['unlimited', 'period', 'resets_at'],
  ],
  Message: [
    ...[
      'id',
      'seq',
      'direction',
      'address',
      'address_norm',
      'body',
      'status',
      'route',
      'error',
      'created_at',
    ],
    ...['sent_at', 'delivered_at'],
    ...['segments', 'encoding', 'client_ref', 'keyword', 'from', 'send_at', 'awaiting', 'body_removed_at'],
  ],
  Account: ['id', 'name', 'plan', 'subscription_status', 'linked_at'],
  PlanResult: ['ok', 'plan', 'applied', 'changed', 'method', 'checkout_url', 'detail', 'usage'],
  Error: ['error', 'code', 'next', 'fields'],
  FieldFault: ['field', 'reason', 'error', 'min_length', 'max_length'],
  SendMessage: [
    ...['address', 'body', 'client_ref', 'route', 'from', 'send_at', 'urgent'],
    ...['wait_for', 'wait', 'dry_run'],
  ],
  ChangePlan: ['plan'],
  Tier: ['plan', 'name', 'texts_cap', 'price_cents', 'currency', 'interval'],
  Thread: ['address', 'address_norm', 'last_message', 'message_count', 'updated_at'],
  SentMessage: ['message', 'usage', 'dry_run', 'verdict', 'outcome'],
  OneMessage: ['message'],
  MessagePage: ['messages', 'next_since', 'has_more', 'cursor_ahead', 'truncated', 'newest_seq'],
  ThreadPage: ['threads', 'next_cursor'],
  ThreadMessagePage: ['address_norm', 'messages', 'next_before', 'truncated'],
  Me: ['account', 'usage', 'tiers', 'key'],
  Accounts: ['accounts', 'next_cursor'],
  Tiers: ['tiers'],
  OptOut: ['address', 'since', 'source', 'message_id'],
  OptOutPage: ['opt_outs', 'next_cursor'],
  OneOptOut: ['opt_out'],
  Contact: ['id', 'address', 'name', 'note', 'groups', 'created_at', 'changed_at'],
  ContactPage: ['contacts', 'next_cursor'],
  ContactGroup: ['id', 'name', 'members', 'created_at'],
  ContactGroupPage: ['groups', 'next_cursor'],
  ImportContacts: ['csv', 'vcard'],
  ContactImport: ['added', 'changed', 'known', 'refused', 'faulty'],
  Found: ['contacts', 'threads', 'messages', 'next_before'],
  OptOutSettings: ['stop_words', 'stop_answer', 'start_answer', 'help_answer'],
  SetOptOutSettings: ['stop_words', 'stop_answer', 'start_answer', 'help_answer'],
  ImportOptOuts: ['csv'],
  FaultyLine: ['line', 'error', 'code'],
  OptOutImport: ['added', 'known', 'faulty'],
  Endpoint: ['method', 'path', 'auth', 'summary'],
  Index: ['name', 'version', 'openapi', 'guide', 'endpoints'],
  Consumer: ['name', 'cursor', 'behind', 'moved_at', 'created_at', 'lease_until'],
  OneConsumer: ['consumer'],
  Consumers: ['consumers'],
  ConsumerPage: ['messages', 'next_since', 'has_more', 'cursor_ahead', 'truncated', 'newest_seq', 'lease'],
  PutConsumer: ['seq', 'at'],
  FeedPosition: ['seq', 'at'],
  AckConsumer: ['seq', 'lease'],
  Done: ['ok'],
  Webhook: [
    ...['name', 'url', 'format', 'types', 'body', 'cursor', 'behind', 'moved_at', 'created_at'],
    ...[
      'disabled_reason',
      'disabled_at',
      'failures',
      'failing_since',
      'next_attempt_at',
      'previous_secret_until',
    ],
  ],
  OneWebhook: ['webhook'],
  Webhooks: ['webhooks'],
  ChangedWebhook: ['webhook', 'secret'],
  RotatedWebhook: ['webhook', 'secret'],
  PutWebhook: ['url', 'format', 'types', 'body', 'secret'],
  WebhookAttempt: [
    ...['number', 'at', 'event_count', 'first_event', 'last_event', 'took_ms', 'status', 'error'],
    ...['error_code', 'answer', 'payload'],
  ],
  WebhookAttempts: ['attempts'],
  WebhookTest: ['acknowledged', 'status', 'error', 'error_code', 'took_ms', 'answer'],
};

test('it is OpenAPI 3.0.3, version 1.2.0, with a relative address', () => {
  expect(document.openapi).toBe('3.0.3');
  expect(document.info.version).toBe('1.2.0');
  expect(document.servers.map(({ url }) => url)).toEqual(['/']);
});

test('every resource has the fields that were promised, each with a meaning', () => {
  const schemas = document.components.schemas as Record<string, { properties: Record<string, Json> }>;
  const fields = Object.fromEntries(
    Object.entries(schemas)
      // What goes beyond the promised interface has shapes of its own.
      .filter(([name]) => name in promised)
      .map(([name, { properties }]) => [name, Object.keys(properties)]),
  );
  expect(fields).toEqual(promised);
  const ofConsole = described.consoleDocument.components.schemas as typeof schemas;
  for (const [name, { properties }] of [...Object.entries(schemas), ...Object.entries(ofConsole)]) {
    for (const [field, schema] of Object.entries(properties)) {
      const { $ref, type, items, description } = schema as Record<string, Json>;
      const isMeant = $ref !== undefined || (type === 'array' && items !== undefined) || description;
      expect([name, field, Boolean(isMeant)]).toEqual([name, field, true]);
    }
  }
});

test('a sentence for people is marked as English, so that the console shows it in each language', () => {
  const unmarked = [document, described.consoleDocument].flatMap(({ components }) =>
    Object.entries(components.schemas as Record<string, { properties: Record<string, Json> }>).flatMap(
      ([name, { properties }]) =>
        Object.entries(properties)
          .filter(([, schema]) => {
            const { type, description, [englishMark]: isMarked } = schema as Record<string, Json>;
            return type === 'string' && !isMarked && /\b(sentence|in words)\b/i.test(String(description));
          })
          .map(([field]) => `${name}.${field}`)
          // A text's error begins with its code, for which the console has words.
          .filter((field) => !/(Message|Text|TextDetail)\.error$/.test(field)),
    ),
  );
  expect(unmarked).toEqual([]);
});

/** Refusals without what to do next, each with its reason. */
const withoutNext: Readonly<Record<string, string>> = {
  FaultyLine: 'a kind of fault of a file, which is no code of a refusal: each is described with the field',
  CheckedText: 'for a page of the console, which has words of its own',
};

test('a refusal in a list says what to do next, as every error does', () => {
  const refusals = [document, described.consoleDocument].flatMap(({ components }) =>
    Object.entries(components.schemas as Record<string, { properties: Record<string, Json> }>).filter(
      ([, { properties }]) => 'code' in properties && 'error' in properties,
    ),
  );
  const names = refusals.map(([name]) => name);
  expect(names).toEqual(expect.arrayContaining(['Error', 'Verdict', 'BroadcastRecipient', 'FaultyRow']));
  const silent = refusals.filter(([, { properties }]) => !('next' in properties)).map(([name]) => name);
  expect(new Set(silent)).toEqual(new Set(Object.keys(withoutNext)));
});

const operationsOf = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method} ${path}`,
      operation,
    ]),
  );

test('what goes beyond the promised interface is marked', () => {
  const { properties = {} } = document.components.schemas.Message as { properties?: Record<string, Json> };
  const marked = Object.entries(properties).filter(
    ([, schema]) => (schema as Record<string, Json>)['x-extension'],
  );
  expect(marked.map(([name]) => name)).toEqual(['keyword', 'from', 'send_at', 'awaiting', 'body_removed_at']);
  const extended = operationsOf().filter(([, operation]) => operation['x-extension']);
  expect([...new Set(extended.flatMap(([, { tags }]) => tags))].toSorted()).toEqual([
    'Beyond sending',
    'Broadcasts',
    'Consumers',
    'Contacts',
    'Incoming webhooks',
    'Opt-outs',
    'Webhooks',
  ]);
});

test('bounds and defaults of parameters are the promised ones', () => {
  const promised = operationsOf().filter(([, operation]) => !operation['x-extension']);
  const bounds = promised.flatMap(([, { operationId, parameters = [] }]) =>
    parameters.flatMap((parameter) => {
      if ('$ref' in parameter) return [];
      const { minimum, maximum, default: fallback } = parameter.schema as Record<string, Json>;
      return [[operationId, parameter.name, minimum, maximum, fallback]];
    }),
  );
  const most = Number.MAX_SAFE_INTEGER;
  expect(bounds).toEqual([
    ['listAccounts', 'limit', 1, 10_000, 10_000],
    ['listAccounts', 'cursor', undefined, undefined, undefined],
    ['listMessages', 'since', 0, most, 0],
    ['listMessages', 'limit', 1, 500, 100],
    ['listMessages', 'wait', 0, 25, 0],
    ['getMessage', 'id', 1, most, undefined],
    ['listThreads', 'limit', 1, 500, 100],
    ['listThreads', 'cursor', undefined, undefined, undefined],
    ['listThreadMessages', 'address', undefined, undefined, undefined],
    ['listThreadMessages', 'limit', 1, 500, 100],
    ['listThreadMessages', 'before', 0, most, undefined],
  ]);
});

describe('every example', () => {
  const check = (media: MediaType, name: string) => {
    const examples = Object.entries(media.examples ?? {});
    expect([name, examples.length > 0]).toEqual([name, true]);
    const validate = described.validator(media.schema);
    for (const [title, { value }] of examples)
      expect([name, title, validate(value), validate.errors]).toEqual([name, title, true, null]);
  };

  test('every example that is written is of an operation', () => {
    const known = operationsOf().map(([, { operationId }]) => operationId);
    expect(known).toEqual(expect.arrayContaining(Object.keys(written)));
  });

  test('every example of a request is on its schema', () => {
    for (const [name, { requestBody }] of operationsOf())
      for (const media of Object.values(requestBody?.content ?? {})) check(media, name);
  });

  test('every example of an answer is on its schema, and every code has one', () => {
    for (const [name, { operationId, responses }] of operationsOf()) {
      for (const [status, given] of Object.entries(responses)) {
        const response = '$ref' in given ? (resolve(document, given.$ref) as unknown as Response) : given;
        for (const media of Object.values(response.content ?? {})) {
          // What the document says of itself is shortened.
          check(media, `${name} ${status}`);
          const { codes = [] } = described.operation(operationId).response(Number(status)) ?? {};
          if (codes.length > 0) expect(Object.keys(media.examples ?? {})).toEqual(codes);
        }
      }
    }
  });
});

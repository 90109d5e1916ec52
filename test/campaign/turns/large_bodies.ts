// The largest bodies of an operation, legal and illegal.

import { fieldsOf, type Schema, withField, wordsOf } from '../../contract/in_order.ts';
import type { DescribedOperation } from '../../support/described/interface.ts';
import type { Ask } from '../../support/http_client.ts';

/** A request with what is large about it. */
export interface LargeAsk {
  what: string;
  ask: Ask;
}

/** For what stands around the large part of a body. */
const aroundBytes = 2_048;
/** The bounds of bodies that the product has, and one beyond all of them. */
export const bodySizes = [64 * 1_024, 1_024 * 1_024, 16 * 1_024 * 1_024];

/** A value of a schema that is as long as the schema lets it be, or as `bytes` let it be. */
function largest(schema: Schema, bytes: number): unknown {
  const { type, items = {}, properties = {}, maxLength, maxItems, maximum } = schema;
  const words = wordsOf(schema);
  if (words) return words.at(-1);
  if (type === 'string') return 'ß'.repeat(Math.min(maxLength ?? bytes, Math.floor(bytes / 2)));
  if (type === 'integer') return maximum ?? 1;
  if (type === 'boolean') return true;
  if (type === 'array') {
    const one = largest(items, 200);
    const size = Math.max(2, JSON.stringify(one)?.length ?? 2) + 1;
    return Array(Math.min(maxItems ?? 2_000_000, Math.floor(bytes / size))).fill(one);
  }
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, largest(field, Math.floor(bytes / 4))]),
  );
}

/** What a parser gets whatever the operation is: a text of about so many bytes. */
export const largeTexts: Readonly<Record<string, (bytes: number) => string>> = {
  'lists in lists': (bytes) => '['.repeat(bytes),
  'objects in objects': (bytes) => '{"a":'.repeat(bytes / 5),
  'unknown names': (bytes) =>
    `{${Array.from({ length: bytes / 12 }, (_, at) => `"n${at.toString(36)}":0`).join(',')}}`,
  'one name again and again': (bytes) =>
    `{${Array(Math.floor(bytes / 6))
      .fill('"a":0')
      .join(',')}}`,
  'a list of numbers': (bytes) => `[${'0,'.repeat(bytes / 2)}0]`,
  escapes: (bytes) => `{"body":"${'\\u0001'.repeat(bytes / 6)}"}`,
};

/** The values that a field of any kind is given: of the wrong kind, and too many. */
const wrongValues = (bytes: number): Record<string, unknown> => ({
  'a long text': 'a'.repeat(bytes),
  spaces: ' '.repeat(bytes),
  'many texts': Array(Math.floor(bytes / 3)).fill(''),
  'many objects': Array(Math.floor(bytes / 3)).fill({}),
  'many names': Object.fromEntries(Array.from({ length: bytes / 12 }, (_, at) => [`n${at.toString(36)}`, 0])),
});

/** A body of so many bytes that every parser refuses at its end. */
export const plainBody = (bytes: number): string => `{${' '.repeat(bytes - 2)}!`;

/** Bodies of an operation that follow its schema and are as large as that lets them be. `ask` is a request that is in order. */
export function* legalBodies(operation: DescribedOperation, ask: Ask, bytes: number): Generator<LargeAsk> {
  const fields = fieldsOf(operation).map(([name, schema]) => [name, schema as Schema] as const);
  const most = bytes - aroundBytes;
  for (const [name, schema] of fields)
    yield { what: `${name} as large as it may be`, ask: withField(ask, name, largest(schema, most)) };
  const all = fields.map(([name, schema]) => [name, largest(schema, most / fields.length)]);
  yield { what: 'all fields large', ask: { ...ask, body: Object.fromEntries(all) } };
}

/** Bodies of so many bytes that no schema allows. */
export function* illegalBodies(operation: DescribedOperation, ask: Ask, bytes: number): Generator<LargeAsk> {
  for (const [what, make] of Object.entries(largeTexts))
    yield { what, ask: { ...ask, body: make(bytes - aroundBytes) } };
  for (const [name] of fieldsOf(operation))
    for (const [what, value] of Object.entries(wrongValues(bytes - aroundBytes)))
      yield { what: `${name} is ${what}`, ask: withField(ask, name, value) };
}

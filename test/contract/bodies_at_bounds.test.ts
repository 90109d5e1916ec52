// The document has each bound that a request is held to, and no other: what follows the schema of a field is never refused for
// its length, its number or as none of a list, and what does not follow it is always refused.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json } from '../../gateway/openapi/types.ts';
import { planNames } from '../../server/domain/plans/tier.ts';
import { languages } from '../../server/domain/users/language.ts';
import type { DescribedOperation } from '../support/described/interface.ts';
import type { Answer, Ask } from '../support/http_client.ts';
import { type Stack, startStack } from '../support/stack.ts';
import {
  fieldsOf,
  parametersOf,
  requestsInOrder,
  type Schema,
  withField,
  withQuery,
  wordsOf,
} from './in_order.ts';

let stack: Stack;
let inOrder: Awaited<ReturnType<typeof requestsInOrder>>;
let operations: readonly DescribedOperation[];

beforeAll(async () => {
  // Nothing waits for an outcome.
  stack = await startStack({ billing: { provider: 'sandbox' }, limits: { waiting: 0 } });
  inOrder = await requestsInOrder(stack, await stack.createAccount());
  operations = [...stack.described.operations, ...stack.described.consoleOperations];
});
afterAll(() => stack.stop());

/** Longer than any text of a field, and short enough for a query. */
const longest = 10_000;
const around = (least: number, most: number) => [least - 1, least, most, most + 1];

/** Values at the bounds of a schema and one beyond them; where it has none, values that only a bound could turn away. */
function valuesAround(schema: Schema): unknown[] {
  const { type, items = {}, ...bounds } = schema;
  const words = wordsOf(schema);
  const sizes = (least = 0, most = longest) => around(least, most).filter((size) => size >= 0);
  if (words) return [...words, 'none of them'];
  switch (type) {
    case 'string':
      return [null, ...sizes(bounds.minLength, bounds.maxLength).map((size) => 'x'.repeat(size))];
    case 'integer': {
      const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = bounds;
      return [null, ...around(minimum, maximum).filter(Number.isSafeInteger)];
    }
    case 'array': {
      const [of] = items.type === 'object' ? [{}] : valuesAround(items).filter((value) => value !== null);
      return [null, ...sizes(bounds.minItems, bounds.maxItems ?? 2_000).map((size) => Array(size).fill(of))];
    }
    default:
      return [null];
  }
}

/** Bounds that depend on more than the field, by the words of the refusal. */
const beyondSchemas = [
  // A place in the feed is not beyond its end.
  /^seq must be from 0 to \d+, the newest there is$/,
  /^q must have a word of 2 characters or more$/,
];

const spaces = /without the spaces around them/;

/** Whether a refusal is for a bound or a list, which a schema can say. */
function isOfSchema({ json }: Answer, { description = '' }: Schema, name: string, value: unknown): boolean {
  const said = String(json?.error);
  if (!said.startsWith(name) || beyondSchemas.some((words) => words.test(said))) return false;
  if (
    !/must (not be empty|have .*\d|be (at|from) .*\d|be one of|be (a|an) (string|integer|list|object|boolean)\b)/.test(
      said,
    )
  )
    return false;
  // Where spaces around a text do not count, the words of the description have the bound.
  const numbers = said.match(/\d+/g) ?? [];
  const isInWords = value !== '' && spaces.test(description);
  return !(isInWords && numbers.every((at) => description.replaceAll(',', '').includes(at)));
}

/** What is answered against the schema of a field or parameter. */
async function faultOf(
  operation: DescribedOperation,
  schema: Schema,
  name: string,
  value: unknown,
  ask: Ask,
) {
  const follows = stack.described.validator(schema as Json)(value);
  const answer = await stack.ask(ask);
  const isRight = follows ? !isOfSchema(answer, schema, name, value) : answer.status === 400;
  const shown = JSON.stringify(value)?.slice(0, 40);
  return isRight
    ? []
    : [`${operation.id} ${name} ${shown}: ${answer.status} ${JSON.stringify(answer.json)?.slice(0, 200)}`];
}

test('the words that the document lists for a language and a plan are those of the core', () => {
  const schemaOf = (id: string, field: string) => {
    const operation = operations.find((each) => each.id === id) as DescribedOperation;
    return new Map(fieldsOf(operation)).get(field);
  };
  expect(schemaOf('consoleUpdateMe', 'language')?.enum).toEqual(languages);
  expect(schemaOf('changePlan', 'plan')?.pattern).toBe(`^(${planNames.join('|')})$`);
});

test('a body has the bounds that the document says, and no others', async () => {
  const faults: string[] = [];
  for (const operation of operations) {
    const ask = await inOrder(operation);
    for (const [name, schema] of fieldsOf(operation))
      for (const value of valuesAround(schema))
        faults.push(...(await faultOf(operation, schema, name, value, withField(ask, name, value))));
  }
  expect(faults).toEqual([]);
}, 120_000);

test('a text in a query has the bounds that the document says, and no others', async () => {
  const faults: string[] = [];
  for (const operation of operations) {
    const ask = await inOrder(operation);
    for (const { name, schema } of parametersOf(operation)) {
      const texts = valuesAround(schema as Schema).filter(
        (value) => typeof value === 'string' && value !== '',
      );
      for (const value of texts)
        faults.push(
          ...(await faultOf(
            operation,
            schema as Schema,
            name,
            value,
            withQuery(ask, `${name}=${encodeURIComponent(String(value))}`),
          )),
        );
    }
  }
  expect(faults).toEqual([]);
}, 120_000);

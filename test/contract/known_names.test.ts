// Every name that an operation documents, misspelt: it is refused, and the one that is meant is named. And every value that
// could be taken for another: it is refused, and its field is named.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DescribedOperation } from '../support/described/interface.ts';
import type { Ask } from '../support/http_client.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { fieldsOf, parametersOf, requestsInOrder, type Schema, withField, withQuery } from './in_order.ts';

let stack: Stack;
let inOrder: Awaited<ReturnType<typeof requestsInOrder>>;
let operations: readonly DescribedOperation[];

beforeAll(async () => {
  stack = await startStack();
  inOrder = await requestsInOrder(stack, await stack.createAccount());
  operations = [...stack.described.operations, ...stack.described.consoleOperations];
});
afterAll(() => stack.stop());

const camelCase = (name: string) => name.replace(/_./g, (letters) => letters.slice(1).toUpperCase());
const manners = [
  (name: string) => (camelCase(name) === name ? name.toUpperCase() : camelCase(name)),
  (name: string) => `${name.replaceAll('_', '-')}-`,
  (name: string) => `_${name.toUpperCase()}`,
];

/** A request, and the words that its refusal has to hold. */
interface Look {
  ask: Ask;
  words: readonly string[];
}

/** Asks all that is looked at in each operation, and answers what was not refused with its words. */
async function faultsOf(looksAt: (operation: DescribedOperation, ask: Ask) => Look[]): Promise<string[]> {
  const faults: string[] = [];
  for (const operation of operations) {
    // One after the other: some may be asked once at a time.
    for (const { ask, words } of looksAt(operation, await inOrder(operation))) {
      const { status, json } = await stack.ask(ask);
      const isNamed = status === 400 && words.every((word) => json.error.includes(word));
      if (!isNamed) faults.push(`${ask.path} ${JSON.stringify(ask.body)}: ${status} ${JSON.stringify(json)}`);
    }
  }
  return faults;
}

test('every parameter, misspelt, is refused and the one that is meant is named', async () => {
  const faults = await faultsOf((operation, ask) =>
    parametersOf(operation).flatMap(({ name }) =>
      manners.map((misspell) => ({
        ask: withQuery(ask, `${encodeURIComponent(misspell(name))}=1`),
        words: [JSON.stringify(misspell(name)), `"${name}"`],
      })),
    ),
  );
  expect(faults).toEqual([]);
}, 60_000);

test('every field, misspelt, is refused and the one that is meant is named; so it is in the query', async () => {
  const faults = await faultsOf((operation, ask) =>
    fieldsOf(operation).flatMap(([name]) => [
      ...manners.map((misspell) => ({
        ask: withField(ask, misspell(name), 1),
        words: [JSON.stringify(misspell(name)), `"${name}"`],
      })),
      { ask: withQuery(ask, `${name}=1`), words: [`"${name}" in the body`] },
    ]),
  );
  expect(faults).toEqual([]);
}, 60_000);

test('what an operation does not know is named in the header of its answer, and nothing where all is known', async () => {
  for (const operation of operations) {
    const ask = await inOrder(operation);
    const answers = [await stack.ask(ask), await stack.ask(withQuery(ask, 'unheard_of=1'))];
    const named = answers.map(({ headers }) => headers['ignored-fields']);
    expect([operation.id, ...named]).toEqual([operation.id, undefined, 'unheard_of']);
  }
}, 60_000);

describe('no value is taken for another:', () => {
  test('a parameter that is given twice is refused and named', async () => {
    const faults = await faultsOf((operation, ask) =>
      parametersOf(operation).map(({ name }) => ({
        ask: withQuery(ask, `${name}=1&${name}=1`),
        words: [name],
      })),
    );
    expect(faults).toEqual([]);
  }, 60_000);

  test('an empty parameter is refused and named, except by the filters of the console', async () => {
    const faults = await faultsOf((operation, ask) =>
      operation.isOfConsole
        ? []
        : parametersOf(operation).map(({ name }) => ({ ask: withQuery(ask, `${name}=`), words: [name] })),
    );
    expect(faults).toEqual([]);
  }, 60_000);

  test('a parameter that is no integer, or none of the values that there are, is refused and named', async () => {
    const wrongFor = ({ type, enum: values }: Schema) =>
      type === 'integer' ? ['abc', '', '1.5', '1e2', '0x1'] : values ? ['nonsense', 'OUT'] : [];
    const faults = await faultsOf((operation, ask) =>
      parametersOf(operation).flatMap(({ name, schema }) =>
        wrongFor(schema as Schema).map((value) => ({
          ask: withQuery(ask, `${name}=${value}`),
          words: [name, ...((schema as Schema).enum ?? []).map(String)],
        })),
      ),
    );
    expect(faults).toEqual([]);
  }, 60_000);

  test('a field of another type, or none of the values that there are, is refused and named', async () => {
    const wrong: Record<string, unknown[]> = {
      boolean: ['true', 'false', '', 1, 0],
      integer: ['1', '', true, 1.5],
      string: [5, true, {}, ['x']],
      array: ['x', {}],
      object: ['x', []],
    };
    const faults = await faultsOf((operation, ask) =>
      fieldsOf(operation).flatMap(([name, { type = '', enum: values }]) => [
        ...(wrong[type] ?? []).map((value) => ({ ask: withField(ask, name, value), words: [name] })),
        ...(values
          ? [
              {
                ask: withField(ask, name, 'nonsense'),
                words: [name, ...values.filter((value) => value !== null)],
              },
            ]
          : []),
      ]),
    );
    expect(faults).toEqual([]);
  }, 60_000);
});

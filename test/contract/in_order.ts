// A request to each operation that is in order, so that whatever else is asked is refused for itself alone.
import { doorsOf } from '../console_pages/doors.ts';
import type { TestAccount } from '../support/core.ts';
import type { DescribedOperation } from '../support/described/interface.ts';
import type { Ask } from '../support/http_client.ts';
import type { Stack } from '../support/stack.ts';
import { createUser, sessionHeaders } from '../support/users.ts';
import { askOf } from './answers/asked.ts';

/** A schema as bodies and parameters have them. */
export interface Schema {
  type?: string;
  enum?: (string | null)[];
  items?: Schema;
  required?: string[];
  properties?: Record<string, Schema>;
  description?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minItems?: number;
  maxItems?: number;
}

/** The words that a value has to be one of; undefined where it may be any. */
export const wordsOf = ({ enum: listed, pattern = '' }: Schema) =>
  listed ?? /^\^\(([\w|]+)\)\$$/.exec(pattern)?.[1]?.split('|');

export const schemaOf = ({ bodySchema }: DescribedOperation) => (bodySchema ?? {}) as Schema;
export const fieldsOf = (operation: DescribedOperation) =>
  Object.entries(schemaOf(operation).properties ?? {});
export const parametersOf = ({ parameters }: DescribedOperation) =>
  parameters.filter((parameter) => parameter.in === 'query');

/** Makes requests with whatever lets them in: each operation has a key or a person of its own. */
export async function requestsInOrder(
  stack: Pick<Stack, 'ask' | 'createKey' | 'databaseUrl'>,
  account: TestAccount,
) {
  await stack.ask({ method: 'PUT', path: '/api/v1/consumers/shop', key: account.key, body: {} });

  async function make(operation: DescribedOperation): Promise<Ask> {
    if (!operation.isOfConsole) return { ...askOf(operation), key: await stack.createKey(account) };
    const door = doorsOf(account)[operation.id];
    const { secret } = await createUser(stack.databaseUrl, {
      isOperator: door?.need === 'operator',
      roles: [[account.id, 'owner']],
    });
    const path = `/api/v1${door?.path}`.split('?')[0] as string;
    const headers = sessionHeaders(secret, account.id);
    const { required = [], properties = {} } = schemaOf(operation);
    const filled = Object.fromEntries(
      required.map((name) => [name, properties[name]?.type === 'object' ? {} : 'x']),
    );
    const body = operation.bodySchema === undefined ? undefined : (door?.body ?? filled);
    return { method: operation.method, path, headers, ...(body !== undefined && { body }) };
  }

  const made = new Map<string, Promise<Ask>>();
  return (operation: DescribedOperation): Promise<Ask> => {
    const known = made.get(operation.id) ?? make(operation);
    made.set(operation.id, known);
    return known;
  };
}

export const withQuery = (ask: Ask, query: string): Ask => ({ ...ask, path: `${ask.path}?${query}` });
export const withField = (ask: Ask, name: string, value: unknown): Ask => ({
  ...ask,
  body: { ...(ask.body as object), [name]: value },
});

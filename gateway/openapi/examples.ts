// Examples of each endpoint, as a reader sees them first: made of its shapes, or written where there is more to
// show. Tests hold each against its schema and the real thing.
import type { TSchema } from 'typebox';
import { exampleOf } from '../schemas/example.ts';
import { accounts } from './examples/accounts.ts';
import { broadcasts } from './examples/broadcasts.ts';
import { contacts } from './examples/contacts.ts';
import { incomingWebhooks } from './examples/incoming_webhooks.ts';
import { subscriptions } from './examples/subscriptions.ts';
import { texts } from './examples/texts.ts';
import type { Example, Examples } from './types.ts';

/** The examples that are written, by operation. */
export const written: Readonly<Record<string, Examples>> = {
  ...texts,
  ...broadcasts,
  ...subscriptions,
  ...incomingWebhooks,
  ...accounts,
  ...contacts,
};

type Shown = Record<string, Example>;

const made = (schema: TSchema, known?: object): Shown => ({
  example: { summary: meaningOf(schema), value: exampleOf(schema, { ...known }) },
});

/** What an answer or a body is, in words. */
export const meaningOf = ({ description = 'What was asked for.' }: TSchema & { description?: string }) =>
  description;

/** The examples of an operation's success. Throws where nothing says what it looks like. */
export const successExamples = (id: string, answer: TSchema): Shown => ({
  ...(written[id]?.answers ?? made(answer)),
});

/** The examples of an operation's body, of which a made one says what the answer has. Throws as `successExamples`. */
export function bodyExamples(id: string, body: TSchema, answer: TSchema): Shown {
  const [answered] = Object.values(successExamples(id, answer));
  return { ...(written[id]?.bodies ?? made(body, fieldsOf(answered?.value))) };
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of an answer and of the resources that it holds, by name. */
const fieldsOf = (answer: unknown): object =>
  isObject(answer) ? Object.assign({}, ...Object.values(answer as object).filter(isObject), answer) : {};

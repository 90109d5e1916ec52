// Examples of each endpoint, as a reader sees them first. Tests hold each against its schema and the real thing.
import { accounts } from './examples/accounts.ts';
import { contacts } from './examples/contacts.ts';
import { hooks } from './examples/hooks.ts';
import { places } from './examples/places.ts';
import { sendings } from './examples/sendings.ts';
import { texts } from './examples/texts.ts';
import type { Example, Examples } from './types.ts';

const examples: Readonly<Record<string, Examples>> = {
  ...texts,
  ...sendings,
  ...places,
  ...hooks,
  ...accounts,
  ...contacts,
};

/** The examples of an operation's success. Throws for an operation without one. */
export function successExamples(id: string): Record<string, Example> {
  const found = examples[id]?.answers;
  if (!found) throw new Error(`${id} has no example`);
  return { ...found };
}

/** The examples of an operation's body. Throws for an operation without one. */
export function bodyExamples(id: string): Record<string, Example> {
  const found = examples[id]?.bodies;
  if (!found) throw new Error(`${id} has no example of its body`);
  return { ...found };
}

// The parameters of paths and queries: each is described and read in one place.
import { type TSchema, Type } from 'typebox';
import { invalidRequest, notFound, tooLong, wrongField } from '../errors/errors.ts';
import { type IntegerRule, parseCursor, parseId, parseInteger } from './integers.ts';
import { integer, oneOf, text } from './kinds.ts';
import { maxAddressLength, requireAddress, requireText } from './text_rules.ts';

/** A parameter: how it is described, and how its value is read. `read` throws a Refusal that names it. */
export interface Parameter<T> {
  schema: TSchema;
  read: (value: unknown, name: string) => T;
}

/** The parameters of a path or a query, by name. */
export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

/** The values that are read of them. */
export type ValuesOf<P extends Parameters> = { [Name in keyof P]: ReturnType<P[Name]['read']> };

/** How many entries of a list are answered at a time. */
export const limitRule = { min: 1, max: 500, fallback: 100 };

/** An integer that is clamped to its bounds. */
export const clampedInteger = (rule: IntegerRule, description: string): Parameter<number> => ({
  schema: Type.Integer({
    format: 'int64',
    minimum: rule.min,
    maximum: rule.max,
    default: rule.fallback,
    description: `${description} Out of range is clamped.`,
  }),
  read: (value, name) => parseInteger(value, name, rule),
});

/** Reads one value of a query; undefined when it was left out. Throws for one that is empty or was given twice. */
export function readText(value: unknown, name: string): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw invalidRequest(`${name} must be given once`);
  if (value === '') throw wrongField(name, 'empty', 'must not be empty');
  return requireText(value, name);
}

/** The same for one that must be there. */
export function readNeeded(value: unknown, name: string): string {
  const said = readText(value, name);
  if (said === undefined) throw wrongField(name, 'required', 'is required');
  return said;
}

/** A text in a query that may be left out. */
export const optionalText = (schema: TSchema | string): Parameter<string | undefined> => ({
  schema: { ...(typeof schema === 'string' ? text(schema) : schema), minLength: 1 },
  read: readText,
});

/** One of `words`, or undefined where nothing is said. Throws a Refusal for any other text. */
export function readWord<Word extends string>(words: readonly Word[], said: string, name: string): Word;
export function readWord<Word extends string>(
  words: readonly Word[],
  said: string | undefined,
  name: string,
): Word | undefined;
export function readWord<Word extends string>(
  words: readonly Word[],
  said: string | undefined,
  name: string,
): Word | undefined {
  const found = words.find((word) => word === said);
  if (found === undefined && said !== undefined)
    throw invalidRequest(`${name} must be one of ${words.join(', ')}`);
  return found;
}

/** One of some words in a query, which may be left out. */
export const optionalWord = <const T extends string>(
  words: readonly T[],
  description: string,
): Parameter<T | undefined> => ({
  schema: oneOf(words, description),
  read: (value, name) => readWord(words, readText(value, name), name),
});

/** Marks such a schema, until it is in the document. */
export const neededMark = 'x-needed';

/** The schema of a text in a query that must be there and not be empty, as the document says it. What reads the parameter refuses a request without it. */
export const needed = (schema: TSchema): TSchema => ({ ...schema, minLength: 1, [neededMark]: true });

/** A text in a query of the console: an empty one is as one that was left out. */
export const filterText = (schema: TSchema, most = 100): Parameter<string> => ({
  schema: 'enum' in schema ? schema : { maxLength: most, ...schema },
  read(value, name) {
    const said = readText(value || undefined, name) ?? '';
    if ([...said].length > most) throw tooLong(name, most);
    return said;
  },
});

const cursorSchema = { ...text('The next_cursor of the page before.'), minLength: 1 };

/** The cursor of a list in order of id. */
export const idCursor: Parameter<bigint | undefined> = { schema: cursorSchema, read: parseCursor };

/** The cursor of any other list. */
export const textCursor: Parameter<string | undefined> = { schema: cursorSchema, read: readText };

/** The id of what `idOf` names, in a query that may leave it out. */
export const optionalId = (idOf: string, description: string): Parameter<bigint | undefined> => ({
  schema: integer(1, description),
  read(value, name) {
    const said = readText(value, name);
    const id = said === undefined ? undefined : parseId(said);
    const article = /^[aeiou]/.test(idOf) ? 'an' : 'a';
    if (said !== undefined && id === undefined)
      throw invalidRequest(`${name} must be the id of ${article} ${idOf}`);
    return id;
  },
});

/** The parameters of a page of `what`. */
export const pageOf = <C extends Parameter<unknown>>(
  what: string,
  cursor: C,
  rule: IntegerRule = limitRule,
) => ({
  limit: clampedInteger(rule, `Most ${what} in the answer.`),
  cursor,
});

/** The id in a path. What cannot be one is answered as an id that does not exist: NOT_FOUND, in the core's words. */
export const pathId = (
  what: string,
  description = `The ${what}.`,
  most = BigInt(Number.MAX_SAFE_INTEGER),
): Parameter<bigint> => ({
  schema: integer(1, description),
  read(value) {
    const id = parseId(String(value));
    if (id === undefined || id > most) throw notFound(what);
    return id;
  },
});

/** A text in a path. */
export const pathText = (schema: TSchema): Parameter<string> => ({
  schema,
  read: (value, name) => requireText(String(value), name),
});

/** The address in a path. */
export const pathAddress: Parameter<string> = {
  schema: Type.String({
    maxLength: maxAddressLength,
    description: 'Any reasonable form of the phone number.',
  }),
  read: (value) => requireAddress(String(value)),
};

const headerSchema = Type.Integer({ format: 'int64', minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** X-SVC-Account, where platform keys may be used, for a session, and where only account keys may. */
export const targetAccount = {
  named: Type.Unsafe<number>({
    ...headerSchema,
    description:
      'The account to act for: required for platform keys, one of GET /api/v1/accounts. Account keys omit it; they may ' +
      'name their own account. Any other is 404.',
  }),
  switched: Type.Unsafe<number>({
    ...headerSchema,
    description: 'The account that the person acts for, of which they must be a member.',
  }),
  own: Type.Unsafe<number>({
    ...headerSchema,
    description: 'Not needed. An account key may name its own account; any other is 404.',
  }),
};

// The kinds of values that the shapes are made of. Each says what it means, so that the description cannot drift from
// what validates and serializes.
import { type Static, type TSchema, type TSchemaOptions, Type } from 'typebox';

/** OpenAPI 3.0's way to say "or null", which the serializer understands too. Of a list of values null is then one. */
export function nullable<T extends TSchema>(schema: T) {
  const { enum: values } = schema as { enum?: readonly string[] };
  return Type.Unsafe<Static<T> | null>({
    ...schema,
    ...(values && { enum: [...values, null] }),
    nullable: true,
  });
}

export const oneOf = <const T extends string>(values: readonly T[], description: string) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], description });

export const text = (description: string) => Type.String({ description });

/** The mark of a sentence for people, which the service says in English. The console shows each in the language of its reader. */
export const englishMark = 'x-english';

/** A sentence for people, in English. Programs go by the code or the kind that stands beside it. */
export const sentence = (description: string) => Type.String({ description, [englishMark]: true });

/** A text of so many characters, as code points are counted. */
export const boundedText = (minLength: number, maxLength: number, description: string) =>
  Type.String({ minLength, maxLength, description });

/** The same for a list of values, of which null is then one. */
export const nullableOneOf = <const T extends string>(values: readonly T[], description: string) =>
  nullable(oneOf(values, description));

/** The mark of what the document says of a schema and requests are not held to by it. */
export const coreDecides = 'x-core-decides';

/** A schema with rules that the document says; the core holds requests to them, and refuses in words or by a code of its own. */
export const decidedByCore = <T extends TSchema>(schema: T, rules: TSchemaOptions): T => ({
  ...schema,
  [coreDecides]: rules,
});

/** What people call something: not spaces alone. */
export const nameText = (description: string) =>
  decidedByCore(boundedText(1, 100, description), { pattern: '\\S' });

/** The same schema, marked in the API document as beyond the promised interface. */
export const extension = <T extends TSchema>(schema: T): T => ({ ...schema, 'x-extension': true });

export const flag = (description: string) => Type.Boolean({ description });

/** An integer that JSON readers don't round. */
export const integer = (minimum: number, description: string) =>
  Type.Integer({ format: 'int64', minimum, maximum: Number.MAX_SAFE_INTEGER, description });

/** RFC 3339 in UTC with milliseconds, always of one length, so that instants sort as text. */
export const instant = (description: string) =>
  Type.String({
    format: 'date-time',
    pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
    description,
  });

// A resource of the public interface. Each field is described once: its schema, what it is read from and an example of
// it. The API document, the serializer, the answers and the examples are made of that.
import type { Timestamp } from '@bufbuild/protobuf/wkt';
import { type Static, type TSchema, Type } from 'typebox';
import { unavailable } from '../edge/errors.ts';
import { toNumber } from './integers.ts';
import { oneOf } from './kinds.ts';

/** A field of a resource that is made from `From`. Undefined leaves it out, where its schema allows that. */
interface Field<From, S extends TSchema> {
  schema: S;
  read: (from: From) => Static<S> | undefined;
  example: Static<S> | undefined;
}

type Fields = Readonly<Record<string, Field<never, TSchema>>>;
type FromOf<F> = F[keyof F] extends Field<infer From, TSchema> ? From : never;
type SchemasOf<F> = { [Name in keyof F]: F[Name] extends Field<never, infer S> ? S : never };

/** Describes a field of a resource that is made from `From`. */
export const fieldOf =
  <From>() =>
  <S extends TSchema>(
    schema: S,
    read: (from: From) => Static<S> | undefined,
    example?: Static<S>,
  ): Field<From, S> => ({ schema, read, example });

/** Describes a resource: its schema, what makes it from the core's answer, and an example. */
export function resource<const F extends Fields>(title: string, description: string, fields: F) {
  const entries = Object.entries(fields);
  const schemas = Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])) as SchemasOf<F>;
  const Shape = Type.Object(schemas, { title, description });
  type Rendered = Static<typeof Shape>;
  const example = Object.fromEntries(
    entries.flatMap(([name, { example: value }]) => (value === undefined ? [] : [[name, value]])),
  ) as Rendered;

  const readers = entries.map(([name, { read }]) => ({ name, read: read as (from: unknown) => unknown }));
  const render = (from: FromOf<F>): Rendered => {
    const rendered: Record<string, unknown> = {};
    for (const { name, read } of readers) {
      const value = read(from);
      if (value !== undefined) rendered[name] = value;
    }
    return rendered as Rendered;
  };
  return { Shape, render, example };
}

/** The public names of an enum of the contract, by its values, and what finds the name of a value. */
export function names<const T extends string>(names: Readonly<Record<number, T>>) {
  return {
    /** A schema of any of them. */
    schema: (description: string) => oneOf(Object.values(names), description),
    /** Throws for values that are never sent, or not known here yet. */
    of: (value: number): T => names[value] ?? missing(),
  };
}

/** Throws: what cannot be rendered as documented is an error and is never answered half. */
export function missing(): never {
  throw unavailable();
}

/** RFC 3339 in UTC with milliseconds. */
export function renderInstant({ seconds, nanos }: Timestamp): string {
  return new Date(toNumber(seconds) * 1000 + Math.floor(nanos / 1e6)).toISOString();
}

/** The same, null for one that is absent. */
export const instantOrNull = (instant: Timestamp | undefined) => (instant ? renderInstant(instant) : null);

/** An int64 as a JSON number, null for one that is absent. Throws rather than round. */
export const numberOrNull = (value: bigint | undefined) => (value === undefined ? null : toNumber(value));

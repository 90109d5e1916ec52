// A resource of the public interface. Each field is described once, by its schema and by what it is read from. The API
// document, the serializer and the answers are made of that.
import type { Timestamp } from '@bufbuild/protobuf/wkt';
import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { unavailable } from '../errors/errors.ts';
import { like } from './example.ts';
import { toNumber } from './integers.ts';
import { oneOf } from './kinds.ts';

/** A field that is read in a way of its own. Undefined leaves it out, where its schema allows that. */
interface Field<From, S extends TSchema> {
  schema: S;
  read: (from: From) => Static<S> | undefined;
}

type SchemaOf<E> = E extends Field<never, infer S> ? S : E extends TSchema ? E : never;
type SchemasOf<F> = { [Name in keyof F]: SchemaOf<F[Name]> };

/** The name that a field has in the contract. */
type Camel<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Name;
/** How a value of the contract is answered. */
type Rendered<T> = T extends bigint ? number : T extends Timestamp ? string : T;
type Present<From, Name> =
  Camel<Name> extends keyof From ? Rendered<NonNullable<From[Camel<Name>]>> : unknown;

/** Never for a field whose schema does not fit what the contract has under its name. */
type Checked<From, F> = {
  [Name in keyof F]: F[Name] extends Field<never, TSchema>
    ? F[Name]
    : Present<From, Name> extends Static<SchemaOf<F[Name]>>
      ? F[Name]
      : never;
};

/** Reads the field of the same name. Throws where there is nothing and the schema takes no null. */
function readerOf(name: string, schema: TSchema): (from: never) => unknown {
  const key = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const { nullable, format } = schema as { nullable?: boolean; format?: string };
  return (from) => {
    const value: unknown = from[key];
    if (value === undefined) return nullable ? null : missing();
    if (typeof value === 'bigint') return toNumber(value);
    return format === 'date-time' ? renderInstant(value as Timestamp) : value;
  };
}

/** Describes resources that are made of `From`. */
export const madeOf = <From extends object>() => ({
  /** A field that is not simply the one of the same name. */
  field: <S extends TSchema>(schema: S, read: (from: From) => Static<S> | undefined): Field<From, S> => ({
    schema,
    read,
  }),

  /**
   * Describes a resource. A field that is a schema alone is read from the field of its name in the contract. The example
   * has the fields that `exampleOf` makes no good ones for.
   */
  resource<const F extends object>(
    title: string,
    description: string,
    fields: F & Checked<From, F>,
    example?: Partial<Static<TObject<NoInfer<SchemasOf<F>>>>>,
  ) {
    const entries = Object.entries<TSchema | Field<From, TSchema>>(fields as never).map(([name, entry]) =>
      'read' in entry ? { name, ...entry } : { name, schema: entry, read: readerOf(name, entry) },
    );
    const schemas = Object.fromEntries(entries.map(({ name, schema }) => [name, schema])) as SchemasOf<F>;
    const Plain = Type.Object(schemas, { title, description });
    const Shape = example ? like(Plain, example as never) : Plain;
    type Answer = Static<typeof Shape>;
    const readers = entries.map(({ name, read }) => ({ name, read: read as (from: From) => unknown }));

    /** Throws for a resource that is not there. */
    const render = (from: From | undefined): Answer => {
      if (from === undefined) return missing();
      const rendered: Record<string, unknown> = {};
      for (const { name, read } of readers) {
        const value = read(from);
        if (value !== undefined) rendered[name] = value;
      }
      return rendered as Answer;
    };
    return { Shape, render };
  },
});

/** The public names of an enum of the contract, by its values, and what finds the name of a value and the value of a name. */
export function names<const T extends string, V extends number = number>(names: Readonly<Record<V, T>>) {
  const byValue: Readonly<Record<number, T>> = names;
  const all: readonly T[] = Object.values(byValue);
  return {
    all,
    /** A schema of any of them. */
    schema: (description: string) => oneOf(all, description),
    valueOf: (name: T): V =>
      Number(Object.keys(byValue).find((value) => byValue[Number(value)] === name)) as V,
    /** Throws for values that are never sent, or not known here yet. */
    of: (value: number): T => byValue[value] ?? missing(),
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

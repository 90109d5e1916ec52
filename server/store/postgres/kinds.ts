// How values travel between the program and PostgreSQL. A kind is a type on both sides; kinds alone describe a
// statement's parameters and results.
import { arrayLiteral, instantLiteral, type Param } from './driver.ts';

/** A kind of value. Called with an SQL expression, it is a column of a result that is read from there. */
export interface Kind<T> {
  (expression: string): Selected<T>;
  /** The type's name in PostgreSQL. */
  readonly type: string;
  /** The ending of the program's names for such values, which names in SQL lack. */
  readonly suffix: string;
  /** Undefined where values travel as they are. */
  readonly encode: ((value: never) => Param) | undefined;
  readonly decode: ((value: never) => T) | undefined;
  /** This kind, or null. */
  readonly orNull: Kind<T | null>;
  /** Whether it is such a kind. */
  readonly isNullable: boolean;
}

/** A column of a result that is read from an SQL expression. */
export interface Selected<T> {
  readonly kind: Kind<T>;
  readonly expression: string;
}

/** Kinds of values by the program's names for them. */
export type Kinds = Readonly<Record<string, Kind<unknown>>>;

/** Values by name, as kinds describe them. */
export type ValuesOf<K extends Kinds> = { [Name in keyof K]: K[Name] extends Kind<infer T> ? T : never };

type NullableOf<K extends Kinds> = {
  [Name in keyof K]: K[Name] extends Kind<infer T> ? (null extends T ? Name : never) : never;
}[keyof K];

/** Null for each value that may be null. */
export const nullsOf = <K extends Kinds>(kinds: K): Record<NullableOf<K>, null> =>
  Object.fromEntries(
    Object.keys(kinds)
      .filter((name) => kinds[name]?.isNullable)
      .map((name) => [name, null]),
  ) as Record<NullableOf<K>, null>;

interface Travel<T> {
  isNullable?: boolean;
  suffix?: string;
  encode?: (value: T) => Param;
  decode?: (value: never) => T;
}

function kind<T>(type: string, { isNullable = false, suffix = '', encode, decode }: Travel<T> = {}): Kind<T> {
  const orNull = (): Kind<T | null> =>
    kind<T | null>(type, {
      isNullable: true,
      suffix,
      ...(encode && { encode: (value) => (value === null ? null : encode(value)) }),
      ...(decode && { decode: (value) => (value === null ? null : decode(value)) }),
    });
  const self: Kind<T> = Object.defineProperty(
    Object.assign((expression: string): Selected<T> => ({ kind: self, expression }), {
      type,
      suffix,
      encode,
      decode,
      isNullable,
      orNull: undefined as never,
    }),
    'orNull',
    { get: orNull },
  );
  return self;
}

export const int2 = kind<number>('int2');
export const int4 = kind<number>('int4');
/** A whole number of 64 bits. */
export const int8 = kind<bigint>('int8');
/** An int8 that a number holds exactly. */
export const count = kind<number>('int8', { decode: (value: bigint) => Number(value) });
export const float8 = kind<number>('float8');
export const text = kind<string>('text');
export const bool = kind<boolean>('bool');
export const uuid = kind<string>('uuid');
/** A day, as 2026-11-20. */
export const date = kind<string>('date');

/** A moment: in milliseconds since the epoch here, where its name ends with Ms, and a timestamptz there. */
export const instant = kind<number>('timestamptz', {
  suffix: 'Ms',
  encode: instantLiteral,
  decode: (value: string) => Date.parse(value),
});

/** A text that is one of some words; `type` is their enum in PostgreSQL where they are stored as one. */
export const word = <Word extends string>(type = 'text'): Kind<Word> => kind<Word>(type);

/** Such a text, with some stored words read as others. */
export const wordShown = <Word extends string>(
  type: string,
  shown: Readonly<Record<string, Word>>,
): Kind<Word> => kind<Word>(type, { decode: (stored: string) => shown[stored] ?? (stored as Word) });

/** A value of any shape. It is only read. */
export const json = <T>(): Kind<T> => kind<T>('json');

/** Lists as one value each; texts are only written. */
export const int4Array = arrayOf('int4', Number);
export const int8Array = arrayOf('int8', BigInt);
export const textArray = kind<readonly string[]>('text[]', { encode: arrayLiteral });

function arrayOf<T extends Param>(type: string, read: (text: string) => T): Kind<readonly T[]> {
  const decode = (value: string) => value.slice(1, -1).split(',').filter(Boolean).map(read);
  return kind<readonly T[]>(`${type}[]`, { encode: arrayLiteral, decode });
}

/** A list within a list, where lists need not be of one length: it travels as a text, and is cast in the statement. */
export const innerArray = kind<readonly number[]>('text', { encode: (values) => arrayLiteral(values) });

/** The name in SQL of what the program calls `name`. */
export function sqlNameOf(name: string, { suffix }: Pick<Kind<unknown>, 'suffix'>): string {
  const bare = suffix !== '' && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
  return bare.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The names in SQL of all of them, with commas between; as columns of `table` where one is given. */
export const sqlNamesOf = (kinds: Kinds, table?: string): string =>
  Object.entries(kinds)
    .map(([name, of]) => `${table === undefined ? '' : `${table}.`}${sqlNameOf(name, of)}`)
    .join(', ');

/** Columns of the table or subquery `table`, as columns of a result. */
export function columnsOf<K extends Kinds>(
  kinds: K,
  table: string,
): { [Name in keyof K]: K[Name] extends Kind<infer T> ? Selected<T> : never } {
  const columns = Object.entries(kinds).map(([name, of]) => [name, of(`${table}.${sqlNameOf(name, of)}`)]);
  return Object.fromEntries(columns);
}

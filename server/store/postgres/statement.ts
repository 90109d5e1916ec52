// A statement with names: what it takes and what it gives is described once, by kinds, and everything that PostgreSQL
// counts (parameters, columns of a result) is counted here and nowhere else. Texts are made once and stay the same, so
// that each is prepared and planned once a connection.
//
//   const rename = statement({
//     takes: { names: list({ id: int8, newName: text }), nowMs: instant },
//     gives: { id: int8('a.id'), isNew: bool('a.created_at > a.renamed_at') },
//     text: ({ names, nowMs, row }) => `update account a set name = t.new_name, renamed_at = ${nowMs}
//       from ${names.as('t')} where a.id = t.id returning ${row}`,
//   });
//   const renamed = await rename.run(pool, { names: [{ id: 7n, newName: 'Bolt' }], nowMs: 0 });
import { randomUUID } from 'node:crypto';
import { activeTrace, inSpan, isTracing } from '../../../runtime/tracing.ts';
import { arrayLiteral, DatabaseUnavailable, type Param, type Pool, type Row } from './driver.ts';
import { type Kind, type Kinds, type Selected, sqlNameOf, sqlNamesOf, text, type ValuesOf } from './kinds.ts';

/** A list of rows that a statement takes: each of its columns is one parameter, an array. */
class List<K extends Kinds> {
  readonly kinds: K;

  constructor(kinds: K) {
    this.kinds = kinds;
  }
}

/** Describes the rows of a list. */
export const list = <const K extends Kinds>(kinds: K): List<K> => new List(kinds);

/** A list in the statement's text. */
export class ListName {
  readonly #names: readonly string[];
  readonly #params: readonly string[];

  constructor(names: readonly string[], params: readonly string[]) {
    this.#names = names;
    this.#params = params;
  }

  /** Its rows as a table; `ord` names a further column that counts them, from 1. */
  as(alias: string, ord?: string): string {
    const names = ord === undefined ? this.#names : [...this.#names, ord];
    const ordinality = ord === undefined ? '' : ' with ordinality';
    return `unnest(${this.#params.join(', ')})${ordinality} as ${alias} (${names.join(', ')})`;
  }

  /** The rows of both lists side by side. */
  beside(other: ListName): ListName {
    return new ListName([...this.#names, ...other.#names], [...this.#params, ...other.#params]);
  }
}

/** Columns of a result that are one value of the program. */
class Group<F extends Fields, Missing extends null | never = never> {
  readonly fields: F;
  readonly missing: Missing | undefined;

  constructor(fields: F, missing?: Missing) {
    this.fields = fields;
    this.missing = missing;
  }

  /** This group, or null where the first of its columns is. */
  get orNull(): Group<F, null> {
    return new Group(this.fields, null);
  }
}

/** Describes columns of a result that are one value. */
export const group = <const F extends Fields>(fields: F): Group<F> => new Group<F>(fields);

/** The fields of a row. A kind alone is read from the column of its own name. */
export type Fields = Readonly<Record<string, Kind<unknown> | Selected<unknown> | AnyGroup>>;
interface AnyGroup {
  readonly fields: Fields;
  readonly missing: null | undefined;
}

type FieldValue<F> =
  F extends Group<infer Inner, infer Missing>
    ? RowOf<Inner> | Missing
    : F extends Kind<infer T>
      ? T
      : F extends Selected<infer T>
        ? T
        : never;

/** The SQL by which a statement's text names what it takes. */
export type NamesOf<T> = { readonly [Name in keyof T]: string };

/** A row, as its fields describe it. */
export type RowOf<F extends Fields> = { [Name in keyof F]: FieldValue<F[Name]> };

type Taken = Readonly<Record<string, Kind<unknown> | List<Kinds>>>;

/** The values that a statement is run with. */
type ValuesOfTaken<T extends Taken> = {
  [Name in keyof T]: T[Name] extends List<infer K>
    ? readonly ValuesOf<K>[]
    : T[Name] extends Kind<infer V>
      ? V
      : never;
};

/** The parts of a statement's text: its parameters by name, cast to their types, and its columns. */
type Names<T extends Taken, F extends Fields> = {
  [Name in keyof T]: T[Name] extends List<Kinds> ? ListName : string;
} & {
  /** All that a row gives, in order, to stand behind `select` or `returning`. */
  row: string;
  /** A row in which everything is null but these. */
  rowOf: (expressions: { [Name in keyof F]?: string }) => string;
};

/**
 * The rows that must come back. Every row has a nonce: a result of another statement means a broken connection, never
 * an answer. The name of a parameter: as many rows as it has items. `some`: at least one row; one whose first column is
 * null stands for none and is left out. `any`: any number.
 */
type Expected<T extends Taken> = (keyof T & string) | 'one' | 'some' | 'any';

interface Description<T extends Taken, F extends Fields> {
  takes: T;
  /** Left out where only the number of rows counts. */
  gives?: F;
  /** Left out where the result is not checked. */
  expects?: Expected<NoInfer<T>>;
  text: (names: Names<T, F>) => string;
}

/** A statement that can be run in any pool. */
export interface Statement<Values, Result> {
  readonly text: string;
  /** Throws the pool's errors, and DatabaseUnavailable if the result is another statement's. */
  run(pool: Pick<Pool, 'run'>, values: Values): Promise<Result[]>;
  /** Runs it; returns its first row, or undefined. */
  first(pool: Pick<Pool, 'run'>, values: Values): Promise<Result | undefined>;
  /** Runs it; returns whether it gave a row. */
  any(pool: Pick<Pool, 'run'>, values: Values): Promise<boolean>;
}

/** A column of a result: its field, its name in SQL, and the expression that it is read from. */
interface Column {
  field: string;
  name: string;
  expression: string;
}

/** Lists the columns of fields, and makes a function that reads them from a row in which they begin at `from`. */
function readerOf(fields: Fields, from: number): { columns: Column[]; read: (row: Row) => unknown } {
  const columns: Column[] = [];
  const readers = Object.entries(fields).map(([field, what]) => {
    const index = from + columns.length;
    if ('fields' in what) {
      const inner = readerOf(what.fields, index);
      columns.push(...inner.columns.map((column) => ({ ...column, field })));
      const mayMiss = what.missing === null;
      return { field, read: (row: Row) => (mayMiss && row[index] === null ? null : inner.read(row)) };
    }
    const kind = 'kind' in what ? what.kind : what;
    const name = sqlNameOf(field, kind);
    columns.push({ field, name, expression: 'kind' in what ? what.expression : name });
    const decode = kind.decode as ((value: unknown) => unknown) | undefined;
    return { field, read: decode ? (row: Row) => decode(row[index]) : (row: Row) => row[index] };
  });
  const read = (row: Row) => {
    const values: Record<string, unknown> = {};
    for (const reader of readers) values[reader.field] = reader.read(row);
    return values;
  };
  return { columns, read };
}

type Values = Readonly<Record<string, unknown>>;

/** Encodes one parameter's value. */
type Bring = (values: Values, nonce: string) => Param;

/** Numbers the parameters of a statement, and gives each name its text in SQL. */
function takerOf(takes: Taken) {
  const brings: Bring[] = [];
  const number = (type: string, bring: Bring) => `$${brings.push(bring)}::${type}`;
  const encoderOf = ({ encode }: Kind<unknown>) => encode as ((value: unknown) => Param) | undefined;
  const names = Object.entries(takes).map(([name, taken]): [string, string | ListName] => {
    if (!(taken instanceof List)) {
      const encode = encoderOf(taken);
      const bring: Bring = encode ? (values) => encode(values[name]) : (values) => values[name] as Param;
      return [name, number(taken.type, bring)];
    }
    const params = Object.entries(taken.kinds).map(([column, kind]) => {
      const encode = encoderOf(kind);
      const pick = encode
        ? (record: Values) => encode(record[column])
        : (record: Values) => record[column] as Param;
      return number(`${kind.type}[]`, (values) => arrayLiteral((values[name] as Values[]).map(pick)));
    });
    return [name, new ListName(sqlNamesOf(taken.kinds).split(', '), params)];
  });
  return { names: Object.fromEntries(names), brings, number };
}

const statementSpan = { name: 'statement', kind: 'client' } as const;
const ofPostgres = { 'db.system.name': 'postgresql' };

const foreign = () =>
  new DatabaseUnavailable(new Error('a result came back that belongs to another statement'));

/** Makes a statement. Throws where its text leaves out something that it takes. */
export function statement<const T extends Taken, const F extends Fields = Record<never, never>>({
  takes,
  gives = {} as F,
  expects,
  text: write,
}: Description<T, F>): Statement<ValuesOfTaken<T>, RowOf<F>> {
  const { names, brings, number } = takerOf(takes);
  const { columns, read } = readerOf(gives, expects === undefined ? 0 : 1);
  const proof = expects === undefined ? [] : [`${number(text.type, (_, nonce) => nonce)} as nonce`];
  const listed = (expressionOf: (column: Column) => string) =>
    [...proof, ...columns.map((column) => `${expressionOf(column)} as ${column.name}`)].join(', ');
  const sql = write({
    ...names,
    row: listed(({ expression }) => expression),
    rowOf: (expressions: Record<string, string>) => listed(({ field }) => expressions[field] ?? 'null'),
  } as unknown as Names<T, F>);
  for (let index = 1; index <= brings.length; index++)
    if (!sql.includes(`$${index}::`)) throw new Error(`parameter ${index} is taken but not used:${sql}`);

  const judge = (rows: readonly Row[], nonce: string, values: Values): void => {
    const isWhole =
      expects === 'any' ||
      (expects === 'some'
        ? rows.length > 0
        : rows.length === (expects === 'one' ? 1 : (values[expects as string] as unknown[]).length));
    if (!isWhole || rows.some((row) => row[0] !== nonce)) throw foreign();
  };
  const run = async (pool: Pick<Pool, 'run'>, values: Values): Promise<RowOf<F>[]> => {
    const nonce = expects === undefined ? '' : randomUUID();
    const params = brings.map((bring) => bring(values, nonce));
    // A statement that nobody waits for, such as a poll, starts no trace.
    const rows =
      isTracing() && activeTrace() !== ''
        ? await inSpan({ ...statementSpan, attributes: { ...ofPostgres, 'db.query.text': sql } }, () =>
            pool.run(sql, params),
          )
        : await pool.run(sql, params);
    if (expects !== undefined) judge(rows, nonce, values);
    const there = expects === 'some' ? rows.filter((row) => row[1] !== null) : rows;
    return there.map(read) as RowOf<F>[];
  };
  return {
    text: sql,
    run,
    first: async (pool, values) => (await run(pool, values))[0],
    any: async (pool, values) => (await run(pool, values)).length > 0,
  };
}

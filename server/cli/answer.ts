// How an answer is written: aligned text for people, or one JSON document. Knows no command.
import { type DescMessage, isMessage, type MessageShape } from '@bufbuild/protobuf';
import { type Timestamp, TimestampSchema, timestampDate } from '@bufbuild/protobuf/wkt';

/** Anything that JSON can say. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export type JsonObject = { readonly [name: string]: Json };

/** A command's answer, in both forms. */
export interface Answer {
  json: JsonObject;
  text: string;
}

/** Names come from outside (a device names itself), so that control characters must not reach the terminal. */
const printable = (cell: string) => cell.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '?');

function align(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((cell) => (cell === '' ? '-' : printable(cell))));
  const widths = cells.reduce<number[]>(
    (found, row) => row.map((cell, i) => Math.max(found[i] ?? 0, cell.length)),
    [],
  );
  const lineOf = (row: readonly string[]) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ');
  return cells.map((row) => `${lineOf(row).trimEnd()}\n`).join('');
}

/** Named values, a line each. Empty values show as a dash. */
export const renderFields = (fields: readonly (readonly [name: string, value: string])[]): string =>
  align(fields);

/** RFC 3339 in UTC; null for a time that is absent. */
export const toTime = (stamp: Timestamp | undefined): string | null =>
  stamp === undefined ? null : timestampDate(stamp).toISOString();

/** An id or count as JSON has it. All of ours are below 10^15, and so exact. */
export function toInteger(value: bigint): number {
  const integer = Number(value);
  if (!Number.isSafeInteger(integer))
    throw new RangeError('the core answered an integer that JSON cannot hold');
  return integer;
}

/** A field of the contract as JSON has it; null for one that is absent. */
function toJson(value: unknown): Json {
  if (value === undefined) return null;
  if (typeof value === 'bigint') return toInteger(value);
  if (isMessage(value, TimestampSchema)) return toTime(value);
  return value as Json;
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

type FieldOf<Row> = keyof Row & string;

/** These fields of a message as one JSON object, under the names of the contract. */
export const jsonOf = <Row extends object>(row: Row, fields: readonly FieldOf<Row>[]): JsonObject =>
  Object.fromEntries(fields.map((field) => [snakeCase(field), toJson(row[field])]));

/** The fields of a message that JSON has as they are: values and instants, no words of an enum, lists or other messages. */
export const plainFields = <Schema extends DescMessage>(schema: Schema): FieldOf<MessageShape<Schema>>[] =>
  schema.fields
    .filter(({ fieldKind, message }) => fieldKind === 'scalar' || message === TimestampSchema)
    .map(({ localName }) => localName as FieldOf<MessageShape<Schema>>);

/** A value as a cell of a table has it. */
function toCell(value: unknown): string {
  const json = toJson(value);
  if (typeof json === 'boolean') return json ? 'yes' : 'no';
  return json === null ? '' : String(json);
}

/** The columns of a table: the heading of each, and the field that it shows or how its cell is made. */
type Columns<Row> = Record<string, FieldOf<Row> | ((row: Row) => unknown)>;

/** A table with a heading row; `nothing` in its place when it has no rows. Empty cells show as a dash. */
export function renderTable<Row>(columns: Columns<Row>, rows: readonly Row[], nothing: string): string {
  if (rows.length === 0) return `${nothing}\n`;
  const makers = Object.values(columns);
  return align([
    Object.keys(columns).map((title) => title.toUpperCase()),
    ...rows.map((row) =>
      makers.map((maker) => toCell(typeof maker === 'function' ? maker(row) : row[maker])),
    ),
  ]);
}

/** How the rows of one kind are shown. */
export interface View<Row> {
  json(row: Row): JsonObject;
  table(rows: readonly Row[]): string;
}

/** A view that has these fields in JSON, these columns in text, and `nothing` in place of an empty table. */
export const createView = <Row extends object>(
  fields: readonly FieldOf<Row>[],
  columns: Columns<Row>,
  nothing: string,
): View<Row> => ({
  json: (row) => jsonOf(row, fields),
  table: (rows) => renderTable(columns, rows, nothing),
});

// How an answer is written: aligned text for people, or one JSON document. Knows no command and no message.
import type { Timestamp } from '@bufbuild/protobuf/wkt';
import { timestampDate } from '@bufbuild/protobuf/wkt';

/** Anything that JSON can say. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** A command's answer, in both forms. */
export interface Answer {
  json: { readonly [name: string]: Json };
  text: string;
}

/** Names come from outside (a device names itself), so that control characters must not reach the terminal. */
const printable = (cell: string) => cell.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '?');

function align(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>(
    (found, row) => row.map((cell, i) => Math.max(found[i] ?? 0, cell.length)),
    [],
  );
  const lines = rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return lines.map((line) => `${line}\n`).join('');
}

/** A table with a heading row; `nothing` in its place when it has no rows. Empty cells show as a dash. */
export function renderTable(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  nothing: string,
): string {
  if (rows.length === 0) return `${nothing}\n`;
  const cells = rows.map((row) => row.map((cell) => (cell === '' ? '-' : printable(cell))));
  return align([heading.map((title) => title.toUpperCase()), ...cells]);
}

/** Named values, a line each. Empty values show as a dash. */
export function renderFields(fields: readonly (readonly [name: string, value: string])[]): string {
  return align(fields.map(([name, value]) => [name, value === '' ? '-' : printable(value)]));
}

/** RFC 3339 in UTC; null for a time that is absent. */
export function toTime(stamp: Timestamp | undefined): string | null {
  return stamp === undefined ? null : timestampDate(stamp).toISOString();
}

/** An id or count as JSON has it. All of ours are below 10^15, and so exact. */
export function toInteger(value: bigint): number {
  const integer = Number(value);
  if (!Number.isSafeInteger(integer))
    throw new RangeError('the core answered an integer that JSON cannot hold');
  return integer;
}

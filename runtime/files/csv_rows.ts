// Rows of comma-separated values (RFC 4180), each with the line that it begins on. Values may hold new lines between
// quotation marks. A row that cannot be read is named and left out, and the next one begins on the next line.

import type { LineFault } from './line_fault.ts';

/** A row, or what is wrong with it; undefined where a part of the text was read without any, so that others may have a turn. */
type CsvRow = { line: number; cells: string[] } | LineFault | undefined;

/** Most values of a line. Spreadsheets and address books write a few hundred at most. */
export const mostCells = 1_000;
/** Most characters of a value, as it is written. */
export const mostCellCharacters = 64 * 1_024;
/** Characters that are read before others may have a turn. */
const charactersATurn = 64 * 1_024;

const separators = [',', ';', '\t', '|'] as const;
type Separator = (typeof separators)[number];

const unquoted: Readonly<Record<Separator, RegExp>> = {
  ',': new RegExp(`[^,\r\n]{0,${mostCellCharacters}}`, 'y'),
  ';': new RegExp(`[^;\r\n]{0,${mostCellCharacters}}`, 'y'),
  '\t': new RegExp(`[^\t\r\n]{0,${mostCellCharacters}}`, 'y'),
  '|': new RegExp(`[^|\r\n]{0,${mostCellCharacters}}`, 'y'),
};
const spaces = / */y;
const lineEnd = /\r\n|\n|\r/g;

/** The separator of a file is the one that the beginning of its first line has most. */
function separatorOf(text: string, from: number): Separator {
  const beginning = text.slice(from, from + charactersATurn);
  const first = (beginning.split(/\r\n|\n|\r/, 1)[0] ?? '').replace(/"[^"]*"/g, '');
  const counts = new Map<string, number>();
  for (const sign of first) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  const countOf = (separator: Separator) => counts.get(separator) ?? 0;
  return separators.toSorted((one, other) => countOf(other) - countOf(one))[0] ?? ',';
}

/** How many lines end within a part of a text. */
function countLines(text: string, from: number, to: number): number {
  let lines = 0;
  lineEnd.lastIndex = from;
  for (let found = lineEnd.exec(text); found && lineEnd.lastIndex <= to; found = lineEnd.exec(text)) lines++;
  return lines;
}

/** Where what `pattern` matches at a place ends. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  pattern.exec(text);
  return pattern.lastIndex;
}

/** A value and the place behind it, or what is wrong with it: its quotation mark is not closed, or closed amid a value. */
function readCell(
  text: string,
  at: number,
  separator: Separator,
): { cell: string; end: number } | 'too long' | undefined {
  const isEnd = (sign: string | undefined) =>
    sign === undefined || sign === separator || sign === '\r' || sign === '\n';
  if (text[at] !== '"') {
    const end = endOf(unquoted[separator], text, at);
    return isEnd(text[end]) ? { cell: text.slice(at, end), end } : 'too long';
  }
  let close = text.indexOf('"', at + 1);
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  if (close < 0) return undefined;
  const end = endOf(spaces, text, close + 1);
  if (!isEnd(text[end])) return undefined;
  if (close - at - 1 > mostCellCharacters) return 'too long';
  return { cell: text.slice(at + 1, close).replaceAll('""', '"'), end };
}

const separatorLine = /^"?sep=([,;\t|])"?(?:\r\n|\n|\r|$)/i;

/** Excel's own first line, which says the separator: that, and how long the line is; undefined without one. */
export function saidSeparator(text: string): { separator: Separator; length: number } | undefined {
  const [line, separator] = separatorLine.exec(text) ?? [];
  return line === undefined ? undefined : { separator: separator as Separator, length: line.length };
}

/** The rows of a file that hold something. */
export function* readCsvRows(text: string): Generator<CsvRow> {
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  const said = saidSeparator(text.slice(at, at + 20));
  const separator = said?.separator ?? separatorOf(text, at);
  if (said) at += said.length;
  let turnAt = at;
  for (let line = said ? 2 : 1; at < text.length; ) {
    const begin = at;
    const cells: string[] = [];
    let read = readCell(text, at, separator);
    let isLong = false;
    for (
      ;
      typeof read === 'object' && text[read.end] === separator;
      read = readCell(text, read.end + 1, separator)
    ) {
      isLong = cells.length === mostCells - 1;
      if (isLong) break;
      cells.push(read.cell);
    }
    if (typeof read === 'object') cells.push(read.cell);
    lineEnd.lastIndex = typeof read === 'object' ? read.end : begin;
    const found = lineEnd.exec(text);
    at = found ? lineEnd.lastIndex : text.length;
    if (isLong) yield { line, error: `a line must have at most ${mostCells} values`, code: 'too_long' };
    else if (read === 'too long')
      yield { line, error: `a value must have at most ${mostCellCharacters} characters`, code: 'too_long' };
    else if (!read) yield { line, error: 'a quotation mark is not closed', code: 'quote_open' };
    else if (cells.some((cell) => cell.trim() !== '')) yield { line, cells };
    line += countLines(text, begin, at);
    if (at - turnAt < charactersATurn) continue;
    yield undefined;
    turnAt = at;
  }
}

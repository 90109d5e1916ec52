// Rows of comma-separated values (RFC 4180), each with the line that it begins on. Values may hold new lines between
// quotation marks. A row that cannot be read is named and left out, and the next one begins on the next line.

import type { LineFault } from './line_fault.ts';

/** A row, or what is wrong with it. */
type CsvRow = { line: number; cells: string[] } | LineFault;

const separators = [',', ';', '\t'] as const;
type Separator = (typeof separators)[number];

const unquoted: Readonly<Record<Separator, RegExp>> = {
  ',': /[^,\r\n]*/y,
  ';': /[^;\r\n]*/y,
  '\t': /[^\t\r\n]*/y,
};
const spaces = / */y;
const lineEnd = /\r\n|\n|\r/g;

/** The separator of a file is the one that its first line has most. */
function separatorOf(text: string, from: number): Separator {
  lineEnd.lastIndex = from;
  const end = lineEnd.exec(text)?.index ?? text.length;
  const first = text.slice(from, end).replace(/"[^"]*"/g, '');
  const counts = separators.map((separator) => first.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** Where what `pattern` matches at a place ends. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  pattern.exec(text);
  return pattern.lastIndex;
}

/** A value and the place behind it; undefined where its quotation mark is not closed, or closed amid a value. */
function readCell(text: string, at: number, separator: Separator): { cell: string; end: number } | undefined {
  if (text[at] !== '"') {
    const end = endOf(unquoted[separator], text, at);
    return { cell: text.slice(at, end), end };
  }
  let close = text.indexOf('"', at + 1);
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  if (close < 0) return undefined;
  const end = endOf(spaces, text, close + 1);
  const next = text[end];
  if (next !== undefined && next !== separator && next !== '\r' && next !== '\n') return undefined;
  return { cell: text.slice(at + 1, close).replaceAll('""', '"'), end };
}

/** The rows of a file that hold something. */
export function* readCsvRows(text: string): Generator<CsvRow> {
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  const separator = separatorOf(text, at);
  for (let line = 1; at < text.length; ) {
    const begin = at;
    const cells: string[] = [];
    let read = readCell(text, at, separator);
    for (; read && text[read.end] === separator; read = readCell(text, read.end + 1, separator))
      cells.push(read.cell);
    if (read) cells.push(read.cell);
    lineEnd.lastIndex = read ? read.end : begin;
    const found = lineEnd.exec(text);
    at = found ? lineEnd.lastIndex : text.length;
    if (!read) yield { line, error: 'a quotation mark is not closed', code: 'quote_open' };
    else if (cells.some((cell) => cell.trim() !== '')) yield { line, cells };
    line += text.slice(begin, at).match(lineEnd)?.length ?? 0;
  }
}

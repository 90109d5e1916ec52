// Reads a file of opt-outs line by line. No value spans lines, so that an unclosed quotation mark spoils only its own
// line.

import { plainText } from '../../../runtime/files/defused_cell.ts';
import type { LineFault } from '../../../runtime/files/line_fault.ts';
import { invalidRequest } from '../../errors.ts';

/** Most lines of a file. */
const maxLines = 10_000;

/** A line's first value, or what is wrong with it. */
type CsvLine = { line: number; address: string } | LineFault;

/** The first value of a line; undefined where a quotation mark is not closed, or something follows it. */
function firstValue(line: string): string | undefined {
  const text = line.trimStart();
  if (!text.startsWith('"')) return text.split(',', 1)[0]?.trim();
  const quoted = /^"((?:[^"]|"")*)"\s*(?:,|$)/.exec(text)?.[1];
  return quoted?.replaceAll('""', '"').trim();
}

/** A file has its head before them, and may end with a line break. */
const mostParts = maxLines + 2;

/**
 * The lines that say something, counted from 1. Throws `invalid_request` for too many of them, blank ones included. A first line that begins with "address" names the columns; empty lines
 * say nothing. A semicolon or tab that a spreadsheet put between values is read as a comma.
 */
export function readCsv(csv: string): CsvLine[] {
  const lines = csv.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/, mostParts + 1);
  const read = lines.length > mostParts ? [] : lines.flatMap(readLine);
  if (lines.length > mostParts || read.length > maxLines)
    throw invalidRequest(`csv must have at most ${maxLines} lines`);
  return read;
}

/** A line, unless it is blank or the head. */
function readLine(text: string, index: number): CsvLine[] {
  const line = index + 1;
  if (text.trim() === '') return [];
  const found = firstValue(text.replaceAll(/[;\t]/g, ','));
  const value = found && plainText(found);
  if (index === 0 && value?.toLowerCase() === 'address') return [];
  if (value === undefined) return [{ line, error: 'a quotation mark is not closed', code: 'quote_open' }];
  return [
    value === ''
      ? { line, error: 'the address is missing', code: 'number_missing' }
      : { line, address: value },
  ];
}

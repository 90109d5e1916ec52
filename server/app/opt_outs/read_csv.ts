// Reads a file of opt-outs line by line. No value spans lines, so that an unclosed quotation mark spoils only its own
// line.

import { plainText } from '../../../runtime/files/defused_cell.ts';
import type { LineFault } from '../../../runtime/files/line_fault.ts';

/** A line's first value, or what is wrong with it. */
type CsvLine = { line: number; address: string } | LineFault;

/** The first value of a line; undefined where a quotation mark is not closed, or something follows it. */
function firstValue(line: string): string | undefined {
  const text = line.trimStart();
  if (!text.startsWith('"')) return text.split(',', 1)[0]?.trim();
  const quoted = /^"((?:[^"]|"")*)"\s*(?:,|$)/.exec(text)?.[1];
  return quoted?.replaceAll('""', '"').trim();
}

/**
 * The lines that say something, counted from 1. A first line that begins with "address" names the columns; empty lines
 * say nothing. A semicolon or tab that a spreadsheet put between values is read as a comma.
 */
export function readCsv(csv: string): CsvLine[] {
  const lines = csv.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  return lines.flatMap((text, index): CsvLine[] => {
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
  });
}

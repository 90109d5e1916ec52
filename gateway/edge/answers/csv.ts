// Rows of comma-separated values (RFC 4180) that a spreadsheet reads as text and never as a formula. Each file that the
// product writes is written here. Texts stand in quotation marks, whatever they are.
import { defuse } from '../../../runtime/files/defused_cell.ts';

function written(value: string | number | boolean | null): string {
  if (value === null) return '';
  return typeof value === 'string' ? `"${defuse(value).replaceAll('"', '""')}"` : String(value);
}

/** The first row, of words that we chose: they need no quotation marks. */
export const csvHead = (names: readonly string[]): string => `${names.join(',')}\r\n`;

/** One row with its end. */
export const csvRow = (values: readonly (string | number | boolean | null)[]): string =>
  `${values.map(written).join(',')}\r\n`;

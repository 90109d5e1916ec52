// The contacts of a file, as vCards or as comma-separated values under names that address books give their columns.
import { readCsvRows } from '../../runtime/files/csv_rows.ts';
import { plainText } from '../../runtime/files/defused_cell.ts';
import type { LineFault } from '../../runtime/files/line_fault.ts';
import { readCards } from '../../runtime/files/vcard.ts';
import { invalidRequest } from '../errors/errors.ts';
import { type Columns, columnsOf, columnsOfRow, groupsCell, nameIn, noteIn, numbersIn } from './columns.ts';

/** A contact as it stands in a file, or what is wrong with it. */
export type FileRow =
  | { line: number; address: string; name: string; note: string | undefined; groups: readonly string[] }
  | LineFault;

/** Undefined where a part of a file was read without a row, so that others may have a turn. */
type FileStep = FileRow | undefined;

/** Longest value that is looked at: longer than any that a contact may have. */
const mostOfValue = 10_000;

const tooLong = (line: number): LineFault => ({
  line,
  error: `a value must have at most ${mostOfValue} characters`,
  code: 'too_long',
});

export const charactersOf = (values: readonly string[]): number =>
  values.reduce((sum, { length }) => sum + length, 0);

/** Google’s own groups begin with an asterisk, and stand between colons. Mailchimp puts quotation marks around tags. */
const groupsOf = (cell: string, hasTags: boolean) =>
  cell
    .split(hasTags ? /[;,]|:::/ : /;|:::/)
    .map((group) => group.trim().replace(/^"(.*)"$/, '$1'))
    .filter((group) => group !== '' && !group.startsWith('* '));

type Line = { line: number; cells: readonly string[] };

/** Lines that may stand above the one that names the columns: a title, a date. */
const mostAbove = 10;

/** Throws INVALID_REQUEST where nothing says which column is which. */
function columnsFor(above: readonly Line[]): Columns {
  const found = above.map(({ cells }) => columnsOfRow(cells)).find((columns) => columns !== undefined);
  if (found) return found;
  throw invalidRequest(
    `csv must name its columns on one of its first ${mostAbove} lines, a phone number and a name among them`,
  );
}

function* rowsOf({ line, cells }: Line, columns: Columns): Generator<FileStep> {
  const numbers = numbersIn(cells, columns);
  const groups = groupsCell(cells, columns);
  if (groups.length > mostOfValue) {
    yield tooLong(line);
    return;
  }
  for (const address of numbers.length > 0 ? numbers : [''])
    yield {
      line,
      address,
      name: nameIn(cells, columns),
      note: noteIn(cells, columns),
      groups: [...new Set(groupsOf(groups, columns.hasTags))],
    };
}

function* readCsv(text: string): Generator<FileStep> {
  let columns: Columns | undefined;
  const above: Line[] = [];
  const settle = function* (): Generator<FileStep> {
    columns = columnsFor(above);
    for (const line of above) yield* rowsOf(line, columns);
  };
  for (const row of readCsvRows(text)) {
    if (row === undefined || 'error' in row) {
      yield row;
      continue;
    }
    // Files that we wrote come back.
    const line = { line: row.line, cells: row.cells.map(plainText) };
    if (columns) {
      yield* rowsOf(line, columns);
      continue;
    }
    columns = columnsOf(line.cells);
    if (columns) continue;
    above.push(line);
    if (columnsOfRow(line.cells) || above.length === mostAbove) yield* settle();
  }
  if (!columns && above.length > 0) yield* settle();
}

function* readVcards(text: string): Generator<FileStep> {
  for (const found of readCards(text)) {
    if (found === undefined || 'error' in found) {
      yield found;
      continue;
    }
    const { line, card } = found;
    const { name, note, groups } = card;
    if (card.numbers.length === 0)
      yield { line, error: 'the card has no telephone number', code: 'number_missing' };
    // A card without a note says nothing about it.
    for (const address of card.numbers) yield { line, address, name, note: note || undefined, groups };
  }
}

/** A row that can be asked about: whatever it says is of a length that can be sent on. */
function held(row: FileStep): FileStep {
  if (row === undefined || 'error' in row) return row;
  const { line, address, name, note = '', groups } = row;
  if (address === '') return { line, error: 'the number is missing', code: 'number_missing' };
  if (name === '') return { line, error: 'the name is missing', code: 'name_missing' };
  const isLong = [address, name, note].some(({ length }) => length > mostOfValue);
  return isLong || charactersOf(groups) > mostOfValue ? tooLong(line) : row;
}

/** The rows of a file. Throws INVALID_REQUEST for a file that does not say which column is which. */
export function* readContacts(kind: 'csv' | 'vcard', text: string): Generator<FileStep> {
  for (const row of kind === 'csv' ? readCsv(text) : readVcards(text)) yield held(row);
}

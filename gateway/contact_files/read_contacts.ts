// The contacts of a file, as vCards or as comma-separated values under names that address books give their columns.
import { readCsvRows } from '../../runtime/files/csv_rows.ts';
import { plainText } from '../../runtime/files/defused_cell.ts';
import type { LineFault } from '../../runtime/files/line_fault.ts';
import { readCards } from '../../runtime/files/vcard.ts';
import { looksLikeNumber } from '../../runtime/texts/number_shape.ts';
import { invalidRequest } from '../errors/errors.ts';

/** A contact as it stands in a file, or what is wrong with it. */
export type FileRow =
  | { line: number; address: string; name: string; note: string | undefined; groups: readonly string[] }
  | LineFault;

/** Undefined where a part of a file was read without a row, so that others may have a turn. */
type FileStep = FileRow | undefined;

const names = {
  address: [
    ...['address', 'number', 'phone', 'phone number', 'mobile', 'mobile phone', 'cell', 'telephone'],
    ...[
      'phone 1 - value',
      'primary phone',
      'nummer',
      'telefon',
      'telefonnummer',
      'handy',
      'handynummer',
      'mobil',
    ],
    ...[
      'mobiltelefon',
      'numéro',
      'téléphone',
      'portable',
      'número',
      'teléfono',
      'móvil',
      'telefono',
      'cellulare',
    ],
  ],
  name: ['name', 'full name', 'display name', 'contact', 'nom', 'nombre', 'nome'],
  first: ['first name', 'given name', 'vorname', 'prénom'],
  last: ['last name', 'family name', 'surname', 'nachname'],
  note: ['note', 'notes', 'notiz', 'notizen', 'comment'],
  groups: ['groups', 'group', 'labels', 'group membership', 'categories', 'tags', 'gruppen', 'gruppe'],
} as const;

type Columns = Record<keyof typeof names, number>;

/** Longest value that is looked at: longer than any that a contact may have. */
const mostOfValue = 10_000;

const tooLong = (line: number): LineFault => ({
  line,
  error: `a value must have at most ${mostOfValue} characters`,
  code: 'too_long',
});

export const charactersOf = (values: readonly string[]): number =>
  values.reduce((sum, { length }) => sum + length, 0);

/** The columns by the names on the first line; undefined where it names none, and is a contact itself. */
function columnsOf(cells: readonly string[]): Columns | undefined {
  const head = cells.map((cell) => cell.trim().toLowerCase());
  const found = Object.fromEntries(
    Object.entries(names).map(([field, known]) => [
      field,
      // The first of the words that we know, not the first of the columns: a mobile phone before a fax.
      known.map((name) => head.indexOf(name)).find((index) => index >= 0) ?? -1,
    ]),
  ) as Columns;
  if (found.address >= 0 && Math.max(found.name, found.first, found.last) >= 0) return found;
  const place = cells
    .slice(0, 2)
    .map((cell) => cell.trim())
    .findIndex(looksLikeNumber);
  if (place >= 0 && cells.length >= 2)
    return { ...found, address: place, name: 1 - place, first: -1, last: -1, note: -1, groups: -1 };
  throw invalidRequest('csv must name its columns on the first line, address and name among them');
}

/** Google’s own groups begin with an asterisk, and stand between colons. */
const groupsOf = (cell: string) =>
  cell
    .split(/;|:::/)
    .map((group) => group.trim())
    .filter((group) => group !== '' && !group.startsWith('* '));

function* readCsv(text: string): Generator<FileStep> {
  let columns: Columns | undefined;
  for (const row of readCsvRows(text)) {
    if (row === undefined || 'error' in row) {
      yield row;
      continue;
    }
    // Files that we wrote come back.
    const cells = row.cells.map(plainText);
    if (columns === undefined) {
      columns = columnsOf(cells) as Columns;
      if (!looksLikeNumber((cells[columns.address] ?? '').trim())) continue;
    }
    const cell = (field: keyof Columns) => (cells[columns?.[field] ?? -1] ?? '').trim();
    if (cell('groups').length > mostOfValue) {
      yield tooLong(row.line);
      continue;
    }
    yield {
      line: row.line,
      address: cell('address'),
      name: cell('name') || [cell('first'), cell('last')].filter(Boolean).join(' '),
      note: columns.note < 0 ? undefined : cell('note'),
      groups: [...new Set(groupsOf(cell('groups')))],
    };
  }
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

// Which column of a file of contacts holds what, by the line that names them.
import {
  type ColumnField,
  fieldOfColumn,
  isLabelOf,
  type NumberKind,
  numberOfColumn,
  numberOfLabel,
  plainHead,
} from '../../runtime/files/column_words.ts';
import { looksLikeNumber } from '../../runtime/texts/number_shape.ts';

interface NumberColumn {
  at: number;
  kind: NumberKind;
  /** The column that says of each number what it is. */
  label: number | undefined;
}

/** The columns of a file. */
export interface Columns {
  numbers: readonly NumberColumn[];
  fields: Readonly<Partial<Record<ColumnField, number>>>;
  /** Whether commas part the groups: in a column of tags they do. */
  hasTags: boolean;
}

const nameFields: readonly ColumnField[] = ['full', 'name', 'first', 'last', 'company'];

/** The columns that a line names; undefined for a line that does not name a number and a name. */
export function columnsOf(cells: readonly string[]): Columns | undefined {
  const fields: Partial<Record<ColumnField, number>> = {};
  const numbers: NumberColumn[] = [];
  for (const [at, cell] of cells.entries()) {
    const kind = numberOfColumn(cell);
    const field = fieldOfColumn(cell);
    if (kind !== undefined) {
      const label = cells.findIndex((other) => isLabelOf(other, cell));
      numbers.push({ at, kind, label: label < 0 ? undefined : label });
    } else if (field !== undefined) fields[field] ??= at;
  }
  const sure = numbers.filter(({ kind }) => kind !== 'unsure');
  const isHead = numbers.length > 0 && nameFields.some((field) => fields[field] !== undefined);
  if (!isHead) return undefined;
  const hasTags = /^(tags?|lists)$/.test(plainHead(cells[fields.groups ?? -1] ?? ''));
  return { numbers: sure.length > 0 ? sure : numbers, fields, hasTags };
}

/** The columns of a file without names: one of its first two is a number, and the other a name. */
export function columnsOfRow(cells: readonly string[]): Columns | undefined {
  const at = cells
    .slice(0, 2)
    .map((cell) => cell.trim())
    .findIndex(looksLikeNumber);
  if (at < 0 || cells.length < 2) return undefined;
  const numbers: NumberColumn[] = [{ at, kind: 'phone', label: undefined }];
  return { numbers, fields: { full: 1 - at }, hasTags: false };
}

const cellAt = (cells: readonly string[], at: number | undefined) =>
  at === undefined ? '' : (cells[at] ?? '').trim();

/** The numbers of a row: its mobile ones where it has any, else all that take texts. Google puts several of a kind into one cell. */
export function numbersIn(cells: readonly string[], { numbers }: Columns): string[] {
  const found = numbers.flatMap(({ at, kind, label }) => {
    const labelled = cellAt(cells, label);
    const own = labelled === '' ? kind : numberOfLabel(labelled);
    const values = cellAt(cells, at)
      .split(':::')
      .map((number) => number.trim())
      .filter((number) => number !== '');
    return own === undefined ? [] : values.map((number) => ({ number, kind: own }));
  });
  const mobile = found.filter(({ kind }) => kind === 'mobile');
  return [...new Set((mobile.length > 0 ? mobile : found).map(({ number }) => number))];
}

/** The name of a row: as a whole, of its parts, or the company's. */
export function nameIn(cells: readonly string[], { fields }: Columns): string {
  const cell = (field: ColumnField) => cellAt(cells, fields[field]);
  const has = (field: ColumnField) => fields[field] !== undefined;
  const full = cell('full');
  if (full !== '') return full;
  // A column that is called name alone holds what the other one does not: "Name;Vorname", "Nome;Cognome".
  const [first, last] = [
    has('first') || !has('last') ? cell('first') : cell('name'),
    has('last') || !has('first') ? cell('last') : cell('name'),
  ];
  const whole = has('first') === has('last') ? cell('name') : '';
  return whole || [first, cell('middle'), last].filter(Boolean).join(' ') || cell('company');
}

/** Undefined where the file says nothing about notes. */
export const noteIn = (cells: readonly string[], { fields }: Columns): string | undefined =>
  fields.note === undefined ? undefined : cellAt(cells, fields.note);

export const groupsCell = (cells: readonly string[], { fields }: Columns): string =>
  cellAt(cells, fields.groups);

// The rows of a table as texts: which of its columns are the number and the text, or a template that the row's cells fill in.
import { numberOfColumn } from '../../../../runtime/files/column_words.ts';
import { plainText } from '../../../../runtime/files/defused_cell.ts';
import { looksLikeNumber } from '../../../../runtime/texts/number_shape.ts';
import { fieldName, fillIn } from '../../../../runtime/texts/template.ts';
import { instantOf } from '../../ui/local_time.ts';
import { bulk as say } from '../../words/en/bulk.ts';
import { BadFile, type Table } from './read_file.ts';

export interface Row {
  /** As people count: the line of a spreadsheet. */
  line: number;
  address: string;
  body: string;
  /** The cells by their columns' names, as a template has them. */
  fields: Record<string, string>;
  /** When it is to leave, as an instant or as it is written; null for what is chosen for all. */
  send_at: string | null;
}

const names = {
  body: ['body', 'text', 'message', 'sms', 'nachricht', 'mensaje', 'texte', 'testo', 'messaggio'],
  at: ['send_at', 'send at', 'leaves at', 'when', 'time'],
} as const;

/** The columns of a table; -1 for one that is not there. */
export interface Columns {
  address: number;
  /** The text; -1 where a template says it. */
  body: number;
  at: number;
  /** Whether the first line names them. */
  hasHead: boolean;
}

/** The most rows of one broadcast. */
const mostRows = 100_000;

/** A number of 53 bits for a text: the same file has the same one, and another file another one. */
export function hashOf(text: string, seed: number): string {
  let [a, b] = [0xdeadbeef ^ seed, 0x41c6ce57 ^ seed];
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    a = Math.imul(a ^ unit, 2_654_435_761);
    b = Math.imul(b ^ unit, 1_597_334_677);
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909);
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909);
  return (4_294_967_296 * (2_097_151 & b) + (a >>> 0)).toString(36);
}

/** As spreadsheets write a day and a time: by the reader's clock. */
const localForm = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d)?)$/;

/** Any other cell is left as it is: the service refuses it with the reason. */
function readAt(cell: string): string | null {
  const [, day, time] = localForm.exec(cell) ?? [];
  return cell === '' ? null : ((day && instantOf(`${day}T${time}`)) ?? cell);
}

/** A mobile number before any other. */
const addressOf = (head: readonly string[], body: number) => {
  const kinds = head.map((name, index) => (index === body ? undefined : numberOfColumn(name)));
  return (
    (['mobile', 'phone', 'unsure'] as const).map((kind) => kinds.indexOf(kind)).find((index) => index >= 0) ??
    -1
  );
};

const columnOf = (head: readonly string[], known: readonly string[]) =>
  head.findIndex((name) => known.includes(name.trim().toLowerCase()));

/** The columns by the first line's names; null where a person has to choose. A file of two columns needs no names. */
export function columnsOf({ rows: [head = []] }: Table): Columns | null {
  const body = columnOf(head, names.body);
  const address = addressOf(head, body);
  if (address >= 0 && body >= 0) return { address, body, at: columnOf(head, names.at), hasHead: true };
  const isNumber = looksLikeNumber(plainText(head[0] ?? ''));
  return head.length === 2 && isNumber ? { address: 0, body: 1, at: -1, hasHead: false } : null;
}

/** The template of rows whose text stands in a column. */
export const plainTemplate = '{text}';

/** The names of the columns, as a template has them. */
export const namesOf = ({ rows: [head = []] }: Table, { hasHead }: Pick<Columns, 'hasHead'>): string[] =>
  head.map((name, index) => (hasHead && name.trim() !== '' ? name.trim() : say.column(index + 1)));

/**
 * The rows of a table, and its name, by which the service knows them when it is chosen again; `again` makes it another one. A row's
 * text is its cell, or the template with its cells. Throws BadFile.
 */
export function readRows(
  source: Table,
  columns: Columns,
  again = '',
  template = plainTemplate,
): { file: string; rows: Row[] } {
  const { rows: table } = source;
  const { hasHead, address, body, at } = columns;
  // Files that we wrote come back.
  const cellOf = (cells: readonly string[], index: number) => plainText(cells[index] ?? '');
  const lines = hasHead ? table.slice(1) : table;
  if (lines.length === 0) throw new BadFile(say.noRows);
  if (lines.length > mostRows) throw new BadFile(say.tooManyRows(mostRows));
  const whole = JSON.stringify([lines, address, body, again, template]);
  const file = `bulk-${hashOf(whole, 1)}${hashOf(whole, 2)}`;
  const names = namesOf(source, columns).map(fieldName);
  const fieldsIn = (cells: readonly string[]) =>
    body >= 0
      ? { text: cellOf(cells, body) }
      : Object.fromEntries(names.map((name, index) => [name, cellOf(cells, index).trim()]));
  const rows = lines.map((cells, index) => {
    const fields = fieldsIn(cells);
    return {
      line: index + (hasHead ? 2 : 1),
      address: cellOf(cells, address).trim(),
      body: fillIn(template, new Map(Object.entries(fields))).body,
      fields,
      send_at: readAt(cellOf(cells, at).trim()),
    };
  });
  return { file, rows };
}

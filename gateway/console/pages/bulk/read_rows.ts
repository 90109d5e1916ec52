// A file of texts: which of its columns are the number and the text, and a name for each row.
import { parse } from 'papaparse';
import { plainText } from '../../../../runtime/defused_cell.ts';
import { instantOf } from '../../ui/local_time.ts';

export interface Row {
  /** As people count: the line of a spreadsheet. */
  line: number;
  address: string;
  body: string;
  client_ref: string;
  /** When it is to leave, as an instant or as it is written; null for what is chosen for all. */
  send_at: string | null;
}

const names = {
  address: ['address', 'number', 'phone', 'mobile', 'to', 'recipient'],
  body: ['body', 'text', 'message', 'sms'],
  ref: ['client_ref', 'ref', 'reference'],
  at: ['send_at', 'send at', 'leaves at', 'when', 'time'],
} as const;

/** The most rows of one file. At the rate that a session may send, that is a working day. */
const mostRows = 50_000;

/** What is wrong with a file as a whole. */
export class BadFile extends Error {}

/** A number of 53 bits for a text: the same file has the same one, and another file another one. */
function hashOf(text: string, seed: number): string {
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

/** What is no such time is left as it is: the service says what is wrong with it. */
function readAt(cell: string): string | null {
  const [, day, time] = localForm.exec(cell) ?? [];
  return cell === '' ? null : ((day && instantOf(`${day}T${time}`)) ?? cell);
}

const columnOf = (head: readonly string[], known: readonly string[]) =>
  head.findIndex((name) => known.includes(name.trim().toLowerCase()));

/** The rows of a CSV file, with or without a line of headings. Throws BadFile. */
export function readRows(text: string): { file: string; rows: Row[] } {
  const { data } = parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: 'greedy' });
  // Files that we wrote come back.
  const cellOf = (cells: readonly string[], index: number) => plainText(cells[index] ?? '');
  const [head = []] = data;
  const [address, body] = [columnOf(head, names.address), columnOf(head, names.body)];
  const hasHead = address >= 0 && body >= 0;
  if (!hasHead && head.length !== 2)
    throw new BadFile('The first line must name the columns: one is “number”, one is “text”.');
  const lines = hasHead ? data.slice(1) : data;
  if (lines.length === 0) throw new BadFile('The file has no rows.');
  if (lines.length > mostRows)
    throw new BadFile(`The file has more than ${mostRows.toLocaleString()} rows: split it.`);
  const file = `bulk-${hashOf(text, 1)}${hashOf(text, 2)}`;
  const ref = hasHead ? columnOf(head, names.ref) : -1;
  const at = hasHead ? columnOf(head, names.at) : -1;
  const rows = lines.map((cells, index) => ({
    line: index + (hasHead ? 2 : 1),
    address: cellOf(cells, hasHead ? address : 0).trim(),
    body: cellOf(cells, hasHead ? body : 1),
    client_ref: cellOf(cells, ref).trim() || `${file}-${index}`,
    send_at: readAt(cellOf(cells, at).trim()),
  }));
  return { file, rows };
}

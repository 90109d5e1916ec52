// A file as a table of texts: comma-separated values in whatever encoding a spreadsheet wrote them, or a spreadsheet itself.
import { parse, unparse } from 'papaparse';
import { saidSeparator } from '../../../../runtime/files/csv_rows.ts';
import { bulk as say } from '../../words/en/bulk.ts';

/** A file that cannot be used, with the reason. */
export class BadFile extends Error {}

/** A file as it was read. */
export interface Table {
  rows: string[][];
  /** How its bytes were read; null for a spreadsheet. */
  encoding: string | null;
  /** Whether the encoding is a guess that a person should look at. */
  isGuess: boolean;
}

/** Encodings that a file may be in that is not UTF-8, by the names that browsers give them. */
export const otherEncodings = [
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'macintosh',
] as const;

export type OtherEncoding = (typeof otherEncodings)[number];

const startsWith = (bytes: Uint8Array, ...first: number[]) =>
  first.every((byte, index) => bytes[index] === byte);

/** The words of a file, and how its bytes were read. */
export interface FileText extends Omit<Table, 'rows'> {
  text: string;
}

/** The character set that a vCard names; undefined for one that is not known here. */
function namedCharset(bytes: Uint8Array): string | undefined {
  const plain = new TextDecoder('windows-1252').decode(bytes);
  const name = /^BEGIN:VCARD/im.test(plain) ? /;CHARSET="?([\w-]+)/i.exec(plain)?.[1] : undefined;
  try {
    return name && new TextDecoder(name).encoding;
  } catch {
    return undefined;
  }
}

/** The words of a file: a mark at its beginning, its form or its own words say how they are encoded. */
function decode(bytes: Uint8Array, chosen?: OtherEncoding): FileText {
  const read = (encoding: string, isGuess = false) => ({
    text: new TextDecoder(encoding).decode(bytes),
    encoding,
    isGuess,
  });
  if (chosen !== undefined) return read(chosen);
  if (startsWith(bytes, 0xff, 0xfe)) return read('utf-16le');
  if (startsWith(bytes, 0xfe, 0xff)) return read('utf-16be');
  try {
    return {
      text: new TextDecoder('utf-8', { fatal: true }).decode(bytes),
      encoding: 'utf-8',
      isGuess: false,
    };
  } catch {
    const named = namedCharset(bytes);
    return named === undefined ? read('windows-1252', true) : read(named);
  }
}

/** The words of a file that is no spreadsheet. */
const decodeFile = async (file: Blob, encoding?: OtherEncoding): Promise<FileText> =>
  decode(new Uint8Array(await file.arrayBuffer()), encoding);

/** A cell of a spreadsheet as it would be typed. Its days and times are nobody's zone. */
function textOf(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 16);
  return cell === null || cell === undefined ? '' : String(cell);
}

/** Spreadsheets begin as every ZIP file does. */
const isSpreadsheet = (bytes: Uint8Array) => startsWith(bytes, 0x50, 0x4b, 0x03, 0x04);

async function readSpreadsheet(file: Blob): Promise<Table> {
  // The library is loaded when somebody chooses a spreadsheet.
  const { readSheet } = await import('read-excel-file/browser');
  try {
    const rows = (await readSheet(file)).map((cells) => cells.map(textOf));
    return {
      rows: rows.filter((cells) => cells.some((cell) => cell !== '')),
      encoding: null,
      isGuess: false,
    };
  } catch {
    throw new BadFile(say.badSheet);
  }
}

/** Reads a file; `encoding` is what a person chose. Throws BadFile. */
export async function readTable(file: Blob, encoding?: OtherEncoding): Promise<Table> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isSpreadsheet(bytes)) return readSpreadsheet(file);
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw new BadFile(say.oldSheet);
  const { text, ...how } = decode(bytes, encoding);
  const { separator: delimiter = '', length = 0 } = saidSeparator(text) ?? {};
  const { data: rows } = parse<string[]>(text.slice(length), { skipEmptyLines: 'greedy', delimiter });
  return { rows, ...how };
}

/**
 * The words of a file of contacts or opt-outs: vCards as they are, and any table as comma-separated values, line for line, whatever
 * program wrote it. `encoding` is what a person chose. Throws BadFile.
 */
export async function wordsOf(file: File, encoding?: OtherEncoding): Promise<FileText> {
  if (!/\.xlsx?$/i.test(file.name)) return decodeFile(file, encoding);
  const { rows, ...how } = await readTable(file);
  return { text: unparse(rows), ...how };
}

// A file as a table of texts: comma-separated values in whatever encoding a spreadsheet wrote them, or a spreadsheet itself.
import { parse, unparse } from 'papaparse';
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

/** The words of a file: a mark at its beginning or its form says how they are encoded. */
function decode(bytes: Uint8Array, chosen?: OtherEncoding): { text: string } & Omit<Table, 'rows'> {
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
    return read('windows-1252', true);
  }
}

/** The words of a file that is no spreadsheet. */
export const decodeFile = async (file: Blob): Promise<string> =>
  decode(new Uint8Array(await file.arrayBuffer())).text;

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
  return { rows: parse<string[]>(text, { skipEmptyLines: 'greedy' }).data, ...how };
}

/** A table as comma-separated values, line for line, whatever program wrote it. Throws BadFile. */
export const csvOf = async (file: File): Promise<string> =>
  /\.xlsx?$/i.test(file.name) ? unparse((await readTable(file)).rows) : decodeFile(file);

// The product imports what it exports: each text comes back as it was, in files as they are
// and as spreadsheets save them. No cell of a file is a formula, whatever the separator.
import * as fc from 'fast-check';
import { parse, unparse } from 'papaparse';
import { expect, test } from 'vitest';
import { readTable } from '../../gateway/console/pages/bulk/read_file.ts';
import { type Columns, columnsOf, readRows } from '../../gateway/console/pages/bulk/read_rows.ts';
import { csvHead, csvRow } from '../../gateway/edge/answers/csv.ts';
import { readCsv } from '../../server/app/opt_outs/read_csv.ts';

/** Texts of separators, quotes and signs that calculate, and any others. */
const anyText = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'=+-@\'",;\t\r\n |a1＝'), maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const numbers = fc.stringMatching(/^\+[1-9]\d{6,12}$/);
const runs = { numRuns: 3_000 };

/** The file that a spreadsheet saves after it read `csv`: with another separator and a byte order mark. */
const savedAgain = (csv: string, delimiter: string): string =>
  `\uFEFF${unparse(parse<string[]>(csv, { delimiter: ',', skipEmptyLines: true }).data, { delimiter, newline: '\r\n' })}`;

test('Bulk imports any text that an export wrote', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(numbers, anyText), { minLength: 1, maxLength: 4 }), async (texts) => {
      const csv = csvHead(['address', 'body']) + texts.map(csvRow).join('');
      for (const file of [csv, `\uFEFF${csv}`, savedAgain(csv, ';'), savedAgain(csv, '\t')]) {
        const table = await readTable(new Blob([file]));
        const { rows } = readRows(table, columnsOf(table) as Columns);
        expect(rows.map(({ address, body }) => [address, body])).toEqual(texts);
      }
    }),
    runs,
  );
});

test('the import of opt-outs accepts any number that an export wrote', () => {
  fc.assert(
    fc.property(fc.array(numbers, { maxLength: 4 }), (addresses) => {
      const rows = addresses.map((address) => csvRow([address, '2026-11-22T14:08:46.022Z', 'keyword']));
      const csv = csvHead(['address', 'since', 'source']) + rows.join('');
      for (const file of [csv, `\uFEFF${csv}`, savedAgain(csv, ';'), csv.replaceAll('\r\n', '\n')])
        expect(readCsv(file)).toEqual(addresses.map((address, n) => ({ line: n + 2, address })));
    }),
    runs,
  );
});

test.each([',', ';', '\t'])('no cell is a formula in a file that is split by %j', (delimiter) => {
  fc.assert(
    fc.property(fc.array(anyText, { minLength: 1, maxLength: 4 }), (texts) => {
      const cells = parse<string[]>(csvRow(texts), { delimiter, newline: '\r\n' }).data.flat();
      expect(cells.filter((cell) => /^[=+\-@＝＋－＠]/.test(cell))).toEqual([]);
      const own = parse<string[]>(csvRow(texts), { delimiter: ',', newline: '\r\n' }).data.flat();
      expect(own.filter((cell) => /^[\t\r\n]/.test(cell))).toEqual([]);
      // Spreadsheets split like this: a quotation mark closes, and the rest up to the separator belongs to the cell.
      const pieces = csvRow(texts)
        .split(/[,;\t\r\n]/)
        .map((piece) => piece.replace(/^"+/, ''));
      expect(pieces.filter((piece) => /^[=+\-@＝＋－＠]/.test(piece))).toEqual([]);
    }),
    runs,
  );
});

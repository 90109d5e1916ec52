// Files of comma-separated values: each row is found on its line, and one that cannot be read harms no other.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCsvRows } from './csv_rows.ts';

const read = (text: string) => [...readCsvRows(text)];
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

test('rows that are written are read again, on their lines, whatever stands in them', () => {
  const cell = fc.string({
    unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r\n', ' ', '😀'),
    maxLength: 12,
  });
  const row = fc.tuple(fc.constant('x'), cell, cell);
  fc.assert(
    fc.property(fc.array(row, { minLength: 1 }), fc.constantFrom('\n', '\r\n', '\r'), (rows, end) => {
      // The first line says by what values are separated.
      const text = ['a,b,c', ...rows.map((cells) => cells.map(quoted).join(','))].join(end);
      const found = read(text);
      expect(found.slice(1).map((one) => 'cells' in one && one.cells)).toEqual(rows);
      let line = 2;
      for (const [index, one] of found.slice(1).entries()) {
        expect(one.line).toBe(line);
        line += 1 + (rows[index]?.join('').match(/\r\n|\n|\r/g) ?? []).length;
      }
    }),
  );
});

test('any text is read to its end', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', '\t'), maxLength: 60 }),
      (text) => {
        const lines = read(text).map(({ line }) => line);
        expect(lines).toEqual([...new Set(lines)].toSorted((a, b) => a - b));
      },
    ),
  );
});

test.each([
  [
    'a;b\n1;2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a\tb\n1\t2,3',
    [
      ['a', 'b'],
      ['1', '2,3'],
    ],
  ],
  [
    '\uFEFFa,b\r\n\r\n,\r\n1, "2"',
    [
      ['a', 'b'],
      ['1', ' "2"'],
    ],
  ],
  ['"a;""b";c', [['a;"b', 'c']]],
])('%j', (text, rows) => {
  expect(read(text).map((one) => 'cells' in one && one.cells)).toEqual(rows);
});

test('a quotation mark that nobody closed is named by its line', () => {
  expect(read('a,b\n"1,2\n3,4\n"5"x,6\n"7\n8",9')).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, error: 'a quotation mark is not closed', code: 'quote_open' },
    { line: 3, cells: ['3', '4'] },
    { line: 4, error: 'a quotation mark is not closed', code: 'quote_open' },
    { line: 5, cells: ['7\n8', '9'] },
  ]);
});

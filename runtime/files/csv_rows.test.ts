// Files of comma-separated values: each row is found on its line, and one that cannot be read harms no other.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mostCellCharacters, mostCells, readCsvRows } from './csv_rows.ts';

const read = (text: string) => [...readCsvRows(text)].filter((row) => row !== undefined);
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

const megabytes = 4 * 1_024 * 1_024;
/** How many steps a file is read in, and how many values they have. */
function workOf(text: string): { steps: number; values: number } {
  let [steps, values] = [0, 0];
  for (const row of readCsvRows(text)) {
    steps++;
    if (row && 'cells' in row) values += row.cells.length;
  }
  return { steps, values };
}

test('a line has at most 1000 values, and of one that has more none is kept', () => {
  const line = (cells: number) => `${'a,'.repeat(cells - 1)}b\n`;
  const [whole, long, next] = read(`${line(mostCells)}${line(mostCells + 1)}c,d`);
  expect(whole).toMatchObject({ line: 1, cells: { length: mostCells } });
  expect(long).toEqual({ line: 2, error: 'a line must have at most 1000 values', code: 'too_long' });
  expect(next).toEqual({ line: 3, cells: ['c', 'd'] });
});

test.each([
  ['a line of commas', ','.repeat(megabytes)],
  ['commas between names', 'a,'.repeat(megabytes / 2)],
  ['empty lines', '\n'.repeat(megabytes)],
  ['a value of new lines', `"${'\n'.repeat(megabytes)}"`],
  ['lines of commas', `${','.repeat(999)}\n`.repeat(megabytes / 1_000)],
])('%s of 4 MB is read in turns, and at most 1000 values are made in one', (_name, text) => {
  const { steps, values } = workOf(text);
  expect(values).toBeLessThanOrEqual(steps * mostCells);
  expect(values).toBeLessThanOrEqual(mostCells);
});

test('others have a turn at each 64 KiB of lines that hold nothing', () => {
  expect(workOf('\n'.repeat(megabytes)).steps).toBe(64);
});

test.each([
  ['plain', (text: string) => text],
  ['quoted', (text: string) => `"${text}"`],
])(
  'a %s value has its bound; the line of a longer one is refused, and the next one is read',
  (_, written) => {
    const lineOf = (length: number) => read(`a,b\n${written('x'.repeat(length))},1\nnext,2\n`).slice(1);
    expect(lineOf(mostCellCharacters)).toEqual([
      { line: 2, cells: ['x'.repeat(mostCellCharacters), '1'] },
      { line: 3, cells: ['next', '2'] },
    ]);
    expect(lineOf(mostCellCharacters + 1)).toEqual([
      { line: 2, error: `a value must have at most ${mostCellCharacters} characters`, code: 'too_long' },
      { line: 3, cells: ['next', '2'] },
    ]);
  },
);

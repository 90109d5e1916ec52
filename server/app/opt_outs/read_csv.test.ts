import { expect, test } from 'vitest';
import { readCsv } from './read_csv.ts';

test('a file has 10,000 lines beside its head, and one more is refused, blank ones among them', () => {
  const lines = (count: number) => Array(count).fill('+15005550006').join('\r\n');
  for (const file of [lines(10_000), `address\n${lines(10_000)}\n`, `\uFEFFaddress\r${lines(10_000)}`])
    expect(readCsv(file)).toHaveLength(10_000);
  for (const file of [lines(10_001), `address\n${lines(10_001)}`, '\n'.repeat(10_002), '1\n'.repeat(524_288)])
    expect(() => readCsv(file)).toThrow('csv must have at most 10000 lines');
});

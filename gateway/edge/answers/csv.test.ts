import { expect, test } from 'vitest';
import { csvRow } from './csv.ts';

test.each<[string | number | boolean | null, string]>([
  ['plain', '"plain"'],
  ['', '""'],
  [null, ''],
  [7, '7'],
  [-7, '-7'],
  [false, 'false'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['=1+1', `"'=1+1"`],
  ['+15005550006', `"'+15005550006"`],
  ['-1', `"'-1"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['＝1', `"'＝1"`],
  ['\tx', `"'\tx"`],
  ['\rx', `"'\rx"`],
  ['\n=1', `"'\n'=1"`],
  ["'=1", `"''=1"`],
  ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ['a;=1', `"a;'=1"`],
  ['a;"=1', `"a;""'=1"`],
  ['a=1', '"a=1"'],
  [' =1', '" =1"'],
])('%j is written as %j', (value, written) => {
  expect(csvRow([value])).toBe(`${written}\r\n`);
});

test('values stand between commas, and a row ends as the RFC says', () => {
  expect(csvRow(['a', null, 1, 'b,c'])).toBe('"a",,1,"b,c"\r\n');
});

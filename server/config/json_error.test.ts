import { expect, test } from 'vitest';
import { describeJsonError } from './config_carriers.ts';

test.each([
  ['a word that is none', '{\n  "a": yes\n}\n', 'line 2'],
  ['a comma too many', '{\n  "a": 1,\n}\n', 'line 3'],
  ['a comma that is missing', '{\n  "a": 1\n  "b": 2\n}\n', 'line 3'],
  ['a name without quotes', '{\n\n  a: 1\n}\n', 'line 3'],
  ['something behind it', '{}\n{}\n', 'line 2'],
  ['a line break within a text', '{\n  "a": "b\n"}\n', 'line 2'],
  ['the error in a long text', `{\n${'  "a": [1, 2],\n'.repeat(5_000)}  "b": canary\n}`, 'line 5002'],
  ['nothing at all', '', 'it ends too early'],
  ['a brace that is missing', '{\n  "a": {\n', 'line 3'],
])('%s is found by its line', (_name, text, place) => {
  expect(describeJsonError(text)).toBe(`is not JSON: ${place}`);
});

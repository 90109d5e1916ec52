// The guide on opt-outs lists the keywords that are understood, and no others.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keywordLanguages } from '../../server/domain/opt_outs/keyword_words.ts';

const guide = readFileSync(join(import.meta.dirname, '../../gateway/docs/guides/opt-outs.md'), 'utf8');
const cell = (words: readonly string[]) => (words.length > 0 ? words.join(', ') : '–');

test('the guide’s table of keywords is the one that texts are compared with', () => {
  const listed = guide.split('\n').filter((line) => /^\| `[a-z]{2}` \|/.test(line));
  const known = keywordLanguages.map(
    ({ language, stop, start, help, leftOut }) =>
      `| \`${language}\` | ${cell(stop)} | ${cell(start)} | ${cell(help)} | ${cell(leftOut)} |`,
  );
  expect(listed).toEqual(known);
});

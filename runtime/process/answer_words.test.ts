// A program whose settings are environment variables starts only where nobody typed a word that means nothing to it.
import { expect, test } from 'vitest';
import { readVersion } from '../version.ts';
import { answerWords } from './answer_words.ts';

function type(...words: string[]) {
  const said = { out: '', error: '' };
  const code = answerWords(['node', 'main.js', ...words], {
    stdout: { write: (text: string) => (said.out += text) },
    stderr: { write: (text: string) => (said.error += text) },
  } as never);
  return { code, ...said };
}

test('it starts without words, and answers --version and --help', () => {
  expect(type()).toEqual({ code: null, out: '', error: '' });
  expect(type('--version')).toEqual({ code: 0, out: `${readVersion()}\n`, error: '' });
  expect(type('--help')).toMatchObject({ code: 0, error: '' });
  expect(type('-h').out).toContain('environment variables');
});

test.each([[['--port', '80']], [['start']], [['--version', 'x']], [['']]])('%j is refused', (words) => {
  const { code, out, error } = type(...words);
  expect([code, out]).toEqual([1, '']);
  expect(error).toContain('see --help');
});

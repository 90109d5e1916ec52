// Keywords: exactly the words that were promised, however they are written, and nothing that merely holds one.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isNearStop, keywordOf, plainWords } from './keyword.ts';

const read = (body: string) => keywordOf(plainWords(body));
const isNear = (body: string) => isNearStop(plainWords(body));

const stops = [
  ...['STOP', 'STOPALL', 'STOP ALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT', 'OPT OUT'],
];
const kinds = { stop: stops, start: ['START', 'YES', 'UNSTOP'], help: ['HELP', 'INFO'] };
const words = Object.entries(kinds).flatMap(([kind, of]) => of.map((word) => [word, kind] as const));

test.each(words)('%s alone is %s', (word, kind) => {
  expect(read(word)).toBe(kind);
});

/** A word in any case, with white space around it and punctuation after it. */
const written = fc
  .tuple(
    fc.constantFrom(...words),
    fc.array(fc.boolean(), { minLength: 11, maxLength: 11 }),
    fc.stringMatching(/^[ \t\r\n\u00a0]{0,5}$/),
    fc.stringMatching(/^[.!?,;:… ]{0,5}$/),
  )
  .map(([[word, kind], cases, before, after]) => {
    const mixed = [...word].map((letter, index) => (cases[index] ? letter.toLowerCase() : letter)).join('');
    return { body: `${before}${mixed}${after}`, kind };
  });

test('case, outer white space and final punctuation change nothing', () => {
  fc.assert(fc.property(written, ({ body, kind }) => read(body) === kind));
});

test('a word with any other beside it is no keyword', () => {
  const other = fc.stringMatching(/^[a-z0-9äé]{1,12}$/).filter((word) => word !== 'all' && word !== 'out');
  fc.assert(
    fc.property(fc.constantFrom(...words), other, ([word], beside) => {
      expect([read(`${word} ${beside}`), read(`${beside} ${word}`)]).toEqual([null, null]);
    }),
  );
});

test('no text breaks it, and one that is no keyword is none when it is plain already', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (body) => {
      const plain = plainWords(body);
      expect(plainWords(plain)).toBe(plain);
      expect(keywordOf(plain)).toBe(read(body));
      isNearStop(plain);
    }),
  );
});

describe('a near miss', () => {
  test.each([
    'stop please',
    'Please stop.',
    'STOP!! texting me',
    'stpo',
    'Stopp',
    'please unsubscribe me',
    'can i opt out?',
  ])('%s comes near a stop and is none', (body) => expect([read(body), isNear(body)]).toEqual([null, true]));

  test.each([
    '',
    '!!!',
    'the end',
    'I will meet you at the bus stop at noon',
    'step',
    'shop',
    'edn',
    'see you',
  ])('%j is left alone', (body) => expect([read(body), isNear(body)]).toEqual([null, false]));

  test('a text is looked at up to 100 characters', () => {
    expect(read(`${' '.repeat(200)}stop`)).toBe('stop');
    expect([plainWords('a'.repeat(100)), plainWords('a'.repeat(101))]).toEqual(['a'.repeat(100), '']);
  });
});

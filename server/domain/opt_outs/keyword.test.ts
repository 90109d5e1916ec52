// Keywords: exactly the words that were promised, however they are written, and nothing that merely holds one.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isNearStop, keywordOf, plainWords } from './keyword.ts';
import { keywordLanguages } from './keyword_words.ts';
import { innocentSentences } from './testing/innocent_sentences.ts';

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

const languages = keywordLanguages.map((language) => [language.language, language] as const);

test.each(languages)(
  'the words of %s are its keywords, and those that are answers besides are none',
  (_, language) => {
    for (const kind of ['stop', 'start', 'help'] as const)
      for (const word of language[kind]) expect([word, read(word)]).toEqual([word, kind]);
    for (const word of language.leftOut) {
      const isOfAnother = keywordLanguages.some(({ stop, start, help }) =>
        [...stop, ...start, ...help].includes(word),
      );
      expect([word, isOfAnother ? null : read(word)]).toEqual([word, null]);
    }
  },
);

test('there are words of ten languages besides English, and each means one thing', () => {
  expect(keywordLanguages.length).toBeGreaterThan(10);
  const all = keywordLanguages.flatMap(({ stop, start, help }) =>
    (
      [
        ['stop', stop],
        ['start', start],
        ['help', help],
      ] as const
    ).flatMap(([kind, of]) => of.map((word) => [plainWords(word), kind] as const)),
  );
  for (const [word, kind] of all) expect([word, keywordOf(word)]).toEqual([word, kind]);
});

test.each([
  ['\u200estop', 'stop'],
  ['\u2066STOP\u2069', 'stop'],
  ['s\u200btop', 'stop'],
  ['\u202bהסר\u202c', 'stop'],
  ['ＳＴＯＰ', 'stop'],
  ['"STOP"', 'stop'],
  ['*STOP*', 'stop'],
  ['STOP 🛑', 'stop'],
  ['¡Baja!', 'stop'],
  ['ARRET', 'stop'],
  ['Arrêt.', 'stop'],
  ['ARRE\u0302T', 'stop'],
  ['İPTAL', 'stop'],
  ['IPTAL', 'stop'],
  ['ıptal', 'stop'],
  ['ΔΙΑΚΟΠΗ', 'stop'],
  ['διακοπη', 'stop'],
  ['СТОП', 'stop'],
  ['HJAELP', 'help'],
  ['yardim', 'help'],
])('%j is %s', (body, kind) => {
  expect(read(body)).toBe(kind);
});

test('both forms of sigma are one letter', () => {
  expect(plainWords('ΤΈΛΟΣ')).toBe(plainWords('τελος'));
  expect(plainWords('τέλοσ')).toBe(plainWords('τελος'));
});

test('300 sentences with "stop" in them that ask for none stop nothing', () => {
  expect(new Set(innocentSentences).size).toBeGreaterThanOrEqual(300);
  for (const body of innocentSentences) {
    expect(body.toLowerCase()).toContain('stop');
    expect([body, read(body)]).toEqual([body, null]);
  }
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
    'Stoop',
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

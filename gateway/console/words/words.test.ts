// The catalogues: every language has every word, with the same places for what is filled in.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { catalogue } from './de/catalogue.ts';
import { money, number } from './formats.ts';
import { inLanguage, speak } from './language.ts';

type Word = string | ((...values: never[]) => string);
interface Words {
  [name: string]: Word | Words;
}

const englishOf = async (subject: string): Promise<Words> =>
  Object.values((await import(`./en/${subject}.ts`)) as Record<string, Words>)[0] as Words;

/** Every word with its path, as `steps.title`. */
const wordsIn = (words: Words, path = ''): [path: string, word: Word][] =>
  Object.entries(words).flatMap(([name, word]) =>
    typeof word === 'object' ? wordsIn(word, `${path}${name}.`) : [[path + name, word] as [string, Word]],
  );

/** Stands for a number or for a text. */
const standFor = (digits: number) => Object.assign(Object(digits), { toLowerCase: () => String(digits) });

/** A word as it is said, with values that are found again. */
const said = (word: Word): string =>
  typeof word === 'string'
    ? word
    : word(...(Array.from({ length: word.length }, (_, at) => standFor(71 + at)) as never[]));

/** What is filled in: the page's parts, the tags around words, and the values. */
const placesIn = (word: Word): string[] =>
  [...said(word).matchAll(/\{\w+\}|<\/?\w+>|7[1-9]/g)].map(([place]) => place).toSorted();

const subjects = readdirSync(join(import.meta.dirname, 'en'))
  .map((file) => file.replace(/\.ts$/, ''))
  .filter((subject) => subject !== 'plural');
const german = catalogue as unknown as Record<string, Words>;
const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Words that both languages write in the same way. */
const sameInBoth = new Set([
  ...[
    'ID',
    'Text',
    'Status',
    'Name',
    'Team',
    'Limits',
    'Sandbox',
    'Webhooks',
    'Incoming webhooks',
    'Passkeys',
    'Navigation',
    'SIM',
    'App',
    'Agent',
    'Person',
  ],
  ...[
    'Admin',
    'Version',
    'Core',
    'Gateways',
    'Code',
    'Offline',
    'Online',
    'Caddy',
    'shop',
    'Pause',
    'Signal',
  ],
  ...['ms', 'min', 'MB', 'GB'],
]);

afterEach(() => speak('en', {}));

test('German has the subjects of English, and no other', () => {
  expect(Object.keys(german).toSorted()).toEqual(subjects.map(camel).toSorted());
});

describe.each(subjects)('%s', (subject) => {
  test('has every word in German, with the same places, and none empty', async () => {
    const english = wordsIn(await englishOf(subject));
    const others = new Map(wordsIn(german[camel(subject)] ?? {}));
    expect([...others.keys()].toSorted()).toEqual(english.map(([path]) => path).toSorted());
    for (const [path, word] of english) {
      const other = others.get(path) ?? '';
      expect([path, placesIn(other)]).toEqual([path, placesIn(word)]);
      expect([path, said(word).trim() !== '', said(other).trim() !== '']).toEqual([path, true, true]);
    }
  });

  test('is German in German, but for words that are the same', async () => {
    const others = new Map(wordsIn(german[camel(subject)] ?? {}));
    const left = wordsIn(await englishOf(subject)).filter(([path, word]) => {
      const bare = said(word)
        .replace(/\{\w+\}|<\/?\w+>|7[1-9]|,/g, '')
        .trim();
      return /\p{L}{2}/u.test(bare) && !sameInBoth.has(bare) && said(word) === said(others.get(path) ?? '');
    });
    expect(left.map(([path, word]) => `${path}: ${said(word)}`)).toEqual([]);
  });
});

test('a chosen language takes the place of English at once, and English comes back', () => {
  const english = inLanguage('door', { welcome: 'Welcome' });
  speak('de', { door: { welcome: 'Willkommen' } });
  expect(english.welcome).toBe('Willkommen');
  speak('en', {});
  expect(english.welcome).toBe('Welcome');
});

test('numbers and amounts follow the language', () => {
  expect(number(1_234.5)).toBe('1,234.5');
  speak('de', {});
  expect(number(1_234.5)).toBe('1.234,5');
  expect(money(1_250, 'eur')).toMatch(/^12,50\s€$/);
});

// The language of the console, and what its words are in it. The catalogue of another language takes the place of the English
// words of each subject.

import type { English } from './english.ts';

/** The languages that there are, each by its own name. */
export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

export type Catalogue = Readonly<Record<string, object>>;

let current: Language = 'en';
let catalogue: Catalogue = {};
const listeners = new Set<() => void>();

export const isLanguage = (value: unknown): value is Language =>
  typeof value === 'string' && Object.hasOwn(languages, value);

/** The words of a subject: these, or those of the language that is chosen. They are read when they are shown, never before. */
export const inLanguage = <Words extends object>(subject: string, english: Words): Words =>
  new Proxy(english, { get: (words, key) => Reflect.get(catalogue[subject] ?? words, key) });

export const language = (): Language => current;

/** The browser's own form of the language, as de-AT for de: dates and numbers follow it. */
export const locale = (): string =>
  navigator.languages.find((each) => each.split('-')[0] === current) ?? current;

/** Shows the console in a language, with its catalogue; English needs none. */
export function speak(next: Language, words: Catalogue): void {
  catalogue = words;
  current = next;
  for (const listener of listeners) listener();
}

export function subscribeLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The word that has this name; another where there is none, which is the name itself unless it is given. */
export const wordOf = (words: object, name: string, other = name): string =>
  Object.hasOwn(words, name) ? String(Reflect.get(words, name)) : other;

/** A sentence of the service, which is in English and says most; in other languages the words for it, where there are some. */
export const served = (sentence: English | string, words: string | null): string =>
  current === 'en' || words === null ? String(sentence) : words;

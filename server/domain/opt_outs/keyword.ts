// Keywords: received texts that ask to get no more texts, to get texts again, or for help. Only a text that is nothing
// but such a word is acted on; a text that comes near a stop is marked for people to look at.

import { keywordLanguages } from './keyword_words.ts';

export const keywords = ['stop', 'start', 'help', 'maybe_stop'] as const;
export type Keyword = (typeof keywords)[number];

/**
 * The version of these rules, which each received text is stored with. A text without a version was stored by a core
 * from before there were versions, and is judged again: see keywords.ts.
 */
export const keywordRules = 1;

/** The kinds of keywords that an account may set an answer for. */
export type AnsweredKeyword = Exclude<Keyword, 'maybe_stop'>;

/** Longest word that an account may add, in code points. */
export const maxWordLength = 20;
/** Most words that an account may add. */
export const maxWords = 20;

/** Longest text that is looked at, in UTF-16 units: no keyword is near as long. */
const maxLength = 100;

/** Accents, points and vowel signs of alphabets in which words stay the same without them. */
const accents = /[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u064b-\u065f\u0670]/g;
/** Letters that people who lack them write otherwise, and that no normal form takes apart. */
const letters: Readonly<Record<string, string>> = {
  ...{ ı: 'i', ς: 'σ', ł: 'l', ø: 'o', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe' },
};
const otherLetters = new RegExp(`[${Object.keys(letters).join('')}]`, 'g');
/** What stands around a word without being part of it: spaces, punctuation, quotation marks, emoji. */
const around = /^[\p{P}\p{S}\p{M}\s]+|[\p{P}\p{S}\p{M}\s]+$/gu;

/**
 * The whole body as keywords are compared: without case, accents and invisible characters, both i of Turkish and both forms of
 * sigma alike, white space within it as one space, and none of it, nor punctuation, around it. Empty for a text that is too long
 * to be a keyword.
 */
export function plainWords(body: string): string {
  const trimmed = body.trim();
  if (trimmed.length > maxLength) return '';
  const visible = trimmed.normalize('NFKC').replace(/\p{Cf}/gu, '');
  const plain = visible.toLowerCase().normalize('NFD').replace(accents, '');
  const same = plain.replace(otherLetters, (letter) => letters[letter] as string).normalize('NFC');
  return same.replace(around, '').replace(/\s+/gu, ' ');
}

const meanings: ReadonlyMap<string, AnsweredKeyword> = new Map(
  (['stop', 'start', 'help'] as const).flatMap((kind) =>
    keywordLanguages.flatMap((language) => language[kind].map((word) => [plainWords(word), kind] as const)),
  ),
);

/** The keyword that plain words are; null for none. */
export const keywordOf = (plain: string): AnsweredKeyword | null => meanings.get(plain) ?? null;

/** A received body as it is judged: its plain words, and their keyword among those that every account understands. */
export function readKeyword(body: string): { plainWords: string; commonKeyword: Keyword | null } {
  const plain = plainWords(body);
  return { plainWords: plain, commonKeyword: keywordOf(plain) ?? (isNearStop(plain) ? 'maybe_stop' : null) };
}

/** Words that in a short sentence are more often about texts than about anything else. */
const unmistakable = new Set(['stop', 'stopall', 'unsubscribe', 'optout']);
const mostWords = 5;
/** The words of English alone: in other languages a swapped letter often makes another word. */
const misspeltStops = keywordLanguages.find(({ language }) => language === 'en')?.stop ?? [];
/** Shorter words are too close to other words and to names. */
const shortestMisspelt = 4;

/** Whether `typed` is `word` with two neighbouring letters swapped, or with one letter too many. */
function isMisspelt(typed: string, word: string): boolean {
  if (word.length < shortestMisspelt) return false;
  let at = 0;
  while (at < word.length && typed[at] === word[at]) at++;
  if (typed.length === word.length + 1) return typed.slice(at + 1) === word.slice(at);
  return (
    typed.length === word.length &&
    at < word.length - 1 &&
    typed[at] === word[at + 1] &&
    typed[at + 1] === word[at] &&
    typed.slice(at + 2) === word.slice(at + 2)
  );
}

/** Whether plain words that are no keyword come near a stop: "please stop", "stop texting me", "stpo". */
export function isNearStop(plain: string): boolean {
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  if (words.length === 0 || words.length > mostWords) return false;
  if (words.some((word) => unmistakable.has(word)) || /\bopt out\b/.test(words.join(' '))) return true;
  return words.length === 1 && misspeltStops.some((word) => isMisspelt(words[0] as string, word));
}

// Keywords: received texts that ask to get no more texts, to get texts again, or for help. Only a text that is nothing
// but such a word is acted on; a text that comes near a stop is marked for people to look at.

export const keywords = ['stop', 'start', 'help', 'maybe_stop'] as const;
export type Keyword = (typeof keywords)[number];

/**
 * The version of these rules, which each received text is stored with. A text without a version was stored by a core
 * from before there were versions, and is judged again: see keywords.ts.
 */
export const keywordRules = 1;

/** The kinds of keywords that an account may set an answer for. */
export type AnsweredKeyword = Exclude<Keyword, 'maybe_stop'>;

const wordsOf: Readonly<Record<AnsweredKeyword, readonly string[]>> = {
  stop: [
    'stop',
    'stopall',
    'stop all',
    'unsubscribe',
    'cancel',
    'end',
    'quit',
    'revoke',
    'optout',
    'opt out',
  ],
  start: ['start', 'yes', 'unstop'],
  help: ['help', 'info'],
};
const meanings: ReadonlyMap<string, AnsweredKeyword> = new Map(
  (['stop', 'start', 'help'] as const).flatMap((kind) => wordsOf[kind].map((word) => [word, kind] as const)),
);

/** Longest word that an account may add, in code points. */
export const maxWordLength = 20;
/** Most words that an account may add. */
export const maxWords = 20;

/** Longest text that is looked at, in UTF-16 units: no keyword is near as long. */
const maxLength = 100;

/**
 * The whole body as keywords are compared: in lower case, white space within it as one space, none around it, and no
 * punctuation at its end. Empty for a text that is too long to be a keyword.
 */
export function plainWords(body: string): string {
  const trimmed = body.trim();
  if (trimmed.length > maxLength) return '';
  const plain = trimmed.normalize('NFKC').toLowerCase();
  return plain.replace(/[\p{P}\s]+$/u, '').replace(/\s+/gu, ' ');
}

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
  return words.length === 1 && wordsOf.stop.some((word) => isMisspelt(words[0] as string, word));
}

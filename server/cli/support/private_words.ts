// Takes out of a sentence what may be private: a bundle goes to somebody who has no business with it. Our own sentences hold
// nothing of the kind; those of the database, of carriers and of the system may.

/** What is taken out, and what stands in its place. */
const forms: readonly [RegExp, string][] = [
  // What somebody quotes is somebody else's: values of rows, names, words of texts.
  [/"[^"]*"|'[^']*'|`[^`]*`|„[^“]*“|“[^”]*”/g, '"…"'],
  [/\([^()]*\)=\([^()]*\)/g, '(…)=(…)'],
  [/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, '…'],
  [/\S+@\S+/g, '…'],
  [/(^|\s)\/\S+/g, '$1…'],
  // Keys, tokens, hashes and identities.
  [/\b[A-Za-z0-9_-]*\d[A-Za-z0-9_-]{15,}\b|\b[A-Za-z0-9_-]{24,}\b/g, '…'],
  [/\b\d{1,3}(\.\d{1,3}){3}(:\d+)?\b|\[?[0-9a-f]*:[0-9a-f:]*:[0-9a-f]*\]?/gi, '…'],
  // Numbers of people; ids of accounts have 15 digits.
  [/\+\d[\d ()-]{4,}\d|\b(?!\d{15}\b)\d{5,}\b/g, '…'],
];

/** The sentence without them. */
export const withoutPrivate = (text: string): string =>
  forms.reduce((words, [form, place]) => words.replace(form, place), text);

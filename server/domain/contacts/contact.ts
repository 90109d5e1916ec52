// Contacts: the people behind numbers. How they are named, put in order and looked for.

import { asciiNumber, digitsOf } from '../../../runtime/texts/number_shape.ts';

/** Most contacts and groups of an account, and groups of a contact. */
export const maxContacts = 100_000;
export const maxGroups = 1_000;
export const maxGroupsOfContact = 50;

/** Longest texts, in code points. */
export const maxContactNameLength = 200;
export const maxGroupNameLength = 100;
export const maxNoteLength = 2_000;
export const maxSearchLength = 100;

/** Characters that a name may not have: a line's end would turn it into two lines in a list or a file. */
const control = /[\p{Cc}\u2028\u2029]/u;
/** Characters that a note may not have either. */
const controlOfNote = /[^\P{Cc}\n\r\t]/u;

export const hasControl = (text: string): boolean => control.test(text);
export const hasControlOfNote = (text: string): boolean => controlOfNote.test(text);

/** A text as names are compared: without accents, in lower case, with single spaces. */
export const plainName = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/gu, ' ').trim();

/** A text as a part of what `like` looks for. */
const anywhere = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * What a search looks for. A name or a text must match all of the words' patterns, and a number one of its own. The database folds the
 * words of texts.
 */
export interface Looked {
  names: string[];
  words: string[];
  numbers: string[];
}

/** Fewest digits that count as a part of a number. */
const leastDigits = 2;

/**
 * Reads what somebody typed. What looks like a number is looked for as one as well: as it is, and where it begins with the
 * zero that is dialled at home and stands in no E.164 form, without it.
 */
export function readSearch(typed: string): Looked {
  const words = (text: string) => text.split(/\s+/u).filter(Boolean).map(anywhere);
  const digits = digitsOf(asciiNumber(typed));
  const isNumber = /^\+?\d+$/.test(digits) && digits.replace('+', '').length >= leastDigits;
  const forms = isNumber ? [digits, ...(/^0\d{2,}$/.test(digits) ? [digits.replace(/^0+/, '')] : [])] : [];
  return {
    names: words(plainName(typed)),
    words: words(typed),
    numbers: forms.filter(Boolean).map(anywhere),
  };
}

// A part of a received text may end in the middle of a character, in a lone surrogate, which no database stores. It is kept
// escaped until the next part completes it.

/** Stands before the four hexadecimal digits of a surrogate. It is never stored by itself. */
const mark = '\uffff';

/** The text in a form that can be stored. A text without lone surrogates stays as it is. */
export const escapeSurrogates = (text: string): string =>
  text.replace(/[\ud800-\udfff]|\uffff/gu, (unit) => mark + unit.charCodeAt(0).toString(16).padStart(4, '0'));

/** The text that was escaped. */
export const unescapeSurrogates = (stored: string): string =>
  stored.replace(/\uffff([0-9a-f]{4})/g, (_, unit: string) => String.fromCharCode(Number.parseInt(unit, 16)));

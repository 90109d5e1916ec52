// A part of a received text may end in the middle of a character: half a surrogate pair, which no database stores. It is
// kept as it came until the other half is there.

/** Stands before the four hexadecimal digits of a unit, and is never stored by itself. */
const mark = '\uffff';

/** The text in a form that can be stored: what has no halves in it stays as it is. */
export const packHalves = (text: string): string =>
  text.replace(/[\ud800-\udfff]|\uffff/gu, (unit) => mark + unit.charCodeAt(0).toString(16).padStart(4, '0'));

/** The text that was packed. */
export const unpackHalves = (stored: string): string =>
  stored.replace(/\uffff([0-9a-f]{4})/g, (_, unit: string) => String.fromCharCode(Number.parseInt(unit, 16)));

// Phone numbers as people, programs and spreadsheets write them, before anything is known of countries: with the digits
// and signs of any script, and with characters that nobody sees.

/**
 * Characters that nobody sees, which come along when a number is copied: marks of direction, zero widths, soft hyphens
 * and their like (Unicode's format characters).
 */
const invisible = /\p{Cf}/gu;

export const withoutInvisible = (text: string): string => text.replace(invisible, '');

/** Digits of another script than ASCII. */
const otherDigit = /(?![0-9])\p{Nd}/gu;

/** The plus signs and dashes of other keyboards: full-width and small forms, the minus sign, Japanese prolonged sounds. */
const otherPlus = /[\uff0b\ufe62\u207a]/g;
const otherDash = /[\u2010-\u2015\u2212\u30fc\ufe58\ufe63\uff0d\uff70]/g;

/** What people put between digits: spaces, dots, dashes, slashes, tildes and brackets, full-width ones as well. */
const separators = '\\s().\\-/\\[\\]~\\u00b7\\uff08\\uff09\\uff0e\\uff0f\\uff3b\\uff3d\\uff5e';
const shape = new RegExp(`^[${separators}]*\\+?[0-9${separators}]+$`);
const anySeparator = new RegExp(`[${separators}]`, 'g');

/**
 * The value of a decimal digit. Unicode gives each script its ten digits in a row, beginning with zero, and lets rows follow
 * each other only as a whole (The Unicode Standard, 4.6).
 */
function digitValue(digit: string): string {
  let first = digit.codePointAt(0) as number;
  const last = first;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
  return String((last - first) % 10);
}

/** The text without invisible characters, and with the digits, plus signs and dashes of ASCII. */
export function asciiNumber(text: string): string {
  // Most numbers are written so.
  if (/^[ -~]*$/.test(text)) return text;
  return withoutInvisible(text)
    .replace(otherDigit, digitValue)
    .replace(otherPlus, '+')
    .replace(otherDash, '-');
}

/** Whether a text of ASCII digits and signs may be a phone number: digits and separators, and perhaps a plus before them. */
export const isNumberShape = (text: string): boolean => shape.test(text);

/** The digits of a number, with the plus before them if it has one. */
export const digitsOf = (text: string): string => text.replace(anySeparator, '');

/** Whether a cell of a file holds a phone number: three characters at least. */
export const looksLikeNumber = (cell: string): boolean => {
  const text = asciiNumber(cell).trim();
  return text.length >= 3 && isNumberShape(text);
};

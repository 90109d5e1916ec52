// Cells of files that spreadsheets open. Where a spreadsheet would calculate, an apostrophe stands before it: at the
// beginning of a cell, and behind whatever may split a file (a comma, a semicolon, a tab, a new line), for a program
// that splits the file by another sign than it was written with. Reading takes out exactly what writing put in.

/** The signs that make a cell a formula, in both widths; more apostrophes before them are counted along. */
const calculates = "(?='*[=+\\-@＝＋－＠])";
// A quotation mark that opens a cell belongs to none.
const inner = new RegExp(`(^|[,;\\t\\r\\n])("*)${calculates}`, 'g');
const innerDefused = new RegExp(`(^|[,;\\t\\r\\n])("*)'${calculates}`, 'g');
/** Characters that spreadsheets drop from the beginning of a cell: a formula might follow them. */
const hidden = /^(?='*[\t\r\n])/;
const hiddenDefused = /^'(?='*[\t\r\n])/;

/** A text as a cell that is no formula. Numbers of phones begin with a plus, so that they are defused as well. */
export const defuse = (text: string): string => text.replace(inner, "$1$2'").replace(hidden, "'");

/** A formula that is nothing but a text: so programs keep spreadsheets from reading a number. */
const quotedFormula = /^="([^"]*)"$/;

/** The text that a cell was written for. A text that does not look like a defused one stays as it is. */
export const plainText = (cell: string): string =>
  cell.replace(quotedFormula, '$1').replace(hiddenDefused, '').replace(innerDefused, '$1$2');

// Cells of files that spreadsheets open. Where a spreadsheet would calculate, an apostrophe stands before it: at the
// beginning of a cell, and behind whatever may split a file (a comma, a semicolon, a tab, a new line), for one that
// splits it by something else than it was written with. What was put in is taken out again exactly.

/** The signs that make a cell a formula, in both widths; more apostrophes before them are counted along. */
const calculates = "(?='*[=+\\-@＝＋－＠])";
// A quotation mark that opens a cell belongs to none.
const inner = new RegExp(`(^|[,;\\t\\r\\n])("*)${calculates}`, 'g');
const innerDefused = new RegExp(`(^|[,;\\t\\r\\n])("*)'${calculates}`, 'g');
/** Characters that spreadsheets drop from the beginning of a cell, so that a formula might stand behind them. */
const hidden = /^(?='*[\t\r\n])/;
const hiddenDefused = /^'(?='*[\t\r\n])/;

/** A text as a cell that is no formula. Numbers of phones begin with a plus, so that they are defused as well. */
export const defuse = (text: string): string => text.replace(inner, "$1$2'").replace(hidden, "'");

/** The text that a cell was written for; any text that looks like no defused one stays as it is. */
export const plainText = (cell: string): string =>
  cell.replace(hiddenDefused, '').replace(innerDefused, '$1$2');

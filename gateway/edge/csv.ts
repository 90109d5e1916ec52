// Rows of comma-separated values (RFC 4180) that a spreadsheet reads as text and never as a formula.

/** What a spreadsheet would calculate or hide: such a value is shown with an apostrophe before it. */
const formula = /^[=+\-@\t\r\n]/;
const special = /[",\r\n]/;

/** One value. Numbers of phones begin with a plus, which is why they are defused as well. */
function written(value: string | number | boolean | null): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const safe = formula.test(value) ? `'${value}` : value;
  return special.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One row with its end. */
export const csvRow = (values: readonly (string | number | boolean | null)[]): string =>
  `${values.map(written).join(',')}\r\n`;

// Contents that cost a service most to read, to check or to do.

export const mib = 1_024 * 1_024;

/** A number that can receive texts: one of 10,000 at most. */
export const phoneAt = (at: number): string => `+1500555${String(at % 10_000).padStart(4, '0')}`;
/** A number that differs from all others of a file. */
export const numberAt = (at: number): string => `+1500${String(5_550_000 + at).padStart(7, '0')}`;
export const linesOf = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');

/** The texts of a batch, as many as it may have. */
export const batchTexts = Array.from({ length: 500 }, (_, at) => ({
  address: phoneAt(at),
  body: `Your code is ${at}.`,
}));
/** The same with numbers as they are written at home, which have to be read. */
export const nationalTexts = batchTexts.map(({ body }, at) => ({
  address: `(500) 555-${String(at).padStart(4, '0')}`,
  body,
}));

/** A file of so many contacts. */
export const contactLines = (count: number): string =>
  `address,name\n${linesOf(count, (at) => `${numberAt(at)},n${at}`)}\n`;
/** A file of one contact whose line has so many values. */
export const lineOfCells = (count: number): string => `address,name\n+15005550006${','.repeat(count)}\n`;

export const card = (inner: string): string =>
  `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada\r\n${inner}END:VCARD\r\n`;
/** A card of 1 MB: each of its numbers would get all of its groups. */
export const numbersByGroups = card(
  `${Array.from({ length: 1_500 }, (_, at) => `TEL:${numberAt(at)}\r\n`).join('')}CATEGORIES:${'g,'.repeat(210_000)}\r\n`,
);

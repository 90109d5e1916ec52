// Foreign text in a form that PostgreSQL stores.

/** The text without U+0000, which PostgreSQL does not store. */
export const withoutZero = (text: string): string => text.replaceAll('\u0000', '\ufffd');

/** The text without U+0000, and without halves of surrogate pairs. */
export const storable = (text: string): string => withoutZero(text).toWellFormed();

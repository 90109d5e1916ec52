// Text of strangers in a form that PostgreSQL stores.

/** The text without U+0000, which PostgreSQL does not store, and without halves of surrogate pairs. */
export const storable = (text: string): string => text.replaceAll('\u0000', '\ufffd').toWellFormed();

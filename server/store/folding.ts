// Words without their case. Both sides of a comparison are folded by PostgreSQL: another program folds a few letters otherwise, such as
// the Greek sigma at the end of a word.

/** The collation's name; a start makes it (postgres/migrating/words_collation.ts). */
export const wordsCollation = 'textrelay_words';

/** A text of SQL without its case, in any alphabet, whatever the database's own collation is. */
export const folded = (text: string): string => `lower(${text} collate ${wordsCollation})`;

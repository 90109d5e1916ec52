-- The collation of words that this migration made is made by every start that finds none (postgres/migrating/words_collation.ts).
SELECT 1;

// Time zones, as the database knows them: it computes with them.

/**
 * SQL: whether the database lists a zone. It would also take abbreviations and rules, which know no summer time, and names that
 * are no places.
 */
export const isZone = (zone: string): string => `exists (
    select from pg_timezone_names where name = ${zone} and name !~ '^(posix/|right/|posixrules$|localtime$|Factory$)'
  )`;

// A walk over the different values of an index's first column, which costs one look-up a value and not one a row.

/**
 * SQL: the step `name` of a recursive statement, with a row for each value that `column` has in the rows `t` of `table` for
 * which `condition` holds, ascending. Its last row is null.
 */
export const hops = (name: string, column: string, table: string, condition = 'true'): string => {
  const next = (beyond: string) =>
    `select t.${column} from ${table} t where ${condition}${beyond} order by t.${column} limit 1`;
  return `${name} as (
  (${next('')})
  union all
  select (${next(` and t.${column} > ${name}.${column}`)}) from ${name} where ${name}.${column} is not null
)`;
};

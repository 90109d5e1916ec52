// How many of a thing an account, a platform key or a person may have: exactly so many, however many are added at once and on
// however many cores.

interface Addition {
  table: 'account' | 'platform_key' | 'person';
  /** The id of the row that gets it. */
  id: string;
  /** An expression: there are as many as there may be. */
  isFull: string;
  /** A condition on the owner, `o`. */
  where?: string;
  /** What else is written to the owner's row: a statement writes a row once. */
  set?: string;
  /** Acts only where nobody has written the owner's row at all since the snapshot. */
  isExact?: boolean;
  /** Tells the steps of a statement that adds to two owners apart. */
  of?: string;
}

/**
 * The parts of a statement that adds one more: `turn (id)` has the owner once, unless it is full. Whoever adds counts that on
 * the owner's row, in the same commit. So what the statement's snapshot shows is acted on only where nobody has added anything
 * since; otherwise `turn` is empty although `seen (id, is_full)` says that it is not, and the caller asks again. A person's row
 * has no such count: there any other write since does as well.
 */
export const additionTo = ({
  table,
  id,
  isFull,
  where = 'true',
  set,
  isExact = table === 'person',
  of = '',
}: Addition): string => {
  const count = isExact ? 'xmin' : 'additions';
  const counted = table === 'person' ? 'name = o.name' : 'additions = o.additions + 1';
  return `seen${of} as materialized (
  select o.id, o.${count} as count, (${isFull}) as is_full from ${table} o where o.id = ${id} and ${where}
), turn${of} as (
  update ${table} o set ${set ?? counted} from seen${of} s
  where o.id = s.id and o.${count} = s.count and not s.is_full and ${where} returning o.id
)`;
};

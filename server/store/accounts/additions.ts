// Bounds of how many things an account, a platform key or a person may have. They hold exactly, however many things are
// added at once and on however many cores.

import { isErased } from './sandboxes.ts';

interface Addition {
  table: 'account' | 'platform_key' | 'app_user';
  /** The id of the row that gets it. */
  id: string;
  /** An SQL expression: whether the owner is full. */
  isFull: string;
  /** A condition on the owner, `o`. */
  where?: string;
  /** Further columns of the owner's row to set: a statement writes a row only once. */
  set?: string;
  /** Adds only if no statement at all has written the owner's row since the snapshot. */
  isExact?: boolean;
  /** A suffix for the names of the steps, needed by a statement that adds to two owners. */
  of?: string;
}

/**
 * The parts of a statement that adds one thing. `turn (id)` has the owner, unless the owner is full. Each addition is
 * counted on the owner's row in the same commit, so that the count from the snapshot is used only if nothing was added
 * since. Otherwise `turn` is empty although `seen (id, is_full)` says that there is space, and the caller asks again. A
 * person's row has no such counter: there any write since the snapshot has the same effect.
 */
export const additionTo = ({
  table,
  id,
  isFull,
  where: condition = 'true',
  set,
  isExact = table === 'app_user',
  of = '',
}: Addition): string => {
  const count = isExact ? 'xmin' : 'additions';
  const where = table === 'account' ? `${condition} and not ${isErased('o.id')}` : condition;
  const counted = table === 'app_user' ? 'name = o.name' : 'additions = o.additions + 1';
  return `seen${of} as materialized (
  select o.id, o.${count} as count, (${isFull}) as is_full from ${table} o where o.id = ${id} and ${where}
), turn${of} as (
  update ${table} o set ${set ?? counted} from seen${of} s
  where o.id = s.id and o.${count} = s.count and not s.is_full and ${where} returning o.id
)`;
};

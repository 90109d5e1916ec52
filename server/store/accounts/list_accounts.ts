// Accounts by a part of their name or by their id, for the operator. A page looks at so many accounts and no more: with
// fewer found than asked for it says where to go on.
import type { Database } from '../postgres/database.ts';
import { bool, count, date, instant, int4, int8, text } from '../postgres/kinds.ts';
import { type RowOf, statement } from '../postgres/statement.ts';

/** Accounts that a page looks at, at most. */
const mostLookedAt = 20_000;

/** An account as the operator's list shows it. */
export type ListedAccount = RowOf<typeof listedAccount>;
const listedAccount = {
  id: int8,
  name: text,
  country: text,
  plan: text.orNull,
  subscriptionStatus: text.orNull,
  exempt: bool,
  createdAtMs: instant,
  /** First day of the month that textsUsed counts. */
  period: date,
  textsUsed: int4,
  /** Null for an account that is not suspended. */
  suspendedAtMs: instant.orNull('suspended_at'),
  suspensionReason: text("coalesce(suspension_reason, '')"),
};

const find = statement({
  takes: { part: text.orNull, id: int8.orNull, after: int8, looks: int4, most: count },
  gives: { ...listedAccount, isAsked: bool, isEnough: bool },
  text: ({ part, id, after, looks, most, row }) => `
select ${row} from (
  select *, row_number() over (order by id) = ${looks} as is_enough,
    ${part} is null or strpos(lower(name), lower(${part})) > 0 or id = ${id} as is_asked
  from account where id > ${after} order by id limit ${looks}
) a where is_asked or is_enough order by id limit ${most}`,
});

/** Prepares the list. `looks` is for tests. */
export function prepareListAccounts({ reads }: Pick<Database, 'reads'>, looks = mostLookedAt) {
  return {
    /**
     * Up to `limit` accounts with ids above `after`, ascending: all, or those whose names hold `part`, in capitals or not as far as the database knows them,
     * and the one that has the id. `nextAfter` is null on the last page.
     */
    async listAccounts(
      { part, id }: { part: string | null; id: bigint | null },
      after: bigint,
      limit: number,
    ): Promise<{ accounts: ListedAccount[]; nextAfter: bigint | null }> {
      const rows = await find.run(reads, { part, id, after, looks, most: limit + 1 });
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      const isMore = rows.length > limit || last?.isEnough === true;
      const accounts = page.filter(({ isAsked }) => isAsked);
      return { accounts, nextAfter: isMore && last ? last.id : null };
    },
  };
}

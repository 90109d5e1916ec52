// The platforms that may act for an account, in a list and by id.
import type { Database } from '../postgres/database.ts';
import { count, instant, int8, text } from '../postgres/kinds.ts';
import { type RowOf, statement } from '../postgres/statement.ts';

/** A platform that is linked to an account. */
export type AccountPlatform = RowOf<typeof accountPlatform>;
const accountPlatform = { id: int8('k.id'), name: text('k.name'), linkedAtMs: instant('l.linked_at') };

const list = statement({
  takes: { accountId: int8, after: int8, limit: count },
  gives: accountPlatform,
  text: ({ accountId, after, limit, row }) => `
select ${row} from platform_link l join platform_key k on k.id = l.platform_key_id
where l.account_id = ${accountId} and l.platform_key_id > ${after} and k.revoked_at is null
order by l.platform_key_id limit ${limit}`,
});

const find = statement({
  takes: { accountId: int8, id: int8 },
  gives: accountPlatform,
  text: ({ accountId, id, row }) => `
select ${row} from platform_link l join platform_key k on k.id = l.platform_key_id
where l.account_id = ${accountId} and k.id = ${id} and k.revoked_at is null`,
});

/** Prepares the reads. */
export function prepareAccountPlatforms({ reads }: Pick<Database, 'reads'>) {
  return {
    /** Up to `limit` platforms linked to an account whose keys work, with ids above `after`, ascending. */
    listAccountPlatforms: (accountId: bigint, after: bigint, limit: number): Promise<AccountPlatform[]> =>
      list.run(reads, { accountId, after, limit }),

    /** A platform that is linked to the account and whose key works; undefined for every other id. */
    findAccountPlatform: async (accountId: bigint, id: bigint): Promise<AccountPlatform | undefined> =>
      (await find.run(reads, { accountId, id }))[0],
  };
}

// The platforms that may act for an account, and a platform by its id for somebody who wants to link it.
import type { Database } from '../database/database.ts';
import { instant, int8, text } from '../database/kinds.ts';
import { type RowOf, statement } from '../database/statement.ts';

/** Platforms that are listed, at most. */
const mostListed = 1_000;

/** A platform that is linked to an account. */
export type AccountPlatform = RowOf<typeof accountPlatform>;
const accountPlatform = { id: int8('k.id'), name: text('k.name'), linkedAtMs: instant('l.linked_at') };

// Platform keys are few; links of one account fewer.
const list = statement({
  takes: { accountId: int8 },
  gives: accountPlatform,
  text: ({ accountId, row }) => `
select ${row} from platform_link l join platform_key k on k.id = l.platform_key_id
where l.account_id = ${accountId} and k.revoked_at is null order by k.id limit ${mostListed}`,
});

const find = statement({
  takes: { id: int8 },
  gives: { id: int8, name: text },
  text: ({ id, row }) => `select ${row} from platform_key where id = ${id} and revoked_at is null`,
});

/** Prepares the reads. */
export function prepareAccountPlatforms({ reads }: Pick<Database, 'reads'>) {
  return {
    /** The platforms linked to an account whose keys work, in order of id. */
    listAccountPlatforms: (accountId: bigint): Promise<AccountPlatform[]> => list.run(reads, { accountId }),

    /** A platform whose key works; undefined otherwise. */
    findPlatform: async (id: bigint): Promise<{ id: bigint; name: string } | undefined> =>
      (await find.run(reads, { id }))[0],
  };
}

// Which accounts a platform key may act for. Read anew with each request and never kept, so that a link made or ended
// on one replica counts on every other from the next request on.
import { asc, eq, sql } from 'drizzle-orm';
import type { AccountRow } from './accounts.ts';
import type { Database } from './database.ts';
import { arrayLiteral, instantLiteral } from './driver.ts';
import { account, platformKey, platformLink } from './schema.ts';

/** Most accounts that one key may be linked to: they are listed in one answer. */
export const maxLinks = 10_000;

/** A platform key and an account. */
export interface PlatformLinkRef {
  platformKeyId: bigint;
  accountId: bigint;
}

/** An account as a platform key sees it. */
export type LinkedAccount = Pick<AccountRow, 'id' | 'name' | 'plan' | 'subscriptionStatus' | 'exempt'> & {
  linkedAt: Date;
};

/** What became of a wish to link. */
export type LinkOutcome = { linkedAt: Date } | 'no_key' | 'no_account' | 'full';

/** Prepares reads and writes of links. */
export function preparePlatformLinks({ read, reads, writes }: Database) {
  const linked = read
    .select({
      id: account.id,
      name: account.name,
      plan: account.plan,
      subscriptionStatus: account.subscriptionStatus,
      exempt: account.exempt,
      linkedAt: platformLink.linkedAt,
    })
    .from(platformLink)
    .innerJoin(account, eq(account.id, platformLink.accountId))
    .where(eq(platformLink.platformKeyId, sql.placeholder('platformKeyId')))
    // By code point: every PostgreSQL answers in the same order, whatever language it was set up for.
    .orderBy(sql`${account.name} collate "C"`, asc(account.id))
    .prepare('list_linked_accounts');
  const key = read
    .select({ id: platformKey.id })
    .from(platformKey)
    .where(eq(platformKey.id, sql.placeholder('platformKeyId')))
    .prepare('find_platform_key');

  return {
    /**
     * Links an account; a link that is there keeps its time. Only a key that works is linked. Links made at the same
     * moment do not see each other, so that a full key may get as many more as were made at once.
     */
    async linkAccount({ platformKeyId, accountId }: PlatformLinkRef, nowMs: number): Promise<LinkOutcome> {
      const rows = await writes.run(
        `with key as (
          select id from platform_key where id = $1::int8 and revoked_at is null for share
        ), named as (
          select id from account where id = $2::int8
        ), stored as (
          insert into platform_link as l (platform_key_id, account_id, linked_at)
          select key.id, named.id, $3::timestamptz from key cross join named
          where (select count(*) from platform_link where platform_key_id = $1::int8 and account_id <> $2::int8) < $4::int8
          on conflict (platform_key_id, account_id) do update set linked_at = l.linked_at
          returning linked_at
        )
        select exists (select from key), exists (select from named),
          (select (extract(epoch from linked_at) * 1000)::int8 from stored)`,
        [platformKeyId, accountId, instantLiteral(nowMs), maxLinks],
      );
      const [isKey, isAccount, linkedAtMs] = rows[0] as [boolean, boolean, bigint | null];
      if (!isKey) return 'no_key';
      if (!isAccount) return 'no_account';
      return linkedAtMs === null ? 'full' : { linkedAt: new Date(Number(linkedAtMs)) };
    },

    /** Ends a link, if there is one; a revoked key's too. Answers which of the two is not known. */
    async unlinkAccount({
      platformKeyId,
      accountId,
    }: PlatformLinkRef): Promise<'done' | 'no_key' | 'no_account'> {
      const rows = await writes.run(
        `with ended as (
          delete from platform_link where platform_key_id = $1::int8 and account_id = $2::int8
        )
        select exists (select from platform_key where id = $1::int8), exists (select from account where id = $2::int8)`,
        [platformKeyId, accountId],
      );
      const [isKey, isAccount] = rows[0] as [boolean, boolean];
      if (!isKey) return 'no_key';
      return isAccount ? 'done' : 'no_account';
    },

    /** The accounts linked to a key, in order of name, then id; undefined for an unknown key. */
    async listLinkedAccounts(platformKeyId: bigint): Promise<LinkedAccount[] | undefined> {
      const rows = await linked.execute({ platformKeyId });
      if (rows.length > 0) return rows;
      return (await key.execute({ platformKeyId })).length > 0 ? [] : undefined;
    },

    /** For each pair, in order, whether it is linked now. */
    async areLinked(pairs: readonly PlatformLinkRef[]): Promise<boolean[]> {
      const rows = await reads.run(
        `select l.account_id is not null
        from unnest($1::int8[], $2::int8[]) with ordinality as t (platform_key_id, account_id, place)
        left join platform_link l on l.platform_key_id = t.platform_key_id and l.account_id = t.account_id
        order by t.place`,
        [
          arrayLiteral(pairs.map((pair) => pair.platformKeyId)),
          arrayLiteral(pairs.map((pair) => pair.accountId)),
        ],
      );
      return rows.map((row) => row[0] as boolean);
    },
  };
}

// Which accounts a platform key may act for. Read anew with each request and never kept, so that a link made or ended
// on one replica counts on every other from the next request on.
import type { Database } from '../database/database.ts';
import { bool, count, instant, int8, text } from '../database/kinds.ts';
import { list, type RowOf, statement } from '../database/statement.ts';

/** Most accounts that one key may be linked to: they are listed in one answer. */
export const maxLinks = 10_000;

/** A platform key and an account. */
export type PlatformLinkRef = RowOf<typeof linkRef>;
const linkRef = { platformKeyId: int8, accountId: int8 };

/** An account as a platform key sees it. */
export type LinkedAccount = RowOf<typeof linkedAccount>;
const linkedAccount = {
  id: int8('a.id'),
  name: text('a.name'),
  plan: text.orNull('a.plan'),
  subscriptionStatus: text.orNull('a.subscription_status'),
  exempt: bool('a.exempt'),
  linkedAtMs: instant('l.linked_at'),
};

/** What became of a wish to link. */
type LinkOutcome = { linkedAtMs: number } | 'no_key' | 'no_account' | 'full';

const link = statement({
  takes: { ...linkRef, nowMs: instant, most: count },
  gives: {
    isKey: bool('exists (select from key)'),
    isAccount: bool('exists (select from named)'),
    linkedAtMs: instant.orNull('(select linked_at from stored)'),
  },
  text: ({ platformKeyId, accountId, nowMs, most, row }) => `
with key as (
  select id from platform_key where id = ${platformKeyId} and revoked_at is null for share
), named as (
  select id from account where id = ${accountId}
), stored as (
  insert into platform_link as l (platform_key_id, account_id, linked_at)
  select key.id, named.id, ${nowMs} from key cross join named
  where (
    select count(*) from platform_link where platform_key_id = ${platformKeyId} and account_id <> ${accountId}
  ) < ${most}
  on conflict (platform_key_id, account_id) do update set linked_at = l.linked_at
  returning linked_at
)
select ${row}`,
});

const unlink = statement({
  takes: linkRef,
  gives: { isKey: bool, isAccount: bool },
  text: ({ platformKeyId, accountId, row }) => `
with ended as (
  delete from platform_link where platform_key_id = ${platformKeyId} and account_id = ${accountId}
)
select ${row} from (
  select exists (select from platform_key where id = ${platformKeyId}) as is_key,
    exists (select from account where id = ${accountId}) as is_account
) known`,
});

// By code point: every PostgreSQL answers in the same order, whatever language it was set up for.
const listLinked = statement({
  takes: { platformKeyId: int8 },
  gives: linkedAccount,
  text: ({ platformKeyId, row }) => `
select ${row} from platform_link l join account a on a.id = l.account_id
where l.platform_key_id = ${platformKeyId} order by a.name collate "C", a.id`,
});

const findKey = statement({
  takes: { platformKeyId: int8 },
  gives: {},
  text: ({ platformKeyId }) => `select id from platform_key where id = ${platformKeyId}`,
});

const findPairs = statement({
  takes: { pairs: list(linkRef) },
  gives: { isLinked: bool('l.account_id is not null') },
  text: ({ pairs, row }) => `
select ${row}
from ${pairs.as('t', 'ord')}
left join platform_link l on l.platform_key_id = t.platform_key_id and l.account_id = t.account_id
order by t.ord`,
});

/** Prepares reads and writes of links. */
export function preparePlatformLinks({ reads, writes }: Database) {
  return {
    /**
     * Links an account; a link that is there keeps its time. Only a key that works is linked. Links made at the same
     * moment do not see each other, so that a full key may get as many more as were made at once.
     */
    async linkAccount(ref: PlatformLinkRef, nowMs: number): Promise<LinkOutcome> {
      const [said] = await link.run(writes, { ...ref, nowMs, most: maxLinks });
      if (!said?.isKey) return 'no_key';
      if (!said.isAccount) return 'no_account';
      return said.linkedAtMs === null ? 'full' : { linkedAtMs: said.linkedAtMs };
    },

    /** Ends a link, if there is one; a revoked key's too. Returns which of the two is not known. */
    async unlinkAccount(ref: PlatformLinkRef): Promise<'done' | 'no_key' | 'no_account'> {
      const [said] = await unlink.run(writes, ref);
      if (!said?.isKey) return 'no_key';
      return said.isAccount ? 'done' : 'no_account';
    },

    /** The accounts linked to a key, in order of name, then id; undefined for an unknown key. */
    async listLinkedAccounts(platformKeyId: bigint): Promise<LinkedAccount[] | undefined> {
      const linked = await listLinked.run(reads, { platformKeyId });
      if (linked.length > 0) return linked;
      return (await findKey.run(reads, { platformKeyId })).length > 0 ? [] : undefined;
    },

    /** For each pair, in order, whether it is linked now. */
    areLinked: async (pairs: readonly PlatformLinkRef[]): Promise<boolean[]> =>
      (await findPairs.run(reads, { pairs })).map(({ isLinked }) => isLinked),
  };
}

// Which accounts a platform key may act for. Read anew with each request and never kept, so that a link made or ended
// on one replica counts on every other from the next request on.
import type { Database } from '../postgres/database.ts';
import { bool, count, instant, int8, text } from '../postgres/kinds.ts';
import { list, type RowOf, statement } from '../postgres/statement.ts';
import { additionTo } from './additions.ts';

/** Most accounts that one key may be linked to. */
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

/** A place in the list of linked accounts. */
export type LinkedPlace = Pick<LinkedAccount, 'id' | 'name'>;

/** What became of a wish to link. */
type LinkOutcome = { name: string; linkedAtMs: number } | 'no_key' | 'no_account' | 'full';

const link = statement({
  takes: { ...linkRef, nowMs: instant, most: count },
  gives: {
    /** The integrator's name; null for an unknown key. */
    name: text.orNull('(select name from key)'),
    isAccount: bool('exists (select from named)'),
    isFull: bool('coalesce((select is_full from seen), false)'),
    linkedAtMs: instant.orNull('coalesce((select linked_at from there), (select linked_at from stored))'),
  },
  text: ({ platformKeyId, accountId, nowMs, most, row }) => `
with named as (
  select id from account where id = ${accountId}
), key as (
  select name from platform_key where id = ${platformKeyId} and revoked_at is null
), there as (
  select linked_at from platform_link where platform_key_id = ${platformKeyId} and account_id = ${accountId}
), ${additionTo({
    table: 'platform_key',
    id: platformKeyId,
    isFull: `select count(*) >= ${most} from platform_link l where l.platform_key_id = o.id and l.account_id <> ${accountId}`,
    where: 'o.revoked_at is null',
  })}, stored as (
  insert into platform_link as l (platform_key_id, account_id, linked_at)
  select turn.id, named.id, ${nowMs} from turn cross join named where not exists (select from there)
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
  takes: { platformKeyId: int8, afterName: text, afterId: int8, limit: count },
  gives: linkedAccount,
  text: ({ platformKeyId, afterName, afterId, limit, row }) => `
select ${row} from platform_link l join account a on a.id = l.account_id
where l.platform_key_id = ${platformKeyId} and (a.name collate "C", a.id) > (${afterName}, ${afterId})
order by a.name collate "C", a.id limit ${limit}`,
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
     * Links an account; a link that is there keeps its time. Only a key that works is linked, to at most `most` accounts
     * however many are linked at once.
     */
    async linkAccount(ref: PlatformLinkRef, nowMs: number, most = maxLinks): Promise<LinkOutcome> {
      for (;;) {
        const [said] = await link.run(writes, { ...ref, nowMs, most });
        if (said?.name == null) return 'no_key';
        const { name, linkedAtMs } = said;
        if (!said.isAccount) return 'no_account';
        if (linkedAtMs !== null) return { name, linkedAtMs };
        if (said.isFull) return 'full';
      }
    },

    /** Ends a link, if there is one; a revoked key's too. Returns which of the two is not known. */
    async unlinkAccount(ref: PlatformLinkRef): Promise<'done' | 'no_key' | 'no_account'> {
      const [said] = await unlink.run(writes, ref);
      if (!said?.isKey) return 'no_key';
      return said.isAccount ? 'done' : 'no_account';
    },

    /** Up to `limit` accounts linked to a key after a place, in order of name, then id; undefined for an unknown key. */
    async listLinkedAccounts(
      platformKeyId: bigint,
      after: LinkedPlace,
      limit: number,
    ): Promise<LinkedAccount[] | undefined> {
      const { name: afterName, id: afterId } = after;
      const linked = await listLinked.run(reads, { platformKeyId, afterName, afterId, limit });
      if (linked.length > 0) return linked;
      return (await findKey.run(reads, { platformKeyId })).length > 0 ? [] : undefined;
    },

    /** For each pair, in order, whether it is linked now. */
    areLinked: async (pairs: readonly PlatformLinkRef[]): Promise<boolean[]> =>
      (await findPairs.run(reads, { pairs })).map(({ isLinked }) => isLinked),
  };
}

// Platform keys, without their secrets, and the accounts that each may act for. Links are read again with every request and
// never cached, so that a link made or ended on one replica counts on every other from the next request on.

import { additionTo } from '../accounts/additions.ts';
import { isSandboxed } from '../accounts/sandboxes.ts';
import type { Database } from '../postgres/database.ts';
import { bool, count, instant, int8, text } from '../postgres/kinds.ts';
import { list, type RowOf, statement } from '../postgres/statement.ts';

/** A platform key as it is stored. */
export type PlatformKeyRow = RowOf<typeof platformKeyRow>;
const platformKeyRow = {
  id: int8,
  name: text,
  hint: text,
  createdAtMs: instant,
  revokedAtMs: instant.orNull,
};

const insertKey = statement({
  takes: { hash: text, name: text, hint: text, nowMs: instant },
  gives: { id: int8 },
  text: ({ hash, name, hint, nowMs, row }) => `
with stored as (
  insert into platform_key (hash, name, hint, created_at)
  values (decode(${hash}, 'hex'), ${name}, ${hint}, ${nowMs}) returning hash, id
), opened as (
  insert into rate_window (key_hash, stamps) select hash, '{}'::int8[] from stored
)
select ${row} from stored`,
});

const listKeys = statement({
  takes: { after: int8, limit: count },
  gives: platformKeyRow,
  text: ({ after, limit, row }) =>
    `select ${row} from platform_key where id > ${after} order by id limit ${limit}`,
});

const revokeKey = statement({
  takes: { id: int8, nowMs: instant },
  gives: platformKeyRow,
  text: ({ id, nowMs, row }) => `
update platform_key set revoked_at = coalesce(revoked_at, ${nowMs}) where id = ${id} returning ${row}`,
});

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

/** The result of linking an account. */
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
  select id from account where id = ${accountId} and not ${isSandboxed('id')}
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

// By code point, so that every PostgreSQL answers in the same order, whatever its language.
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

/** A platform that is linked to an account. */
export type AccountPlatform = RowOf<typeof accountPlatform>;
const accountPlatform = { id: int8('k.id'), name: text('k.name'), linkedAtMs: instant('l.linked_at') };

const listOfAccount = statement({
  takes: { accountId: int8, after: int8, limit: count },
  gives: accountPlatform,
  text: ({ accountId, after, limit, row }) => `
select ${row} from platform_link l join platform_key k on k.id = l.platform_key_id
where l.account_id = ${accountId} and l.platform_key_id > ${after} and k.revoked_at is null
order by l.platform_key_id limit ${limit}`,
});

const findOfAccount = statement({
  takes: { accountId: int8, id: int8 },
  gives: accountPlatform,
  text: ({ accountId, id, row }) => `
select ${row} from platform_link l join platform_key k on k.id = l.platform_key_id
where l.account_id = ${accountId} and k.id = ${id} and k.revoked_at is null`,
});

/** Reads and writes of platform keys and links. `hash` is SHA-256 in hex. */
export const preparePlatforms = ({ reads, writes }: Database) => ({
  /** Stores a key with its empty rate window, in one statement. Returns its id. */
  async insertPlatformKey(hash: string, name: string, hint: string, nowMs: number): Promise<bigint> {
    const stored = await insertKey.first(writes, { hash, name, hint, nowMs });
    return (stored as { id: bigint }).id;
  },

  /** Up to `limit` keys with ids above `after`, ascending, revoked ones too. */
  listPlatformKeys: (after: bigint, limit: number) => listKeys.run(reads, { after, limit }),

  /** Ends a key; the first time stays. Returns undefined for an unknown one. */
  revokePlatformKey: (id: bigint, nowMs: number) => revokeKey.first(writes, { id, nowMs }),

  /** Links an account; an existing link keeps its time. Only a key that works is linked, and to at most `most` accounts. */
  async linkAccount(ref: PlatformLinkRef, nowMs: number, most = maxLinks): Promise<LinkOutcome> {
    for (;;) {
      const said = await link.first(writes, { ...ref, nowMs, most });
      if (said?.name == null) return 'no_key';
      const { name, linkedAtMs } = said;
      if (!said.isAccount) return 'no_account';
      if (linkedAtMs !== null) return { name, linkedAtMs };
      if (said.isFull) return 'full';
    }
  },

  /** Ends a link, if there is one; a revoked key's too. Returns which of the two is not known. */
  async unlinkAccount(ref: PlatformLinkRef): Promise<'done' | 'no_key' | 'no_account'> {
    const said = await unlink.first(writes, ref);
    if (!said?.isKey) return 'no_key';
    return said.isAccount ? 'done' : 'no_account';
  },

  /** Up to `limit` accounts linked to a key after a place, in order of name, then id; undefined for an unknown key. */
  async listLinkedAccounts(platformKeyId: bigint, after: LinkedPlace, limit: number) {
    const { name: afterName, id: afterId } = after;
    const linked = await listLinked.run(reads, { platformKeyId, afterName, afterId, limit });
    if (linked.length > 0) return linked;
    return (await findKey.any(reads, { platformKeyId })) ? [] : undefined;
  },

  /** For each pair, in order, whether it is linked now. */
  areLinked: async (pairs: readonly PlatformLinkRef[]): Promise<boolean[]> =>
    (await findPairs.run(reads, { pairs })).map(({ isLinked }) => isLinked),

  /** Up to `limit` platforms linked to an account whose keys work, with ids above `after`, ascending. */
  listAccountPlatforms: (accountId: bigint, after: bigint, limit: number) =>
    listOfAccount.run(reads, { accountId, after, limit }),

  /** A platform that is linked to the account and whose key works; undefined for every other id. */
  findAccountPlatform: (accountId: bigint, id: bigint) => findOfAccount.first(reads, { accountId, id }),
});

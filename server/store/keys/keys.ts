// Account keys, without their secrets.
import { sandboxIdOf } from '../../domain/accounts/sandbox.ts';
import type { KeyPolicy } from '../../domain/keys/key_policy.ts';
import type { Role } from '../../domain/users/role.ts';
import { additionTo } from '../accounts/additions.ts';
import { isSandboxed, ownerOf, sandboxOf, withSandbox } from '../accounts/sandboxes.ts';
import type { Database } from '../postgres/database.ts';
import { bool, count, instant, int4, int8, json, text, textArray, word } from '../postgres/kinds.ts';
import { group, type RowOf, statement } from '../postgres/statement.ts';
import { isWorking } from './working_keys.ts';

/** A key as it is stored. */
export type KeyRow = RowOf<typeof keyRow>;
const keyRow = {
  id: int8('k.id'),
  accountId: int8('k.account_id'),
  label: text('k.label'),
  hint: text('k.hint'),
  createdAtMs: instant('k.created_at'),
  revokedAtMs: instant.orNull('k.revoked_at'),
  /** The newest stamp of its rate window, which admission writes anyway. */
  lastUsedAtMs: count.orNull(
    '(select w.stamps[cardinality(w.stamps)] from rate_window w where w.key_hash = k.hash)',
  ),
  /** Null for a key that may do everything. */
  policy: json<KeyPolicy>().orNull('k.policy::json'),
};

/** A key with what it has sent. */
const spentKeyRow = {
  ...keyRow,
  /** Since a key has budgets: the hour and the day that were counted last, and the texts in them. */
  spent: group({
    hourMs: instant('k.hour'),
    usedHour: int4('k.used_hour'),
    dayMs: instant('k.day'),
    usedDay: int4('k.used_day'),
  }).orNull,
};

/** Most working keys of an account, and most keys together with revoked ones that are still kept. */
export const maxKeys = 1_000;
export const maxKeptKeys = 10_000;

const insert = statement({
  takes: {
    ...{ hash: text, ownerId: int8, accountId: int8, label: text, hint: text, policy: text.orNull },
    ...{ nowMs: instant, most: int4, mostKept: int4 },
  },
  gives: {
    isAccount: bool('exists (select from seen)'),
    isFull: bool('coalesce((select is_full from seen), false)'),
    id: int8.orNull('(select id from stored)'),
  },
  expects: 'one',
  text: ({ hash, ownerId, accountId, label, hint, policy, nowMs, most, mostKept, row }) => `
with ${additionTo({
    table: 'account',
    id: ownerId,
    isFull: `select count(*) filter (where k.revoked_at is null) >= ${most} or count(*) >= ${mostKept}
      from api_key k where k.account_id in ${withSandbox('o.id')} and k.session_id is null`,
    where: `not ${isSandboxed('o.id')}`,
  })}, stored as (
  insert into api_key (hash, id, account_id, label, hint, created_at, policy) overriding system value
  select decode(${hash}, 'hex'), coalesce((
    select max(k.id) from api_key k where k.account_id in ${withSandbox(ownerId)} and k.session_id is null
  ), 0) + 1, ${accountId}, ${label}, ${hint}, ${nowMs}, ${policy}::jsonb from turn t
  on conflict (account_id, id) do nothing returning hash, id
), opened as (
  insert into rate_window (key_hash, stamps) select hash, '{}'::int8[] from stored
)
select ${row}`,
});

// The limit makes the planner look each key up, where it would read all of them.
const listWorking = statement({
  takes: { hashes: textArray, nowMs: instant },
  gives: { hash: text('t.hash'), readsAll: bool("k.reads is distinct from 'known'") },
  text: ({ hashes, nowMs, row }) => `
select ${row} from unnest(${hashes}) as t (hash) cross join lateral (
  select policy->>'reads' as reads from api_key where hash = decode(t.hash, 'hex') and ${isWorking('api_key', nowMs)}
    and (policy is null or (policy->'scopes' ? 'read' and coalesce((policy->>'endsAtMs')::int8 > extract(epoch from ${nowMs}) * 1000, true))) limit 1) k`,
});

// The hash may be a platform's, which acts for the accounts that are linked to it. A session's key acts with the role that
// its person has now.
const findWorking = statement({
  takes: { hash: text, accountId: int8.orNull, nowMs: instant },
  gives: {
    /** Of an account's key or a session's. */
    id: int8.orNull('w.id'),
    policy: json<KeyPolicy>().orNull('w.policy'),
    role: word<Role>().orNull('w.role'),
    isLinked: bool('w.is_linked'),
  },
  text: ({ hash, accountId, nowMs, row }) => `
with shown as (select decode(${hash}, 'hex') as hash)
select ${row} from (
  select k.id, k.policy::json, (
    select m.role from user_session s
    join membership m on m.user_id = s.user_id and m.account_id = ${ownerOf('k.account_id')} where s.id = k.session_id
  ) as role, true as is_linked
  from shown join api_key k using (hash) where ${isWorking('k', nowMs)}
  union all
  select null, null, null, ${accountId} is null or exists (
    select from platform_link l where l.platform_key_id = p.id and l.account_id = ${accountId}
  )
  from shown join platform_key p using (hash) where p.revoked_at is null
) w`,
});

// By the account's own index, whose ids above 0 are keys: sessions have ids below 0.
const list = statement({
  takes: { accountId: int8, after: int8, limit: count },
  gives: keyRow,
  text: ({ accountId, after, limit, row }) => `
select ${row} from unnest(array[${accountId}, ${sandboxOf(accountId)}]) as o (id) cross join lateral (
  select * from api_key where account_id = o.id and id > ${after} and session_id is null order by id limit ${limit}
) k
order by k.id limit ${limit}`,
});

// What was counted under the old budgets counts under new ones.
const change = statement({
  takes: { accountId: int8, id: int8, label: text.orNull, policy: text.orNull, keepsPolicy: bool },
  gives: keyRow,
  text: ({ accountId, id, label, policy, keepsPolicy, row }) => `
update api_key k set label = coalesce(${label}, k.label),
  policy = case when ${keepsPolicy} then k.policy else ${policy}::jsonb end
where k.account_id in ${withSandbox(accountId)} and k.id = ${id} and k.session_id is null and k.revoked_at is null returning ${row}`,
});

const find = statement({
  takes: { hash: text },
  gives: spentKeyRow,
  text: ({ hash, row }) => `
select ${row} from api_key k where k.hash = decode(${hash}, 'hex') and k.session_id is null and k.revoked_at is null`,
});

const revoke = statement({
  takes: { accountId: int8, id: int8, nowMs: instant },
  gives: keyRow,
  text: ({ accountId, id, nowMs, row }) => `
update api_key k set revoked_at = coalesce(k.revoked_at, ${nowMs})
where k.account_id in ${withSandbox(accountId)} and k.id = ${id} and k.session_id is null returning ${row}`,
});

const written = (policy: KeyPolicy | null) => (policy === null ? null : JSON.stringify(policy));

/** Reads and writes of account keys, without those of sessions. `hash` is SHA-256 in hex. */
export const prepareKeys = ({ reads, writes }: Database) => ({
  /**
   * Stores a key with its empty rate window, in one statement. Keys are numbered per account, those of its sandbox among them, so
   * that a number does not show how many keys others have. With `isSandbox` it acts for the owner's sandbox. Returns its id, or the reason why it was not stored. `bounds` is for tests.
   */
  async insertKey(
    ownerId: bigint,
    hash: string,
    label: string,
    hint: string,
    nowMs: number,
    {
      policy = null,
      isSandbox = false,
      bounds = { most: maxKeys, mostKept: maxKeptKeys },
    }: { policy?: KeyPolicy | null; isSandbox?: boolean; bounds?: { most: number; mostKept: number } } = {},
  ): Promise<bigint | 'no_account' | 'full'> {
    for (;;) {
      const said = await insert.first(writes, {
        ...{ ownerId, accountId: isSandbox ? sandboxIdOf(ownerId) : ownerId },
        ...{ hash, label, hint, nowMs, policy: written(policy) },
        ...bounds,
      });
      if (!said?.isAccount) return 'no_account';
      if (said.isFull) return 'full';
      if (said.id !== null) return said.id;
    }
  },

  /** Of several keys, those that work and may read; each with whether it reads all texts. */
  listWorkingKeys: async (hashes: readonly string[], nowMs: number): Promise<Map<string, boolean>> =>
    new Map((await listWorking.run(reads, { hashes, nowMs })).map(({ hash, readsAll }) => [hash, readsAll])),

  /**
   * What a key may do, be it an account's, a session's or a platform's, of which `isLinked` says whether it may act for
   * the account, if one is given; undefined for one that does not work.
   */
  findWorkingKey: (hash: string, accountId: bigint | undefined, nowMs: number) =>
    findWorking.first(reads, { hash, accountId: accountId ?? null, nowMs }),

  /** A key that works, with what it has sent. */
  findKey: (hash: string) => find.first(reads, { hash }),

  /** Changes a key that works; what is undefined stays as it is. Returns undefined for an unknown or revoked one. */
  changeKey: (
    accountId: bigint,
    id: bigint,
    { label, policy }: { label?: string | undefined; policy?: KeyPolicy | null | undefined },
  ) =>
    change.first(writes, {
      ...{ accountId, id, label: label ?? null },
      ...{ policy: written(policy ?? null), keepsPolicy: policy === undefined },
    }),

  /** Up to `limit` of the keys of an account and its sandbox with ids above `after`, ascending, revoked ones too. */
  listKeys: (accountId: bigint, after: bigint, limit: number) => list.run(reads, { accountId, after, limit }),

  /** Ends a key; the first time stays. Returns undefined for an unknown one. */
  revokeKey: (accountId: bigint, id: bigint, nowMs: number) => revoke.first(writes, { accountId, id, nowMs }),
});

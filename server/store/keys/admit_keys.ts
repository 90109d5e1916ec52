// The one statement of admission: finds keys by their hash and counts their requests, exactly and on any number of
// replicas, because each key's window is one locked row and its time is the database's.
import type { KeyPolicy } from '../../domain/keys/key_policy.ts';
import type { Database } from '../postgres/database.ts';
import type { Pool } from '../postgres/driver.ts';
import { bool, instant, int4, int8, json, text, textArray, type ValuesOf } from '../postgres/kinds.ts';
import { type AtLock, type Locks, locking } from '../postgres/locking.ts';
import { group, type ListName, list, type RowOf, statement } from '../postgres/statement.ts';
import { isWorking } from './working_keys.ts';

/** Requests that one key may make in any window (SPEC: Limits). */
export const rateLimit = 120;
/** The window, in seconds. */
export const rateWindowSeconds = 60;

/** The requests of a batch, by key. */
export const keyRequests = {
  /** SHA-256 of the key, in hex. */
  hash: text,
  /** How many, at least 1. */
  count: int4,
};

/** Requests of one key that arrived together. */
type KeyRequests = ValuesOf<typeof keyRequests>;

/** How many requests a key may still make. */
export type Allowance = ValuesOf<typeof allowance>;
export const allowance = {
  /** Requests that would still be admitted now. */
  remaining: int4,
  /** Milliseconds until the allowance next grows; 0 when it is whole. */
  resetMs: int4,
};

const keyAdmission = {
  /** The owner: an account key's account, or the platform key itself. */
  ownerId: int8,
  /** How many are admitted; the rest is over the limit and does not count. */
  admitted: int4,
  ...allowance,
  /** Null for a key without one. */
  policy: json<KeyPolicy>().orNull('mark::json'),
};

/** The result; `locked` if nothing was done, because another statement has the key's window locked. */
type KeyAdmission = RowOf<typeof keyAdmission> | 'locked';

// The table of windows is unlogged: it is empty after a crash of the database, and on a standby that takes over. If a
// known key has no window, nothing is judged; the caller opens the missing windows and asks again. A window holds the
// stamps of the last 120 admitted requests, ascending, so that a binary search (width_bucket) finds those that have
// left it. A stamp in the future comes from a clock that was ahead, and belongs to a request that is over: it is moved
// back to now, the latest that it can have been. So a wrong clock limits no key for longer than a window, and the limit
// stays exact. The limit 1 makes the planner look each key up instead of reading all of them.
/**
 * The steps of a statement that judge keys: from `keys`, a list of `keyRequests` with each key once, to `known (no)`,
 * without those of which not `works` holds, and `judged (no, owner_id, key_id, mark, admitted, remaining, reset_ms)`, without
 * locked keys. `mark` is what is read of a key's row besides: an expression. Nothing is judged if `unopened (is_any)` says that windows are missing: see `openWindows`. With `isForAccount`,
 * a request whose account is locked is not counted either: it is judged again.
 */
export const judgeKeys = (
  keys: ListName,
  table: string,
  { owner, mark, works }: { owner: string; mark: string; works: string },
  { skipLocked, isSkipping }: Locks,
  isForAccount = false,
) => {
  // A form that waits locks accounts after windows, in the order of all sends; one that skips may lock in any order.
  const [free, areFree] =
    isForAccount && isSkipping
      ? [
          'free as materialized (select id from account where id in (select owner_id from known) for update skip locked), ',
          'where owner_id in (select id from free)',
        ]
      : ['', ''];
  return `key as (
  select decode(hash, 'hex') as hash, count, no from ${keys.as('t', 'no')}
), known as materialized (
  select k.*, o.owner_id, o.key_id, o.mark from key k
  cross join lateral (select ${owner} as owner_id, id as key_id, ${mark} as mark from ${table}
    where hash = k.hash and ${works} limit 1) o
), ${free}opened as materialized (
  select w.key_hash, w.stamps from rate_window w
  where w.key_hash in (select hash from known ${areFree}) order by w.key_hash for update ${skipLocked}
), unopened as materialized (
  select exists (
    select from known k where k.hash not in (select key_hash from opened)
      and not exists (select from rate_window w where w.key_hash = k.hash)
  ) as is_any
), timed as (
  select o.*, (extract(epoch from clock_timestamp()) * 1000)::int8 as now_ms from opened o
  where not (select is_any from unopened)
), measured as materialized (
  select t.key_hash, t.now_ms, k.no, k.count, k.owner_id, k.key_id, k.mark, t.stamps[cardinality(t.stamps)] > t.now_ms as is_ahead,
    case when t.stamps[cardinality(t.stamps)] > t.now_ms
      then array(select least(s, t.now_ms) from unnest(t.stamps) s order by 1) else t.stamps end as stamps,
    coalesce(width_bucket(t.now_ms - ${rateWindowSeconds * 1000}, t.stamps), 0) as gone
  from timed t join known k on k.hash = t.key_hash
), judged as materialized (
  select no, owner_id, key_id, mark, key_hash, stamps, gone, now_ms, is_ahead, admitted,
    ${rateLimit} - (cardinality(stamps) - gone) - admitted as remaining,
    (coalesce(stamps[gone + 1], now_ms) + ${rateWindowSeconds * 1000} - now_ms)::int4 as reset_ms
  from measured, lateral (select least(count, ${rateLimit} - cardinality(stamps) + gone) as admitted) a
), counted as (
  update rate_window w set
    stamps = j.stamps[1 + greatest(j.gone, cardinality(j.stamps) + j.admitted - ${rateLimit}):]
      || array_fill(j.now_ms, array[j.admitted])
  from judged j where w.key_hash = j.key_hash and (j.admitted > 0 or j.is_ahead)
)`;
};

const takes = { keys: list(keyRequests) };
const gives = {
  isUnopened: bool('u.is_any'),
  /** Null where no key is known. */
  hash: text.orNull("encode(k.hash, 'hex')"),
  judged: group(keyAdmission).orNull,
};
const admitted = (row: string, steps: string) => `
with ${steps}
select ${row} from unopened u
left join (select hash, no as known_no from known) k on true
left join judged on no = known_no`;

const admitOfAccounts = locking((locks) =>
  statement({
    takes: { ...takes, nowMs: instant },
    gives,
    text: ({ keys, nowMs, row }) => {
      const of = { owner: 'account_id', mark: 'policy', works: isWorking('api_key', nowMs) };
      return admitted(row, judgeKeys(keys, 'api_key', of, locks));
    },
  }),
);

const admitOfPlatforms = locking((locks) =>
  statement({
    takes,
    gives,
    text: ({ keys, row }) => {
      const of = { owner: 'id', mark: 'null::jsonb', works: 'revoked_at is null' };
      return admitted(row, judgeKeys(keys, 'platform_key', of, locks));
    },
  }),
);

// In the order in which windows are locked.
const open = (table: string) =>
  statement({
    takes: { hashes: textArray },
    text: ({ hashes }) => `
insert into rate_window (key_hash, stamps)
select k.hash, '{}'::int8[]
from (select distinct decode(t.hash, 'hex') as hash from unnest(${hashes}) as t (hash)) a
cross join lateral (select hash from ${table} where hash = a.hash and revoked_at is null limit 1) k
order by 1 on conflict do nothing`,
  });

/** The statements for each kind of key. */
const statements = {
  account: { admit: admitOfAccounts, open: open('api_key') },
  platform: { admit: admitOfPlatforms, open: open('platform_key') },
};

/** Account keys act for their one account, platform keys for those that are linked to them. */
export type KeyKind = keyof typeof statements;

/** Opens the windows that are missing, empty. `hashes` are SHA-256 in hex; those of no working key are left alone. */
export async function openWindows(
  pool: Pick<Pool, 'run'>,
  kind: KeyKind,
  hashes: readonly string[],
): Promise<void> {
  await statements[kind].open.run(pool, { hashes });
}

/**
 * Each key once with its requests, numbered from 1; and for each request its key's number and its turn among that key's
 * requests, both 0 for a request without a key (null).
 */
export function groupByKey(hashes: readonly (string | null)[]) {
  const keys = new Map<string, KeyRequests & { no: number }>();
  const turns = hashes.map((hash) => {
    if (hash === null) return { keyNo: 0, nth: 0 };
    const key = keys.get(hash) ?? { hash, no: keys.size + 1, count: 0 };
    keys.set(hash, key);
    key.count++;
    return { keyNo: key.no, nth: key.count };
  });
  return { keys: [...keys.values()], turns };
}

export const prepareAdmission = ({ admission }: Database) => ({
  /** Judges requests of several keys of a kind, each key once in the list. One that is unknown or does not work is left out. */
  async admitKeys(
    kind: KeyKind,
    requests: readonly KeyRequests[],
    nowMs: number,
    atLock: AtLock = 'wait',
  ): Promise<Map<string, KeyAdmission>> {
    for (;;) {
      const { rows } = await statements[kind].admit.run(admission, { keys: requests, nowMs }, atLock);
      if (!rows.some(({ isUnopened }) => isUnopened))
        return new Map(
          rows.flatMap(({ hash, judged }) => (hash === null ? [] : [[hash, judged ?? 'locked']])),
        );
      const hashes = requests.map(({ hash }) => hash);
      await openWindows(admission, kind, hashes);
    }
  },
});

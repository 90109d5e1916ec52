// The one statement of admission: finds keys by their hash and counts their requests, exactly and on any number of
// replicas, because each key's window is one locked row and its time is the database's.
import { arrayLiteral, type Pool } from './driver.ts';

/** Requests that one key may make in any window (SPEC: Limits). */
export const rateLimit = 120;
/** The window, in seconds. */
export const rateWindowSeconds = 60;

/** Requests of one key that arrived together. */
export interface KeyRequests {
  /** SHA-256 of the key, in hex. */
  hash: string;
  /** How many, at least 1. */
  count: number;
}

/** What a key may still do. */
export interface Allowance {
  /** Requests that would still be admitted now. */
  remaining: number;
  /** Milliseconds until the allowance next grows; 0 when it is whole. */
  resetMs: number;
}

/** What became of them. */
export interface KeyAdmission extends Allowance {
  /** Whom the key stands for: an account key's account, or the platform key itself. */
  ownerId: bigint;
  /** How many may go on; the rest is over the limit and does not count. */
  admitted: number;
}

// The window holds the stamps of the last 120 admitted requests, ascending, so that what has left the window is
// found by binary search (width_bucket) and nothing is scanned. A stamp in the future was written by a clock that was
// ahead, for a request that is over: it is brought back to now, which is the latest that it can have been, so that a
// wrong clock limits nobody for longer than a window and the limit stays exact. The limit makes the planner look each
// key up, where it would read all of them.
/**
 * The steps of a statement that judge keys: from `key (hash, count, no)`, each key once, to `judged (no, owner_id,
 * admitted, remaining, reset_ms)`, without keys that are unknown or revoked.
 */
export const judgeKeys = (table: string, owner: string) => `known as materialized (
  select k.*, o.owner_id from key k
  cross join lateral (select ${owner} as owner_id from ${table} where hash = k.hash and revoked_at is null limit 1) o
), opened as materialized (
  select w.key_hash, w.stamps from rate_window w
  where w.key_hash in (select hash from known) order by w.key_hash for update
), timed as (
  select o.*, (extract(epoch from clock_timestamp()) * 1000)::int8 as now_ms from opened o
), measured as materialized (
  select t.key_hash, t.now_ms, k.no, k.count, k.owner_id, t.stamps[cardinality(t.stamps)] > t.now_ms as is_ahead,
    case when t.stamps[cardinality(t.stamps)] > t.now_ms
      then array(select least(s, t.now_ms) from unnest(t.stamps) s order by 1) else t.stamps end as stamps,
    coalesce(width_bucket(t.now_ms - ${rateWindowSeconds * 1000}, t.stamps), 0) as gone
  from timed t join known k on k.hash = t.key_hash
), judged as materialized (
  select no, owner_id, key_hash, stamps, gone, now_ms, is_ahead, admitted,
    ${rateLimit} - (cardinality(stamps) - gone) - admitted as remaining,
    (coalesce(stamps[gone + 1], now_ms) + ${rateWindowSeconds * 1000} - now_ms)::int4 as reset_ms
  from measured, lateral (select least(count, ${rateLimit} - cardinality(stamps) + gone) as admitted) a
), counted as (
  update rate_window w set
    stamps = j.stamps[1 + greatest(j.gone, cardinality(j.stamps) + j.admitted - ${rateLimit}):]
      || array_fill(j.now_ms, array[j.admitted])
  from judged j where w.key_hash = j.key_hash and (j.admitted > 0 or j.is_ahead)
)`;

const statementFor = (table: string, owner: string) => `
with key as (
  select decode(hash, 'hex') as hash, count, no
  from unnest($1::text[], $2::int4[]) with ordinality as t (hash, count, no)
), ${judgeKeys(table, owner)}
select encode(key_hash, 'hex'), owner_id, admitted, remaining, reset_ms from judged`;

/** The statement for each kind of key. */
const statements = {
  account: statementFor('api_key', 'account_id'),
  platform: statementFor('platform_key', 'id'),
};

/** Account keys act for their one account, platform keys for those that are linked to them. */
export type KeyKind = keyof typeof statements;

/**
 * Each key once, with its number (from 1) and its requests; and of each request its key's number and its turn among
 * that key's requests, both 0 for a request without a key (null).
 */
export function groupByKey(hashes: readonly (string | null)[]) {
  const keys = new Map<string, { no: number; count: number }>();
  const places = hashes.map((hash) => {
    if (hash === null) return { no: 0, nth: 0 };
    const key = keys.get(hash) ?? { no: keys.size + 1, count: 0 };
    keys.set(hash, key);
    key.count++;
    return { no: key.no, nth: key.count };
  });
  return { keys, places };
}

/** Judges requests of several keys of a kind, each key once in the list. One that is unknown or revoked is left out. */
export async function admitKeys(
  admission: Pool,
  kind: KeyKind,
  requests: readonly KeyRequests[],
): Promise<Map<string, KeyAdmission>> {
  const rows = await admission.run(statements[kind], [
    arrayLiteral(requests.map((request) => request.hash)),
    arrayLiteral(requests.map((request) => request.count)),
  ]);
  return new Map(
    rows.map((row) => [
      row[0] as string,
      {
        ownerId: row[1] as bigint,
        admitted: row[2] as number,
        remaining: row[3] as number,
        resetMs: row[4] as number,
      },
    ]),
  );
}

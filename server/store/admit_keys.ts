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

/** What became of them. */
export interface KeyAdmission {
  accountId: bigint;
  /** How many may go on; the rest is over the limit and does not count. */
  admitted: number;
  /** Requests that would still be admitted now. */
  remaining: number;
  /** Milliseconds until the allowance next grows; 0 when it is whole. */
  resetMs: number;
}

// The window holds the stamps of the last 120 admitted requests, ascending, so that what has left the window is
// found by binary search (width_bucket) and nothing is scanned. A stamp is never older than the newest: the clock
// may step back, the window must not.
const statement = `
with input as (
  select decode(hash, 'hex') as hash, count from unnest($1::text[], $2::int4[]) as t (hash, count)
), known as (
  select i.hash, i.count, k.account_id from input i join api_key k on k.hash = i.hash and k.revoked_at is null
), locked as materialized (
  select w.key_hash, w.stamps from rate_window w
  where w.key_hash in (select hash from known) order by w.key_hash for update
), timed as (
  select l.*, greatest(
    (extract(epoch from clock_timestamp()) * 1000)::int8, coalesce(l.stamps[cardinality(l.stamps)], 0)) as now_ms
  from locked l
), judged as materialized (
  select t.key_hash, t.stamps, t.now_ms, k.account_id,
    coalesce(width_bucket(t.now_ms - ${rateWindowSeconds * 1000}, t.stamps), 0) as gone,
    least(k.count, ${rateLimit} - cardinality(t.stamps)
      + coalesce(width_bucket(t.now_ms - ${rateWindowSeconds * 1000}, t.stamps), 0)) as admitted
  from timed t join known k on k.hash = t.key_hash
), counted as (
  update rate_window w set
    stamps = j.stamps[1 + greatest(j.gone, cardinality(j.stamps) + j.admitted - ${rateLimit}):]
      || array_fill(j.now_ms, array[j.admitted])
  from judged j where w.key_hash = j.key_hash and j.admitted > 0
)
select encode(key_hash, 'hex'), account_id, admitted,
  ${rateLimit} - (cardinality(stamps) - gone) - admitted,
  (coalesce(stamps[gone + 1], now_ms) + ${rateWindowSeconds * 1000} - now_ms)::int4
from judged`;

/** Judges the requests of several keys, each key once in the list. A key that is unknown or revoked is left out. */
export async function admitKeys(
  admission: Pool,
  requests: readonly KeyRequests[],
): Promise<Map<string, KeyAdmission>> {
  const rows = await admission.run(statement, [
    arrayLiteral(requests.map((request) => request.hash)),
    arrayLiteral(requests.map((request) => request.count)),
  ]);
  return new Map(
    rows.map((row) => [
      row[0] as string,
      {
        accountId: row[1] as bigint,
        admitted: row[2] as number,
        remaining: row[3] as number,
        resetMs: row[4] as number,
      },
    ]),
  );
}

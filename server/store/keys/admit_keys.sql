-- The statements of admit_keys.ts as they run. npm run generate writes this file.

-- admitOfAccounts
with key as (
  select decode(hash, 'hex') as hash, count, no from unnest($1::text[], $2::int4[]) with ordinality as t (hash, count, no)
), known as materialized (
  select k.*, o.owner_id, o.key_id, o.mark from key k
  cross join lateral (select account_id as owner_id, id as key_id, policy as mark from api_key
    where hash = k.hash and (api_key.revoked_at is null and (api_key.session_id is null or exists (
      select from user_session session
      join membership on membership.user_id = session.user_id and membership.account_id = case when api_key.account_id > 999999999999 then api_key.account_id - 1000000000000 else api_key.account_id end
      where session.id = api_key.session_id and session.expires_at > $3::timestamptz
        and not exists (select from erasure where erasure.account_id = api_key.account_id and erasure.kind = 'account')
        and session.last_seen_at > $3::timestamptz - make_interval(secs => 604800)))) limit 1) o
), opened as materialized (
  select w.key_hash, w.stamps from rate_window w
  where w.key_hash in (select hash from known ) order by w.key_hash for update
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
    coalesce(width_bucket(t.now_ms - 60000, t.stamps), 0) as gone
  from timed t join known k on k.hash = t.key_hash
), judged as materialized (
  select no, owner_id, key_id, mark, key_hash, stamps, gone, now_ms, is_ahead, admitted,
    120 - (cardinality(stamps) - gone) - admitted as remaining,
    (coalesce(stamps[gone + 1], now_ms) + 60000 - now_ms)::int4 as reset_ms
  from measured, lateral (select least(count, 120 - cardinality(stamps) + gone) as admitted) a
), counted as (
  update rate_window w set
    stamps = j.stamps[1 + greatest(j.gone, cardinality(j.stamps) + j.admitted - 120):]
      || array_fill(j.now_ms, array[j.admitted])
  from judged j where w.key_hash = j.key_hash and (j.admitted > 0 or j.is_ahead)
)
select u.is_any as is_unopened, encode(k.hash, 'hex') as hash, owner_id as owner_id, admitted as admitted, remaining as remaining, reset_ms as reset_ms, mark::json as policy from unopened u
left join (select hash, no as known_no from known) k on true
left join judged on no = known_no

-- admitOfAccounts: leaving locked rows out, which differs from admitOfAccounts
--   14 -   where w.key_hash in (select hash from known ) order by w.key_hash for update
--      +   where w.key_hash in (select hash from known ) order by w.key_hash for update skip locked

-- admitOfPlatforms
with key as (
  select decode(hash, 'hex') as hash, count, no from unnest($1::text[], $2::int4[]) with ordinality as t (hash, count, no)
), known as materialized (
  select k.*, o.owner_id, o.key_id, o.mark from key k
  cross join lateral (select id as owner_id, id as key_id, null::jsonb as mark from platform_key
    where hash = k.hash and revoked_at is null limit 1) o
), opened as materialized (
  select w.key_hash, w.stamps from rate_window w
  where w.key_hash in (select hash from known ) order by w.key_hash for update
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
    coalesce(width_bucket(t.now_ms - 60000, t.stamps), 0) as gone
  from timed t join known k on k.hash = t.key_hash
), judged as materialized (
  select no, owner_id, key_id, mark, key_hash, stamps, gone, now_ms, is_ahead, admitted,
    120 - (cardinality(stamps) - gone) - admitted as remaining,
    (coalesce(stamps[gone + 1], now_ms) + 60000 - now_ms)::int4 as reset_ms
  from measured, lateral (select least(count, 120 - cardinality(stamps) + gone) as admitted) a
), counted as (
  update rate_window w set
    stamps = j.stamps[1 + greatest(j.gone, cardinality(j.stamps) + j.admitted - 120):]
      || array_fill(j.now_ms, array[j.admitted])
  from judged j where w.key_hash = j.key_hash and (j.admitted > 0 or j.is_ahead)
)
select u.is_any as is_unopened, encode(k.hash, 'hex') as hash, owner_id as owner_id, admitted as admitted, remaining as remaining, reset_ms as reset_ms, mark::json as policy from unopened u
left join (select hash, no as known_no from known) k on true
left join judged on no = known_no

-- admitOfPlatforms: leaving locked rows out, which differs from admitOfPlatforms
--    9 -   where w.key_hash in (select hash from known ) order by w.key_hash for update
--      +   where w.key_hash in (select hash from known ) order by w.key_hash for update skip locked

-- statements: account
-- The statements for each kind of key.
insert into rate_window (key_hash, stamps)
select k.hash, '{}'::int8[]
from (select distinct decode(t.hash, 'hex') as hash from unnest($1::text[]) as t (hash)) a
cross join lateral (select hash from api_key where hash = a.hash and revoked_at is null limit 1) k
order by 1 on conflict do nothing

-- statements: platform, which differs from statements: account
--    4 - cross join lateral (select hash from api_key where hash = a.hash and revoked_at is null limit 1) k
--      + cross join lateral (select hash from platform_key where hash = a.hash and revoked_at is null limit 1) k

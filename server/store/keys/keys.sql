-- The statements of keys.ts as they run. npm run generate writes this file.

-- insert
with seen as materialized (
  select o.id, o.additions as count, (select count(*) filter (where k.revoked_at is null) >= $8::int4 or count(*) >= $9::int4
      from api_key k where k.account_id in (o.id, o.id + 1000000000000) and k.session_id is null) as is_full from account o where o.id = $2::int8 and not o.id > 999999999999 and not exists (select from erasure where erasure.account_id = o.id and erasure.kind = 'account')
), turn as (
  update account o set additions = o.additions + 1 from seen s
  where o.id = s.id and o.additions = s.count and not s.is_full and not o.id > 999999999999 and not exists (select from erasure where erasure.account_id = o.id and erasure.kind = 'account') returning o.id
), stored as (
  insert into api_key (hash, id, account_id, label, hint, created_at, policy) overriding system value
  select decode($1::text, 'hex'), coalesce((
    select max(k.id) from api_key k where k.account_id in ($2::int8, $2::int8 + 1000000000000) and k.session_id is null
  ), 0) + 1, $3::int8, $4::text, $5::text, $7::timestamptz, $6::text::jsonb from turn t
  on conflict (account_id, id) do nothing returning hash, id
), opened as (
  insert into rate_window (key_hash, stamps) select hash, '{}'::int8[] from stored
)
select $10::text as nonce, exists (select from seen) as is_account, coalesce((select is_full from seen), false) as is_full, (select id from stored) as id

-- listWorking
-- The limit makes the planner look each key up, where it would read all of them.
select t.hash as hash, k.reads is distinct from 'known' as reads_all from unnest($1::text[]) as t (hash) cross join lateral (
select policy->>'reads' as reads from api_key where hash = decode(t.hash, 'hex') and (api_key.revoked_at is null and (api_key.session_id is null or exists (
    select from user_session session
    join membership on membership.user_id = session.user_id and membership.account_id = case when api_key.account_id > 999999999999 then api_key.account_id - 1000000000000 else api_key.account_id end
    where session.id = api_key.session_id and session.expires_at > $2::timestamptz
      and not exists (select from erasure where erasure.account_id = api_key.account_id and erasure.kind = 'account')
      and session.last_seen_at > $2::timestamptz - make_interval(secs => 604800))))
  and (policy is null or (policy->'scopes' ? 'read' and coalesce((policy->>'endsAtMs')::int8 > extract(epoch from $2::timestamptz) * 1000, true))) limit 1) k

-- findWorking
-- The hash may be a platform's, which acts for the accounts that are linked to it. A session's key acts with the role that
-- its person has now.
with shown as (select decode($1::text, 'hex') as hash)
select w.id as id, w.policy as policy, w.role as role, w.is_linked as is_linked from (
  select k.id, k.policy::json, (
    select m.role from user_session s
    join membership m on m.user_id = s.user_id and m.account_id = case when k.account_id > 999999999999 then k.account_id - 1000000000000 else k.account_id end where s.id = k.session_id
  ) as role, true as is_linked
  from shown join api_key k using (hash) where (k.revoked_at is null and (k.session_id is null or exists (
      select from user_session session
      join membership on membership.user_id = session.user_id and membership.account_id = case when k.account_id > 999999999999 then k.account_id - 1000000000000 else k.account_id end
      where session.id = k.session_id and session.expires_at > $3::timestamptz
        and not exists (select from erasure where erasure.account_id = k.account_id and erasure.kind = 'account')
        and session.last_seen_at > $3::timestamptz - make_interval(secs => 604800))))
  union all
  select null, null, null, $2::int8 is null or exists (
    select from platform_link l where l.platform_key_id = p.id and l.account_id = $2::int8
  )
  from shown join platform_key p using (hash) where p.revoked_at is null
) w

-- list
-- By the account's own index, whose ids above 0 are keys: sessions have ids below 0.
select k.id as id, k.account_id as account_id, k.label as label, k.hint as hint, k.created_at as created_at, k.revoked_at as revoked_at, (select w.stamps[cardinality(w.stamps)] from rate_window w where w.key_hash = k.hash) as last_used_at_ms, k.policy::json as policy from unnest(array[$1::int8, $1::int8 + 1000000000000]) as o (id) cross join lateral (
  select * from api_key where account_id = o.id and id > $2::int8 and session_id is null order by id limit $3::int8
) k
order by k.id limit $3::int8

-- change
-- What was counted under the old budgets counts under new ones.
update api_key k set label = coalesce($3::text, k.label),
  policy = case when $5::bool then k.policy else $4::text::jsonb end
where k.account_id in ($1::int8, $1::int8 + 1000000000000) and k.id = $2::int8 and k.session_id is null and k.revoked_at is null returning k.id as id, k.account_id as account_id, k.label as label, k.hint as hint, k.created_at as created_at, k.revoked_at as revoked_at, (select w.stamps[cardinality(w.stamps)] from rate_window w where w.key_hash = k.hash) as last_used_at_ms, k.policy::json as policy

-- find
select k.id as id, k.account_id as account_id, k.label as label, k.hint as hint, k.created_at as created_at, k.revoked_at as revoked_at, (select w.stamps[cardinality(w.stamps)] from rate_window w where w.key_hash = k.hash) as last_used_at_ms, k.policy::json as policy, k.hour as hour, k.used_hour as used_hour, k.day as day, k.used_day as used_day from api_key k where k.hash = decode($1::text, 'hex') and k.session_id is null and k.revoked_at is null

-- revoke
update api_key k set revoked_at = coalesce(k.revoked_at, $3::timestamptz)
where k.account_id in ($1::int8, $1::int8 + 1000000000000) and k.id = $2::int8 and k.session_id is null returning k.id as id, k.account_id as account_id, k.label as label, k.hint as hint, k.created_at as created_at, k.revoked_at as revoked_at, (select w.stamps[cardinality(w.stamps)] from rate_window w where w.key_hash = k.hash) as last_used_at_ms, k.policy::json as policy

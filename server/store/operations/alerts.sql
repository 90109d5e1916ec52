-- The statements of alerts.ts as they run. npm run generate writes this file.

-- claimReporting
insert into alert_reporter as r (is_only, core, until) values (true, $1::uuid, $3::timestamptz)
on conflict (is_only) do update set core = excluded.core, until = excluded.until
  where r.core = excluded.core or r.until < $2::timestamptz
returning 1

-- note
-- One that is over before anybody can have got it leaves nothing.
with found as materialized (
  select * from unnest($1::text[], $2::text[], $3::text[]) as f (rule, subject, summary)
), noted as (
  insert into alert as a (rule, subject, summary, since, seen_at)
  select rule, subject, summary, $7::timestamptz, $7::timestamptz from found order by rule, subject
  on conflict (rule, subject) do update set summary = excluded.summary, seen_at = excluded.seen_at
  returning 1
), over as materialized (
  select a.rule, a.subject, a.reported_at is null and a.saying_since is null as is_unsaid from alert a
  where (a.rule, a.subject) not in (select rule, subject from found) and (
    a.rule = any ($6::text[]) or a.seen_at < $8::timestamptz or (a.rule, a.subject) in (select rule, subject from unnest($4::text[], $5::text[]) as g (rule, subject))
  ) order by a.rule, a.subject for update
), forgotten as (
  delete from alert where (rule, subject) in (select rule, subject from over where is_unsaid)
), ended as (
  update alert set over_at = coalesce(over_at, $7::timestamptz)
  where (rule, subject) in (select rule, subject from over where not is_unsaid)
)
select 1

-- listAll
select rule as rule, subject as subject, summary as summary, since as since, reported_at as reported_at, over_at as over_at from alert order by since, rule, subject limit $1::int4

-- take
-- The core that has the reporting now takes the right to say them, before it does: one that lost it meanwhile gets none.
with mine as materialized (
  select from alert_reporter where core = $1::uuid and until > $5::timestamptz for share
), due as materialized (
  select a.rule, a.subject, a.saying_since is not null as may_be_said
  from unnest($2::text[], $3::text[], $4::timestamptz[]) as d (rule, subject, since) join alert a on a.rule = d.rule and a.subject = d.subject and a.since = d.since
  where exists (select from mine) order by a.rule, a.subject for update of a
)
update alert a set saying_since = $5::timestamptz from due d where a.rule = d.rule and a.subject = d.subject
returning d.rule as rule, d.subject as subject, d.may_be_said as may_be_said

-- giveBack
update alert a set saying_since = null from unnest($1::text[], $2::text[], $3::timestamptz[]) as g (rule, subject, since)
where a.rule = g.rule and a.subject = g.subject and a.since = g.since

-- settle
with reported as (
  update alert a set reported_at = $7::timestamptz, saying_since = null from unnest($1::text[], $2::text[], $3::timestamptz[]) as b (rule, subject, since)
  where a.rule = b.rule and a.subject = b.subject and a.since = b.since
)
delete from alert a using unnest($4::text[], $5::text[], $6::timestamptz[]) as o (rule, subject, since) where a.rule = o.rule and a.subject = o.subject and a.since = o.since

-- listTroubled
select d.account_id as account_id, d.id as device_id, d.is_away as is_away, d.problem as problem from (
  select account_id, id, coalesce(online_until < $1::timestamptz, true) as is_away, problem, last_seen_at
  from (select * from device limit 100000) l where unpaired_at is null
) d
where case when d.is_away then d.last_seen_at >= $2::timestamptz else d.problem <> '' end
order by d.account_id, d.id limit $3::int4

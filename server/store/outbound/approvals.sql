-- The statements of approvals.ts as they run. npm run generate writes this file.

-- decide
with input as materialized (
  select * from unnest($1::int8[], $2::int8[], $3::text[], $4::int8[], $5::text[]) with ordinality as t (account_id, id, decision, user_id, token_hash, ord)
), locked as materialized (
  select id, plan, subscription_status, exempt, suspended_at, period, texts_used, last_seq, quiet_zone, quiet_from, quiet_until
  from account where id in (select account_id from input) order by id for update
), asked as materialized (
  select i.*, l.id as locked_id, l.period, l.suspended_at, l.plan, l.subscription_status, l.exempt,
    l.last_seq + row_number() over (partition by i.account_id order by i.ord) as seq,
    greatest(l.period, $7::date) as month, case when l.period < $7::date then 0 else l.texts_used end as used,
    coalesce(tier.cap, 0) as cap, date_trunc('month', c.created_at at time zone 'UTC')::date as counted_month,
    c.message_id, c.decided_at, c.expires_at, c.send_at as asked_at, c.is_urgent,
    l.quiet_zone, l.quiet_from, l.quiet_until
  from input i
  left join locked l on l.id = i.account_id
  left join unnest($8::text[], $9::int4[]) as tier (plan, cap) on tier.plan = l.plan
  left join approval c on c.account_id = i.account_id and c.message_id = i.id
    and (i.token_hash is null or c.token_hash = decode(i.token_hash, 'hex'))
), judged as materialized (
  select l.*,
    greatest(case when l.quiet_zone is null or l.is_urgent then coalesce(l.asked_at, now())
    when case when l.quiet_from < l.quiet_until
    then (extract(hour from ((greatest(coalesce(l.asked_at, now()), now())) at time zone l.quiet_zone)) * 60 + extract(minute from ((greatest(coalesce(l.asked_at, now()), now())) at time zone l.quiet_zone))) >= l.quiet_from and (extract(hour from ((greatest(coalesce(l.asked_at, now()), now())) at time zone l.quiet_zone)) * 60 + extract(minute from ((greatest(coalesce(l.asked_at, now()), now())) at time zone l.quiet_zone))) < l.quiet_until else (extract(hour from ((greatest(coalesce(l.asked_at, now()), now())) at time zone l.quiet_zone)) * 60 + extract(minute from ((greatest(coalesce(l.asked_at, now()), now())) at time zone l.quiet_zone))) >= l.quiet_from or (extract(hour from ((greatest(coalesce(l.asked_at, now()), now())) at time zone l.quiet_zone)) * 60 + extract(minute from ((greatest(coalesce(l.asked_at, now()), now())) at time zone l.quiet_zone))) < l.quiet_until end then (
    with probe as materialized (
      select probe.at, (((probe.at) at time zone l.quiet_zone) - ((probe.at) at time zone 'UTC')) as value
      from generate_series(greatest(coalesce(l.asked_at, now()), now()), greatest(coalesce(l.asked_at, now()), now()) + interval '3 days', interval '24 hours') as probe (at)
    )
    select found.at from (
      select ((((greatest(coalesce(l.asked_at, now()), now())) at time zone l.quiet_zone)::date + next_day.n + make_interval(mins => l.quiet_until) - known.value) at time zone 'UTC') as at
      from generate_series(0, 2) as next_day (n) cross join (select distinct value from probe) as known
      union all
      select change.at
      from (
        select p.at, least(p.value, q.value) as low, greatest(p.value, q.value) as high, q.value > p.value as is_forward
        from probe p join probe q on q.at = p.at + interval '24 hours' and q.value <> p.value
      ) as pair
      cross join lateral (
        select ((pair.at) at time zone l.quiet_zone)::date + next_day.n as day from generate_series(0, 1) as next_day (n)
      ) as edge
      cross join generate_series(
        date_bin('15 minutes', ((edge.day + make_interval(mins => case when is_forward then l.quiet_until else l.quiet_from end) - pair.high) at time zone 'UTC'), 'epoch'), ((edge.day + make_interval(mins => case when is_forward then l.quiet_until else l.quiet_from end) - pair.low) at time zone 'UTC'), interval '15 minutes'
      ) as change (at)
      order by at offset 0
    ) found where found.at >= greatest(coalesce(l.asked_at, now()), now()) and not case when l.quiet_from < l.quiet_until
    then (extract(hour from ((found.at) at time zone l.quiet_zone)) * 60 + extract(minute from ((found.at) at time zone l.quiet_zone))) >= l.quiet_from and (extract(hour from ((found.at) at time zone l.quiet_zone)) * 60 + extract(minute from ((found.at) at time zone l.quiet_zone))) < l.quiet_until else (extract(hour from ((found.at) at time zone l.quiet_zone)) * 60 + extract(minute from ((found.at) at time zone l.quiet_zone))) >= l.quiet_from or (extract(hour from ((found.at) at time zone l.quiet_zone)) * 60 + extract(minute from ((found.at) at time zone l.quiet_zone))) < l.quiet_until end
    order by found.at limit 1
  ) else coalesce(l.asked_at, now()) end, now()) as leaves_at,
    case
      when l.message_id is null then 'unknown'
      when l.locked_id is null then 'locked'
      when l.decided_at is not null or (l.decision = 'expired') <> (l.expires_at <= $6::timestamptz) then 'over'
      when l.decision = 'approved' then case
      when l.suspended_at is not null then 'suspended'
      when l.exempt then null
      when l.plan is null then 'no_plan'
      when l.subscription_status is null or l.subscription_status <> all ($10::text[]) then 'no_subscription'
      when case when l.counted_month = l.month then l.used > l.cap else l.used >= l.cap end then 'cap_reached'
    end
    end as refusal
  from asked l
), changed as (
  update message m set
    seq = j.seq,
    awaiting = null,
    status = case when j.decision = 'approved' then m.status else 'failed' end,
    error = case when j.decision <> 'approved' then case j.decision when 'rejected' then 'approval_rejected: a person decided that the text is not to leave' else 'approval_expired: nobody approved the text in time' end end,
    send_at = case when j.decision = 'approved' then j.leaves_at end,
    deadline_at = case when j.decision = 'approved' then m.deadline_at + (j.leaves_at - j.expires_at) end,
    steps = case
      when case when j.decision = 'approved' then 'y' || (extract(epoch from now()) * 1000)::int8 || E'\n' || case when j.leaves_at <= now() then ''
      when j.leaves_at is distinct from j.asked_at then 'q' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left(((extract(epoch from j.leaves_at) * 1000)::int8)::text, 120), E'\n\r', '  ') || E'\n'
      else 's' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left(((extract(epoch from j.leaves_at) * 1000)::int8)::text, 120), E'\n\r', '  ') || E'\n' end else 'f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left(case j.decision when 'rejected' then 'approval_rejected: a person decided that the text is not to leave' else 'approval_expired: nobody approved the text in time' end, 120), E'\n\r', '  ') || E'\n' end is null then m.steps
      when length((coalesce(m.steps, '') || coalesce(case when j.decision = 'approved' then 'y' || (extract(epoch from now()) * 1000)::int8 || E'\n' || case when j.leaves_at <= now() then ''
      when j.leaves_at is distinct from j.asked_at then 'q' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left(((extract(epoch from j.leaves_at) * 1000)::int8)::text, 120), E'\n\r', '  ') || E'\n'
      else 's' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left(((extract(epoch from j.leaves_at) * 1000)::int8)::text, 120), E'\n\r', '  ') || E'\n' end else 'f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left(case j.decision when 'rejected' then 'approval_rejected: a person decided that the text is not to leave' else 'approval_expired: nobody approved the text in time' end, 120), E'\n\r', '  ') || E'\n' end, ''))) <= 4000 then (coalesce(m.steps, '') || coalesce(case when j.decision = 'approved' then 'y' || (extract(epoch from now()) * 1000)::int8 || E'\n' || case when j.leaves_at <= now() then ''
      when j.leaves_at is distinct from j.asked_at then 'q' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left(((extract(epoch from j.leaves_at) * 1000)::int8)::text, 120), E'\n\r', '  ') || E'\n'
      else 's' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left(((extract(epoch from j.leaves_at) * 1000)::int8)::text, 120), E'\n\r', '  ') || E'\n' end else 'f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left(case j.decision when 'rejected' then 'approval_rejected: a person decided that the text is not to leave' else 'approval_expired: nobody approved the text in time' end, 120), E'\n\r', '  ') || E'\n' end, ''))
      else regexp_replace((coalesce(m.steps, '') || coalesce(case when j.decision = 'approved' then 'y' || (extract(epoch from now()) * 1000)::int8 || E'\n' || case when j.leaves_at <= now() then ''
      when j.leaves_at is distinct from j.asked_at then 'q' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left(((extract(epoch from j.leaves_at) * 1000)::int8)::text, 120), E'\n\r', '  ') || E'\n'
      else 's' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left(((extract(epoch from j.leaves_at) * 1000)::int8)::text, 120), E'\n\r', '  ') || E'\n' end else 'f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left(case j.decision when 'rejected' then 'approval_rejected: a person decided that the text is not to leave' else 'approval_expired: nobody approved the text in time' end, 120), E'\n\r', '  ') || E'\n' end, '')), '^((?:[^\n]*\n){12})(?:[^\n]*\n)+((?:[^\n]*\n){12})$',
        '\1~' || (length((coalesce(m.steps, '') || coalesce(case when j.decision = 'approved' then 'y' || (extract(epoch from now()) * 1000)::int8 || E'\n' || case when j.leaves_at <= now() then ''
      when j.leaves_at is distinct from j.asked_at then 'q' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left(((extract(epoch from j.leaves_at) * 1000)::int8)::text, 120), E'\n\r', '  ') || E'\n'
      else 's' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left(((extract(epoch from j.leaves_at) * 1000)::int8)::text, 120), E'\n\r', '  ') || E'\n' end else 'f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left(case j.decision when 'rejected' then 'approval_rejected: a person decided that the text is not to leave' else 'approval_expired: nobody approved the text in time' end, 120), E'\n\r', '  ') || E'\n' end, ''))) - length(replace((coalesce(m.steps, '') || coalesce(case when j.decision = 'approved' then 'y' || (extract(epoch from now()) * 1000)::int8 || E'\n' || case when j.leaves_at <= now() then ''
      when j.leaves_at is distinct from j.asked_at then 'q' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left(((extract(epoch from j.leaves_at) * 1000)::int8)::text, 120), E'\n\r', '  ') || E'\n'
      else 's' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left(((extract(epoch from j.leaves_at) * 1000)::int8)::text, 120), E'\n\r', '  ') || E'\n' end else 'f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left(case j.decision when 'rejected' then 'approval_rejected: a person decided that the text is not to leave' else 'approval_expired: nobody approved the text in time' end, 120), E'\n\r', '  ') || E'\n' end, '')), E'\n', '')) - 24 + coalesce(substring((coalesce(m.steps, '') || coalesce(case when j.decision = 'approved' then 'y' || (extract(epoch from now()) * 1000)::int8 || E'\n' || case when j.leaves_at <= now() then ''
      when j.leaves_at is distinct from j.asked_at then 'q' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left(((extract(epoch from j.leaves_at) * 1000)::int8)::text, 120), E'\n\r', '  ') || E'\n'
      else 's' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left(((extract(epoch from j.leaves_at) * 1000)::int8)::text, 120), E'\n\r', '  ') || E'\n' end else 'f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left(case j.decision when 'rejected' then 'approval_rejected: a person decided that the text is not to leave' else 'approval_expired: nobody approved the text in time' end, 120), E'\n\r', '  ') || E'\n' end, '')) from '\n~(\d+)\n')::int4 - 1, 0)) || E'\n' || '\2')
    end,
    charged = m.charged and not (
      case when j.decision = 'approved' then 'queued' else 'failed' end = 'failed' and m.sent_at is null and not false and not case j.decision when 'rejected' then 'approval_rejected: a person decided that the text is not to leave' else 'approval_expired: nobody approved the text in time' end like 'outcome\_unknown%'
      and date_trunc('month', m.created_at at time zone 'UTC')::date = j.period
    )
  from judged j
  where j.refusal is null and m.account_id = j.account_id and m.id = j.id and m.status = 'scheduled' and m.awaiting = 'approval' and m.send_at is null
  returning j.ord, m.account_id, m.id, m.seq, m.charged, j.decision, j.user_id, j.token_hash
), moved as (
  update account a set last_seq = s.seq, texts_used = a.texts_used - s.refunds
  from (
    select account_id, max(seq) as seq, count(*) filter (where not charged)::int4 as refunds from changed group by account_id
  ) s where a.id = s.account_id
), closed as (
  update approval c set decision = coalesce(w.decision, 'withdrawn'), decided_at = $6::timestamptz,
    user_id = w.user_id, by_link = w.token_hash is not null
  from judged j
  left join changed w on w.ord = j.ord
  left join message m on m.account_id = j.account_id and m.id = j.id
  where c.account_id = j.account_id and c.message_id = j.id and c.decided_at is null
    and (w.ord is not null or (j.refusal is null and j.decision = 'expired' and not (m.status = 'scheduled' and m.awaiting = 'approval' and m.send_at is null)))
)
select $11::text as nonce, c.seq as seq, verdict as verdict from (
  select j.ord, case when w.ord is not null then 'done' else coalesce(j.refusal, 'over') end as verdict
  from judged j left join changed w on w.ord = j.ord
) v left join changed c on c.ord = v.ord order by v.ord

-- decide: leaving locked rows out, which differs from decide
--    5 -   from account where id in (select account_id from input) order by id for update
--      +   from account where id in (select account_id from input) order by id for update skip locked

-- listPending
select c.account_id as account_id, c.message_id as message_id, c.key_id as key_id, c.created_at as created_at, c.expires_at as expires_at, c.send_at as send_at, c.decision as decision, c.decided_at as decided_at, c.user_id as user_id, c.by_link as by_link, k.label as key_label, a.name as account_name, m.address_norm as address_norm, m.body as body, m.status = 'scheduled' and m.awaiting = 'approval' and m.send_at is null as is_waiting, m.error as error from approval c
  join message m on m.account_id = c.account_id and m.id = c.message_id
  join account a on a.id = c.account_id
  left join api_key k on k.account_id = c.account_id and k.id = c.key_id
where c.account_id = $1::int8 and ($2::int8 is null or c.key_id = $2::int8) and c.decided_at is null and m.status = 'scheduled' and m.awaiting = 'approval' and m.send_at is null and c.message_id > $3::int8
order by c.message_id asc limit $4::int8

-- listDecided
select c.account_id as account_id, c.message_id as message_id, c.key_id as key_id, c.created_at as created_at, c.expires_at as expires_at, c.send_at as send_at, c.decision as decision, c.decided_at as decided_at, c.user_id as user_id, c.by_link as by_link, k.label as key_label, a.name as account_name, m.address_norm as address_norm, m.body as body, m.status = 'scheduled' and m.awaiting = 'approval' and m.send_at is null as is_waiting, m.error as error from approval c
  join message m on m.account_id = c.account_id and m.id = c.message_id
  join account a on a.id = c.account_id
  left join api_key k on k.account_id = c.account_id and k.id = c.key_id
where c.account_id = $1::int8 and ($2::int8 is null or c.key_id = $2::int8) and c.decided_at is not null and c.message_id < $3::int8
order by c.message_id desc limit $4::int8

-- find
select c.account_id as account_id, c.message_id as message_id, c.key_id as key_id, c.created_at as created_at, c.expires_at as expires_at, c.send_at as send_at, c.decision as decision, c.decided_at as decided_at, c.user_id as user_id, c.by_link as by_link, k.label as key_label, a.name as account_name, m.address_norm as address_norm, m.body as body, m.status = 'scheduled' and m.awaiting = 'approval' and m.send_at is null as is_waiting, m.error as error from approval c
join message m on m.account_id = c.account_id and m.id = c.message_id
join account a on a.id = c.account_id
left join api_key k on k.account_id = c.account_id and k.id = c.key_id where c.account_id = $1::int8 and c.message_id = $2::int8

-- findByToken
select c.account_id as account_id, c.message_id as message_id, c.key_id as key_id, c.created_at as created_at, c.expires_at as expires_at, c.send_at as send_at, c.decision as decision, c.decided_at as decided_at, c.user_id as user_id, c.by_link as by_link, k.label as key_label, a.name as account_name, m.address_norm as address_norm, m.body as body, m.status = 'scheduled' and m.awaiting = 'approval' and m.send_at is null as is_waiting, m.error as error from approval c
join message m on m.account_id = c.account_id and m.id = c.message_id
join account a on a.id = c.account_id
left join api_key k on k.account_id = c.account_id and k.id = c.key_id where c.token_hash = decode($1::text, 'hex')

-- setToken
update approval c set token_hash = decode($3::text, 'hex') from message m
where c.account_id = $1::int8 and c.message_id = $2::int8 and c.decided_at is null and c.expires_at > $4::timestamptz
  and m.account_id = c.account_id and m.id = c.message_id and m.status = 'scheduled' and m.awaiting = 'approval' and m.send_at is null
returning c.expires_at as expires_at

-- listExpired
select c.account_id as account_id, c.message_id as id from approval c where c.decided_at is null and c.expires_at <= $1::timestamptz
and c.account_id <> all (select unnest($3::int8[])) order by c.expires_at limit $2::int8

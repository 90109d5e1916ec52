-- The statements of preview_texts.ts as they run. npm run generate writes this file.

-- preview
-- PostgreSQL takes a list for ten rows and would compare each text with each account. It takes the series, which is one row, for
-- hundreds.
-- The texts of a lot are numbered as a batch is, so that the cap cuts where it would cut them if all were sent. Of an account's
-- devices the one that is online comes first, then the one that the recipient stays on.
with input as materialized (
  select text.route, text.send_at, text.is_urgent, text.policy_key, text.address, text.address_norm, text.body, text.segments, text.encoding, text.client_ref, text.sender, text.account_id, text.lot, text.ord, null::int8 as key_id, null::text as incoming_webhook, false as confirms_stop,
    null::int8 as as_of_erasure,
    null as barred, null::jsonb as own_policy
  from unnest($1::text[], $2::timestamptz[], $3::bool[], $4::text[], $5::text[], $6::text[], $7::text[], $8::int2[], $9::message_encoding[], $10::text[], $11::text[], $12::int8[], $13::int8[]) with ordinality as text (route, send_at, is_urgent, policy_key, address, address_norm, body, segments, encoding, client_ref, sender, account_id, lot, ord) cross join generate_series(1, cardinality($21::text[])) as one (n) where one.n < 2
),
locked_account as materialized (
  select account.* from (select distinct account_id as id from input where barred is null order by 1) named
  cross join lateral (
    select id, plan, subscription_status, exempt, period, texts_used, last_message_id, last_seq, opt_out_changes, last_erasure_id,
      suspended_at is not null as is_suspended, quiet_zone, quiet_from, quiet_until, coalesce(account.answers_until > now() + interval '250 minutes', false) as is_watched
    from account where id = named.id limit 1
  ) account
), known_account as materialized (
  select locked.*,
    (case when locked.opt_out_changes > 0 then
      locked.opt_out_changes <> (select k.opt_out_changes from account k where k.id = locked.id) else false end) as has_moved,
    quiet_zone is not null or is_suspended or is_watched as needs_time_rule,
    greatest(locked.period, $14::date) as month,
    case when locked.period < $14::date then 0 else locked.texts_used end as used,
    case when locked.exempt then null else coalesce(tier.cap, 0) end as cap,
    (select true from device where account_id = locked.id and unpaired_at is null limit 1) is not null as has_device,
    case
      when $19::bool or locked.id > 999999999999 then true
      when $20::text[] = '{}' then false
      else (
        select true from carrier_number where account_id = locked.id and carrier = any ($20::text[]) limit 1
      ) is not null
    end as has_gateway
  from locked_account locked left join unnest($17::text[], $18::int4[]) as tier (plan, cap) on tier.plan = locked.plan
), routed_account as materialized (
  -- A device that is online comes first, then a carrier, then a device that is not.
  select known.*,
    case
      when not known.has_gateway then case when known.has_device then 'device' end
      when known.has_device and (
        select true from device
        where account_id = known.id and unpaired_at is null and online_until > $16::timestamptz limit 1
      ) is not null then 'device'
      else 'gateway'
    end as usual_route
  from known_account known
), named_key as materialized (
  select named.hash, key.id, key.account_id, key.policy
  from (select distinct policy_key as hash from input where policy_key is not null) named
  cross join lateral (
    select id, account_id, policy from api_key
    where hash = decode(named.hash, 'hex') and revoked_at is null limit 1
  ) key
), key_rule as materialized (
  select text.ord, text.named_id as key_id, text.policy, text.policy->>'sender' as sender,
    case text.policy->>'requireApproval'
      when 'always' then true
      when 'new_recipients' then (
        select true from message known where known.account_id = text.account_id and known.address_norm = text.address_norm
          and (known.direction = 'in' or known.sent_at is not null) limit 1
      ) is null
      else false
    end as has_to_wait,
    coalesce(text.unknown, case
      when text.policy->>'reads' = 'known' and exists (
        select from message original
        where original.account_id = text.account_id and original.client_ref = text.client_ref
          and case text.policy->'recipients'->>0
        when 'any' then false
        when 'writers' then (
          select true from message
          where account_id = text.account_id and address_norm = original.address_norm and direction = 'in' limit 1
        ) is null
        else not (
          text.policy->'recipients' ? original.address_norm
          or right(text.policy->'recipients'->>0, 1) = '*' and starts_with(original.address_norm, rtrim(text.policy->'recipients'->>0, '*'))
          or text.policy->'recipients' ?| array[left(original.address_norm, 2) || '*', left(original.address_norm, 3) || '*', left(original.address_norm, 4) || '*', left(original.address_norm, 5) || '*', left(original.address_norm, 6) || '*', left(original.address_norm, 7) || '*', left(original.address_norm, 8) || '*', left(original.address_norm, 9) || '*', left(original.address_norm, 10) || '*', left(original.address_norm, 11) || '*', left(original.address_norm, 12) || '*', left(original.address_norm, 13) || '*', left(original.address_norm, 14) || '*', left(original.address_norm, 15) || '*']
        )
      end
      ) then 'ref_barred'
    end) as barred,
    case
      when text.policy is null then null
      when (text.policy->>'endsAtMs')::int8 <= extract(epoch from $16::timestamptz) * 1000 then 'key_ended'
      when not text.policy->'scopes' ? 'send' then 'key_scope'
      when text.sender <> text.policy->>'sender' then 'sender_barred'
      when case text.policy->'recipients'->>0
        when 'any' then false
        when 'writers' then (
          select true from message
          where account_id = text.account_id and address_norm = text.address_norm and direction = 'in' limit 1
        ) is null
        else not (
          text.policy->'recipients' ? text.address_norm
          or right(text.policy->'recipients'->>0, 1) = '*' and starts_with(text.address_norm, rtrim(text.policy->'recipients'->>0, '*'))
          or text.policy->'recipients' ?| array[left(text.address_norm, 2) || '*', left(text.address_norm, 3) || '*', left(text.address_norm, 4) || '*', left(text.address_norm, 5) || '*', left(text.address_norm, 6) || '*', left(text.address_norm, 7) || '*', left(text.address_norm, 8) || '*', left(text.address_norm, 9) || '*', left(text.address_norm, 10) || '*', left(text.address_norm, 11) || '*', left(text.address_norm, 12) || '*', left(text.address_norm, 13) || '*', left(text.address_norm, 14) || '*', left(text.address_norm, 15) || '*']
        )
      end then 'recipient_barred'
    end as refusal
  from (
    select text.ord, text.account_id, text.client_ref, text.address_norm, text.sender, named.id as named_id,
      coalesce(text.own_policy, named.policy) as policy,
      case when text.policy_key is not null and named.hash is null then 'invalid_key' end as unknown
    from input text
    left join named_key named on named.hash = text.policy_key and named.account_id = text.account_id
    where text.policy_key is not null or text.own_policy is not null
  ) text
), incoming_webhook_rule as (select null::int8 as ord, null::int4 as texts_per_hour, null::int4 as used_hour where false),
ruled_text as (
  select text.*, account.id, account.plan, account.subscription_status, account.exempt, account.is_suspended,
    account.last_message_id, account.last_seq, account.month, account.used, account.cap, account.has_device,
    account.has_gateway, account.is_watched, original.id as original_id, key.policy, key.has_to_wait, time.leaves_at,
    coalesce(text.key_id, key.key_id) as sender_key_id,
    coalesce(text.sender, key.sender, case when account.id > 999999999999 then 'S' || lpad(to_hex(account.id - 1000000000000), 10, '0') end) as taken_sender,
    case
      when coalesce(text.sender, key.sender) is not null then sender.route
      when text.route = 'device' then case when account.has_device then 'device' when account.id > 999999999999 then 'gateway' end
      when text.route = 'gateway' then case when account.has_gateway then 'gateway' end
      else account.usual_route
    end as taken_route,
    case
      when text.barred is not null then text.barred
      when key.barred is not null then key.barred
      when account.id is null then
        case when (select true from account where id = text.account_id limit 1) then 'locked' else 'no_account' end
      when original.id is not null then 'replayed'
      when key.refusal is not null then key.refusal
      when incoming_webhook.refusal is not null then incoming_webhook.refusal
      when account.needs_time_rule and time.is_judged is not true then 'untimed'
      when time.refusal is not null then time.refusal
      when account.has_moved then 'opt_outs_moved'
      when text.as_of_erasure < account.last_erasure_id then 'erased_since'
      when account.opt_out_changes > 0 and not text.confirms_stop and exists (select from opt_out x where x.account_id = account.id and x.address_norm = any ((case when text.address_norm ~ '^\+(52|54|55|229)' then array[text.address_norm, regexp_replace(regexp_replace(regexp_replace(regexp_replace(text.address_norm, '^(\+52)(\d{10})$', '\11\2'), '^(\+54)([123]\d{9})$', '\19\2'), '^(\+55[1-9]\d)([6-9]\d{7})$', '\19\2'), '^(\+229)([2-9]\d{7})$', '\101\2'), regexp_replace(text.address_norm, '^(?:(\+52)1(\d{10})|(\+54)9([123]\d{9})|(\+55[1-9]\d)9([6-9]\d{7})|(\+229)01([2-9]\d{7}))$', '\1\2\3\4\5\6\7\8')]
      else array[text.address_norm] end)) )
        then 'opted_out'
      when account.month > $15::date then 'period_ahead'
      when account.exempt then 'accepted'
      when account.plan is null then 'no_plan'
      when account.subscription_status is null or account.subscription_status <> all ($21::text[]) then 'no_subscription'
      when account.used >= account.cap then 'cap_reached'
      else 'accepted'
    end as rule
  from input text
  left join routed_account account on account.id = text.account_id
  cross join lateral (select coalesce(
      (select id from message where account_id = text.account_id and client_ref = text.client_ref limit 1),
      (select id from deleted_text where account_id = text.account_id and name = md5('sent:' || text.client_ref)::uuid limit 1)
    ) as id) original
  left join lateral (select * from key_rule where ord = text.ord) key on true
  left join lateral (select null::text as refusal) incoming_webhook on true
  left join lateral (select case
      when coalesce(text.sender, key.sender) like 'device:%' then case when exists (
        select from device d
        where d.account_id = text.account_id and d.id = split_part(substr(coalesce(text.sender, key.sender), 8), '/', 1)::int8 and d.unpaired_at is null
          and (coalesce(text.sender, key.sender) not like '%/%' or exists (
            select from sim s where s.account_id = d.account_id and s.device_id = d.id and s.present
              and s.slot = split_part(coalesce(text.sender, key.sender), '/', 2)::int2))
      ) then 'device' end
      when exists (
        select from carrier_number c where c.account_id = text.account_id and c.number = coalesce(text.sender, key.sender) and (c.carrier = any ($20::text[]) or c.carrier = 'Sandbox')
      ) then 'gateway' end as route) sender on true
  left join lateral (select true as is_judged,
    case when account.quiet_zone is null or text.is_urgent then text.send_at
    when case when account.quiet_from < account.quiet_until
    then (extract(hour from ((greatest(text.send_at, now())) at time zone account.quiet_zone)) * 60 + extract(minute from ((greatest(text.send_at, now())) at time zone account.quiet_zone))) >= account.quiet_from and (extract(hour from ((greatest(text.send_at, now())) at time zone account.quiet_zone)) * 60 + extract(minute from ((greatest(text.send_at, now())) at time zone account.quiet_zone))) < account.quiet_until else (extract(hour from ((greatest(text.send_at, now())) at time zone account.quiet_zone)) * 60 + extract(minute from ((greatest(text.send_at, now())) at time zone account.quiet_zone))) >= account.quiet_from or (extract(hour from ((greatest(text.send_at, now())) at time zone account.quiet_zone)) * 60 + extract(minute from ((greatest(text.send_at, now())) at time zone account.quiet_zone))) < account.quiet_until end then (
    with probe as materialized (
      select probe.at, (((probe.at) at time zone account.quiet_zone) - ((probe.at) at time zone 'UTC')) as value
      from generate_series(greatest(text.send_at, now()), greatest(text.send_at, now()) + interval '3 days', interval '24 hours') as probe (at)
    )
    select found.at from (
      select ((((greatest(text.send_at, now())) at time zone account.quiet_zone)::date + next_day.n + make_interval(mins => account.quiet_until) - known.value) at time zone 'UTC') as at
      from generate_series(0, 2) as next_day (n) cross join (select distinct value from probe) as known
      union all
      select change.at
      from (
        select p.at, least(p.value, q.value) as low, greatest(p.value, q.value) as high, q.value > p.value as is_forward
        from probe p join probe q on q.at = p.at + interval '24 hours' and q.value <> p.value
      ) as pair
      cross join lateral (
        select ((pair.at) at time zone account.quiet_zone)::date + next_day.n as day from generate_series(0, 1) as next_day (n)
      ) as edge
      cross join generate_series(
        date_bin('15 minutes', ((edge.day + make_interval(mins => case when is_forward then account.quiet_until else account.quiet_from end) - pair.high) at time zone 'UTC'), 'epoch'), ((edge.day + make_interval(mins => case when is_forward then account.quiet_until else account.quiet_from end) - pair.low) at time zone 'UTC'), interval '15 minutes'
      ) as change (at)
      order by at offset 0
    ) found where found.at >= greatest(text.send_at, now()) and not case when account.quiet_from < account.quiet_until
    then (extract(hour from ((found.at) at time zone account.quiet_zone)) * 60 + extract(minute from ((found.at) at time zone account.quiet_zone))) >= account.quiet_from and (extract(hour from ((found.at) at time zone account.quiet_zone)) * 60 + extract(minute from ((found.at) at time zone account.quiet_zone))) < account.quiet_until else (extract(hour from ((found.at) at time zone account.quiet_zone)) * 60 + extract(minute from ((found.at) at time zone account.quiet_zone))) >= account.quiet_from or (extract(hour from ((found.at) at time zone account.quiet_zone)) * 60 + extract(minute from ((found.at) at time zone account.quiet_zone))) < account.quiet_until end
    order by found.at limit 1
  ) else text.send_at end as leaves_at,
    case
      when account.is_suspended then 'suspended'
      when text.send_at < now() - interval '60 seconds' then 'send_at_past'
      when text.send_at > now() + interval '840 hours' then 'send_at_far'
    end as refusal) time on true
), answer_budget as materialized (
  select *, case when unanswered > possible then possible end as units
  from (
    select text.*, t.unanswered, greatest(t.answers_until, now()) as base,
      floor(extract(epoch from now() + interval '500 minutes' - greatest(t.answers_until, now())) / 300)::int4 as possible
    from (
      select ord, account_id, lot, address_norm, confirms_stop,
        (row_number() over (partition by lot, address_norm order by ord))::int4 as nth
      from ruled_text where is_watched and rule = 'accepted' and taken_route is not null
    ) text
    cross join lateral (
      select unanswered, answers_until from thread t
      where t.account_id = text.account_id and t.address_norm = text.address_norm limit 1
    ) t
  ) bound
), beginning as materialized (
  select date_trunc('hour', $16::timestamptz, 'UTC') as hour, date_trunc('day', $16::timestamptz, 'UTC') as day
), key_budget as materialized (
  select text.*, case when left_of_hour = units then 'hour_used' else 'day_used' end as used_up
  from (
    select ord, lot, confirms_stop, sender_key_id, nth, hour as key_hour, used_hour as key_used_hour, day as key_day, used_day as key_used_day,
      case when not is_found then case when policy_key is null then 'policed' else 'locked' end end as unjudged,
      per_hour - used_hour as left_of_hour, least(per_hour - used_hour, per_day - used_day) as units
    from (
      select counted.*, key.id is not null as is_found, key.per_hour, key.per_day, now.hour, now.day,
        case when key.hour = now.hour then key.used_hour else 0 end as used_hour,
        case when key.day = now.day then key.used_day else 0 end as used_day
      from (
        select ord, account_id, lot, confirms_stop, sender_key_id, policy_key,
          row_number() over (partition by lot, sender_key_id order by ord) as nth
        from ruled_text where rule = 'accepted' and taken_route is not null and coalesce(policy->>'perHour', policy->>'perDay') is not null order by lot, sender_key_id, ord
      ) counted
      left join lateral (
        select id, (policy->>'perHour')::int4 as per_hour, (policy->>'perDay')::int4 as per_day, hour, used_hour, day, used_day
        from api_key
        where account_id = counted.account_id and id = counted.sender_key_id and revoked_at is null and policy is not null
        limit 1
      ) key on true
      cross join beginning own
      cross join lateral (
        select case when key.hour > own.hour and key.hour <= own.hour + interval '1 hour' then key.hour else own.hour end as hour, case when key.day > own.day and key.day <= own.day + interval '1 day' then key.day else own.day end as day
      ) now
    ) used
  ) text
), incoming_webhook_budget as materialized (
  select text.ord, text.lot, text.confirms_stop, text.incoming_webhook, rule.texts_per_hour - rule.used_hour as incoming_webhook_units
  from ruled_text text join incoming_webhook_rule rule on rule.ord = text.ord where rule = 'accepted' and taken_route is not null
), numbered_budget as (
  select ord, lot, confirms_stop, unjudged, used_up, of_key.units as key_units, key_hour, key_used_hour, key_day, key_used_day,
    incoming_webhook_units, of_answer.units as answer_units, possible, unanswered, base,
    (dense_rank() over (partition by lot order by sender_key_id))::int4 as key_no,
    (row_number() over (partition by lot, sender_key_id order by ord))::int4 as key_nth,
    (dense_rank() over (partition by lot order by incoming_webhook))::int4 as incoming_webhook_no,
    (row_number() over (partition by lot, incoming_webhook order by ord))::int4 as incoming_webhook_nth,
    (dense_rank() over (partition by lot order by address_norm))::int4 as answer_no,
    (row_number() over (partition by lot, address_norm order by ord))::int4 as answer_nth
  from key_budget of_key
  full join incoming_webhook_budget using (ord, lot, confirms_stop)
  full join answer_budget of_answer using (ord, lot, confirms_stop)
), bounded_text as materialized (
  select *, (row_number() over (partition by lot order by ord))::int4 as place,
    bool_or(unjudged is not null or coalesce(key_nth > key_units, false) or coalesce(incoming_webhook_nth > incoming_webhook_units, false)
      or coalesce(answer_nth > answer_units, false)) over (partition by lot) as is_short
  from numbered_budget
), walked_text as materialized (
  with recursive walk as (
    select lot, 0 as place, null::int8 as ord, null::text as refusal, null::int4 as walked_nth,
      array_fill(0, array[max(key_no)]) as key_used, array_fill(0, array[max(incoming_webhook_no)]) as incoming_webhook_used,
      array_fill(0, array[max(answer_no)]) as answer_used
    from bounded_text where is_short group by lot
    union all
    select lot, place, ord, refusal, answer_used[answer_no] + 1, case when refusal is null then key_used[:key_no - 1] || key_used[key_no] + 1 || key_used[key_no + 1:] else key_used end, case when refusal is null then incoming_webhook_used[:incoming_webhook_no - 1] || incoming_webhook_used[incoming_webhook_no] + 1 || incoming_webhook_used[incoming_webhook_no + 1:] else incoming_webhook_used end, case when refusal is null then answer_used[:answer_no - 1] || answer_used[answer_no] + 1 || answer_used[answer_no + 1:] else answer_used end
    from (
      select text.*, walk.key_used, walk.incoming_webhook_used, walk.answer_used,
        case
          when text.unjudged is not null then text.unjudged
          when walk.key_used[text.key_no] >= text.key_units then text.used_up
          when walk.incoming_webhook_used[text.incoming_webhook_no] >= text.incoming_webhook_units then 'incoming_webhook_used'
          when walk.answer_used[text.answer_no] >= text.answer_units and not text.confirms_stop then 'loop_suspected'
        end as refusal
      from walk join bounded_text text on text.lot = walk.lot and text.place = walk.place + 1
    ) walked
  )
  select ord, refusal, walked_nth from walk where ord is not null
), budget as materialized (
  select ord, refusal as over_budget, key_hour, key_used_hour, key_day, key_used_day,
    case when coalesce(walked_nth, answer_nth) between possible and unanswered
      then base + (coalesce(walked_nth, answer_nth) - 99) * interval '5 minutes' end as next_answer_at
  from bounded_text full join walked_text using (ord)
),
numbered_text as (
  select text.*, budget.*,
    count(*) filter (where rule = 'accepted' and taken_route is not null and over_budget is null)
      over (partition by text.lot order by text.ord) as n
  from ruled_text text left join lateral (select over_budget, key_hour, key_used_hour, key_day, key_used_day, next_answer_at
  from budget where ord = text.ord) budget on true
), decided as materialized (
  select *,
    case
      when rule <> 'accepted' then rule
      when used + n > cap or (used + n = cap and over_budget is not null) then 'cap_reached'
      when over_budget is not null then over_budget
      when taken_route is null then 'no_route'
      else 'accepted'
    end as verdict
  from numbered_text
)
select $22::text as nonce, plan as plan, subscription_status as subscription_status, coalesce(exempt, false) as exempt, coalesce(has_device or has_gateway, false) as has_route, coalesce(is_suspended, false) as is_suspended, account_id as account_id, taken_sender as sender, case when verdict = 'accepted' and has_to_wait is not true then leaves_at end as send_at, case when verdict = 'accepted' and has_to_wait then 'approval' end as awaiting, case when policy is not null and verdict in ('replayed', 'key_ended', 'key_scope', 'ref_barred', 'sender_barred', 'recipient_barred', 'hour_used', 'day_used') then policy::json end as policy, verdict as verdict, original_id as original_id, taken_route as route, case when leaves_at > now() then leaves_at end as leaves_at, coalesce(used, 0) as texts_used, d.id as device_id, d.name as device_name, d.is_online as is_online, w.taken_sender is null as may_be_shared, coalesce((
    select json_agg(distinct c.carrier) from carrier_number c
    where c.account_id = w.account_id and w.taken_route = 'gateway' and (w.taken_sender is null or c.number = w.taken_sender)
  ), '[]') as numbered_carriers from decided w
left join lateral (
  select d.id, d.name, coalesce(d.online_until > $16::timestamptz, false) as is_online, t.device_id is not null as is_kept
  from device d
  left join thread t on t.account_id = w.account_id and t.address_norm = w.address_norm and t.device_id = d.id
  where w.taken_route = 'device' and d.account_id = w.account_id and d.unpaired_at is null
    and (w.taken_sender is null or w.taken_sender = 'device:' || d.id or w.taken_sender like 'device:' || d.id || '/%')
  order by is_online desc, is_kept desc, d.id limit 1
) d on true
order by ord

-- The statements of send_texts.ts as they run. npm run generate writes this file.

-- sends: bound
with key as (
  select decode(hash, 'hex') as hash, count, no from unnest($19::text[], $20::int4[]) with ordinality as t (hash, count, no)
), known as materialized (
  select k.*, o.owner_id, o.key_id, o.mark from key k
  cross join lateral (select account_id as owner_id, id as key_id, policy as mark from api_key
    where hash = k.hash and (api_key.revoked_at is null and (api_key.session_id is null or exists (
      select from user_session session
      join membership on membership.user_id = session.user_id and membership.account_id = case when api_key.account_id > 999999999999 then api_key.account_id - 1000000000000 else api_key.account_id end
      where session.id = api_key.session_id and session.expires_at > $23::timestamptz
        and not exists (select from erasure where erasure.account_id = api_key.account_id and erasure.kind = 'account')
        and session.last_seen_at > $23::timestamptz - make_interval(secs => 604800)))) limit 1) o
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
),
input as materialized (
  select text.route, text.send_at, text.is_urgent, text.policy_key, text.address, text.address_norm, text.body, text.segments, text.encoding, text.client_ref, text.sender, text.status_callback, text.stop_reply_until, text.incoming_webhook, text.as_of_erasure, text.ord, text.stop_reply_until is not null as confirms_stop,
    coalesce(text.account_id, key.owner_id) as account_id, coalesce(text.account_id, key.owner_id) as lot, key.key_id, key.remaining, key.reset_ms, case
      when key.mark is null then null
      when key.mark->>'sender' is not null or coalesce(key.mark->>'requireApproval', 'never') <> 'never' then 'full'
      when coalesce(key.mark->>'perHour', key.mark->>'perDay') is not null then 'counted'
      else 'light'
    end as policed, key.mark as own_policy,
    case
      when (select is_any from unopened) then 'unopened'
      when text.key_no = 0 then null
      when key.no is null then case when text.key_no in (select no from known) then 'locked' else 'invalid_key' end
      when text.nth > key.admitted then 'rate_limited'
      when false then 'policed'
    end as barred
  from unnest($1::int8[], $2::text[], $3::timestamptz[], $4::bool[], $5::text[], $6::text[], $7::text[], $8::text[], $9::int2[], $10::message_encoding[], $11::text[], $12::text[], $13::text[], $14::timestamptz[], $15::text[], $16::int8[], $17::int4[], $18::int4[]) with ordinality as text (account_id, route, send_at, is_urgent, policy_key, address, address_norm, body, segments, encoding, client_ref, sender, status_callback, stop_reply_until, incoming_webhook, as_of_erasure, key_no, nth, ord)
  left join judged key on key.no = text.key_no
),
locked_account as materialized (
  select account.* from (select distinct account_id as id from input where barred is null order by 1) named
  cross join lateral (
    select id, plan, subscription_status, exempt, period, texts_used, last_message_id, last_seq, opt_out_changes, last_erasure_id,
      suspended_at is not null as is_suspended, quiet_zone, quiet_from, quiet_until, coalesce(account.answers_until > now() + interval '250 minutes', false) as is_watched
    from account where id = named.id limit 1 for update
  ) account
), known_account as materialized (
  select locked.*,
    (case when locked.opt_out_changes > 0 then
      locked.opt_out_changes <> (select k.opt_out_changes from account k where k.id = locked.id) else false end) as has_moved,
    quiet_zone is not null or is_suspended or is_watched as needs_time_rule,
    greatest(locked.period, $21::date) as month,
    case when locked.period < $21::date then 0 else locked.texts_used end as used,
    case when locked.exempt then null else coalesce(tier.cap, 0) end as cap,
    (select true from device where account_id = locked.id and unpaired_at is null limit 1) is not null as has_device,
    case
      when $26::bool or locked.id > 999999999999 then true
      when $27::text[] = '{}' then false
      else (
        select true from carrier_number where account_id = locked.id and carrier = any ($27::text[]) limit 1
      ) is not null
    end as has_gateway
  from locked_account locked left join unnest($24::text[], $25::int4[]) as tier (plan, cap) on tier.plan = locked.plan
), routed_account as materialized (
  -- A device that is online comes first, then a carrier, then a device that is not.
  select known.*,
    case
      when not known.has_gateway then case when known.has_device then 'device' end
      when known.has_device and (
        select true from device
        where account_id = known.id and unpaired_at is null and online_until > $23::timestamptz limit 1
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
      when (text.policy->>'endsAtMs')::int8 <= extract(epoch from $23::timestamptz) * 1000 then 'key_ended'
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
), locked_incoming_webhook as materialized (
  select named.account_id, incoming_webhook.*, case when incoming_webhook.hour > date_trunc('hour', $23::timestamptz, 'UTC') and incoming_webhook.hour <= date_trunc('hour', $23::timestamptz, 'UTC') + interval '1 hour' then incoming_webhook.hour else date_trunc('hour', $23::timestamptz, 'UTC') end as now_hour
  from (
    select distinct text.account_id, text.incoming_webhook
    from input text
    join locked_account account on account.id = text.account_id
    where text.incoming_webhook is not null order by 1, 2
  ) named
  cross join lateral (
    select name, texts_per_hour, hour, used_hour from incoming_webhook
    where account_id = named.account_id and name = named.incoming_webhook limit 1 for update
  ) incoming_webhook
), incoming_webhook_rule as materialized (
  select text.ord, text.account_id, incoming_webhook.name, incoming_webhook.texts_per_hour, incoming_webhook.now_hour,
    case when incoming_webhook.hour = incoming_webhook.now_hour then incoming_webhook.used_hour else 0 end as used_hour,
    case
      when incoming_webhook.name is not null then null
      when exists (select from incoming_webhook h where h.account_id = text.account_id and h.name = text.incoming_webhook) then 'locked'
      else 'no_incoming_webhook'
    end as refusal
  from input text
  left join locked_incoming_webhook incoming_webhook on incoming_webhook.account_id = text.account_id and incoming_webhook.name = text.incoming_webhook
  where text.incoming_webhook is not null
),
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
      when account.month > $22::date then 'period_ahead'
      when account.exempt then 'accepted'
      when account.plan is null then 'no_plan'
      when account.subscription_status is null or account.subscription_status <> all ($28::text[]) then 'no_subscription'
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
  left join lateral (select * from incoming_webhook_rule where ord = text.ord) incoming_webhook on true
  left join lateral (select case
      when coalesce(text.sender, key.sender) like 'device:%' then case when exists (
        select from device d
        where d.account_id = text.account_id and d.id = split_part(substr(coalesce(text.sender, key.sender), 8), '/', 1)::int8 and d.unpaired_at is null
          and (coalesce(text.sender, key.sender) not like '%/%' or exists (
            select from sim s where s.account_id = d.account_id and s.device_id = d.id and s.present
              and s.slot = split_part(coalesce(text.sender, key.sender), '/', 2)::int2))
      ) then 'device' end
      when exists (
        select from carrier_number c where c.account_id = text.account_id and c.number = coalesce(text.sender, key.sender) and (c.carrier = any ($27::text[]) or c.carrier = 'Sandbox')
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
      where t.account_id = text.account_id and t.address_norm = text.address_norm limit 1 for update
    ) t
  ) bound
), beginning as materialized (
  select date_trunc('hour', $23::timestamptz, 'UTC') as hour, date_trunc('day', $23::timestamptz, 'UTC') as day
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
        limit 1 for update
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
), charged_account as (
  update account set
    last_message_id = account.last_message_id + accepted.n,
    last_seq = account.last_seq + accepted.n,
    period = accepted.month,
    texts_used = accepted.used + accepted.n
  from (
    select account_id, month, used, count(*)::int4 as n from decided where verdict = 'accepted' group by 1, 2, 3
  ) accepted
  where account.id = accepted.account_id
), written_text as (
  insert into message (account_id, id, seq, direction, status, route, address, address_norm, body, segments, encoding, client_ref, status_callback, sender, charged,
    attempt, created_at, deadline_at, send_at, awaiting, confirms_stop, steps)
  select account_id, last_message_id + n, last_seq + n, 'out',
    (case when has_to_wait or leaves_at > now() then 'scheduled' else 'queued' end)::message_status,
    taken_route::message_route, address, address_norm, body, segments, encoding, client_ref, status_callback, taken_sender, true,
    0, $23::timestamptz, case when has_to_wait then ($23::timestamptz + interval '24 hours') + make_interval(secs => extract(epoch from $29::timestamptz - $23::timestamptz)::float8)
      else coalesce(stop_reply_until, greatest($29::timestamptz, leaves_at + make_interval(secs => extract(epoch from $29::timestamptz - $23::timestamptz)::float8))) end,
    case when has_to_wait then null else leaves_at end,
    case when has_to_wait then 'approval' end,
    nullif(confirms_stop, false),
    nullif(concat(
      'k' || sender_key_id || E'
',
      case
        when has_to_wait then 'c' || (extract(epoch from $23::timestamptz) * 1000)::int8 || ' |' || translate(left(((extract(epoch from ($23::timestamptz + interval '24 hours')) * 1000)::int8)::text, 120), E'\n\r', '  ') || E'\n'
        when leaves_at <= now() or leaves_at is null then null
        when leaves_at is distinct from send_at then 'q' || (extract(epoch from $23::timestamptz) * 1000)::int8 || ' |' || translate(left(((extract(epoch from leaves_at) * 1000)::int8)::text, 120), E'\n\r', '  ') || E'\n'
        else 's' || (extract(epoch from $23::timestamptz) * 1000)::int8 || ' |' || translate(left(((extract(epoch from leaves_at) * 1000)::int8)::text, 120), E'\n\r', '  ') || E'\n'
      end,
      case when next_answer_at is not null then 'b' || (extract(epoch from $23::timestamptz) * 1000)::int8 || ' |' || translate(left(((extract(epoch from next_answer_at) * 1000)::int8)::text, 120), E'\n\r', '  ') || E'\n' end
    ), '')
  from decided where verdict = 'accepted'
), written_thread as (
  insert into thread as t (account_id, address_norm, address, last_message_id, message_count)
  select account_id, address_norm, (array_agg(address order by n desc))[1], max(last_message_id + n), count(*)
  from decided where verdict = 'accepted' group by account_id, address_norm
  on conflict (account_id, address_norm) do update set
    address = excluded.address,
    last_message_id = excluded.last_message_id,
    message_count = t.message_count + excluded.message_count,
    unanswered = greatest(t.unanswered - excluded.message_count, 0),
    answers_until = case
      when t.unanswered > 0 then greatest(t.answers_until, now()) + least(t.unanswered, excluded.message_count) * interval '5 minutes'
      else t.answers_until
    end
), charged_key as (
  update api_key key set hour = used.key_hour, used_hour = used.key_used_hour + used.n, day = used.key_day,
    used_day = used.key_used_day + used.n
  from (
    select account_id, sender_key_id, key_hour, key_used_hour, key_day, key_used_day, count(*)::int4 as n
    from decided where verdict = 'accepted' and key_hour is not null group by 1, 2, 3, 4, 5, 6
  ) used
  where key.account_id = used.account_id and key.id = used.sender_key_id
), charged_incoming_webhook as (
  update incoming_webhook set hour = used.now_hour, used_hour = used.used_hour + used.n, last_used_at = $23::timestamptz
  from (
    select rule.account_id, rule.name, rule.now_hour, rule.used_hour, count(*)::int4 as n
    from decided text join incoming_webhook_rule rule on rule.ord = text.ord
    where text.verdict = 'accepted' group by 1, 2, 3, 4
  ) used
  where incoming_webhook.account_id = used.account_id and incoming_webhook.name = used.name
), written_approval as (
  insert into approval (account_id, message_id, key_id, created_at, expires_at, send_at, is_urgent)
  select account_id, last_message_id + n, sender_key_id, $23::timestamptz, ($23::timestamptz + interval '24 hours'), send_at, is_urgent
  from decided where verdict = 'accepted' and has_to_wait
)
select $30::text as nonce, plan as plan, subscription_status as subscription_status, coalesce(exempt, false) as exempt, coalesce(has_device or has_gateway, false) as has_route, coalesce(is_suspended, false) as is_suspended, account_id as account_id, taken_sender as sender, case when verdict = 'accepted' and has_to_wait is not true then leaves_at end as send_at, case when verdict = 'accepted' and has_to_wait then 'approval' end as awaiting, case when policy is not null and verdict in ('replayed', 'key_ended', 'key_scope', 'ref_barred', 'sender_barred', 'recipient_barred', 'hour_used', 'day_used') then policy::json end as policy, policed as policed, verdict as verdict, case verdict when 'accepted' then last_message_id + n when 'replayed' then original_id else 0 end as id, case verdict when 'accepted' then last_seq + n else 0 end as seq, coalesce(taken_route, 'device') as route, coalesce(used + case when cap is null then n else least(n, greatest(cap - used, 0)) end, 0)::int4 as texts_used, remaining as remaining, reset_ms as reset_ms from decided order by ord

-- sends: bound leaving locked rows out, which differs from sends: bound
--   12 - ), opened as materialized (
--      + ), free as materialized (select id from account where id in (select owner_id from known) for update skip locked), opened as materialized (
--   14 -   where w.key_hash in (select hash from known ) order by w.key_hash for update
--      +   where w.key_hash in (select hash from known where owner_id in (select id from free)) order by w.key_hash for update skip locked
--   63 -     from account where id = named.id limit 1 for update
--      +     from account where id = named.id limit 1 for update skip locked
--  165 -     where account_id = named.account_id and name = named.incoming_webhook limit 1 for update
--      +     where account_id = named.account_id and name = named.incoming_webhook limit 1 for update skip locked
--  301 -         limit 1 for update
--      +         limit 1 for update skip locked

-- sends: keyed, which differs from sends: bound
--   47 -     end as policed, key.mark as own_policy,
--      +     end as policed, key.mark as own_policy, key.mark->>'sender' as own_sender, case key.mark->>'requireApproval'
--      +       when 'always' then true
--      +       when 'new_recipients' then (
--      +         select true from message known where known.account_id = key.owner_id and known.address_norm = text.address_norm
--      +           and (known.direction = 'in' or known.sent_at is not null) limit 1
--      +       ) is null
--      +       else false
--      +     end as own_wait,
--      +       when key.mark->>'reads' = 'known' and exists (
--      +         select from message original
--      +         where original.account_id = key.owner_id and original.client_ref = text.client_ref
--      +           and case key.mark->'recipients'->>0
--      +         when 'any' then false
--      +         when 'writers' then (
--      +           select true from message
--      +           where account_id = key.owner_id and address_norm = original.address_norm and direction = 'in' limit 1
--      +         ) is null
--      +         else not (
--      +           key.mark->'recipients' ? original.address_norm
--      +           or right(key.mark->'recipients'->>0, 1) = '*' and starts_with(original.address_norm, rtrim(key.mark->'recipients'->>0, '*'))
--      +           or key.mark->'recipients' ?| array[left(original.address_norm, 2) || '*', left(original.address_norm, 3) || '*', left(original.address_norm, 4) || '*', left(original.address_norm, 5) || '*', left(original.address_norm, 6) || '*', left(original.address_norm, 7) || '*', left(original.address_norm, 8) || '*', left(original.address_norm, 9) || '*', left(original.address_norm, 10) || '*', left(original.address_norm, 11) || '*', left(original.address_norm, 12) || '*', left(original.address_norm, 13) || '*', left(original.address_norm, 14) || '*', left(original.address_norm, 15) || '*']
--      +         )
--      +       end
--      +       ) then 'ref_barred'
--      +     end as own_barred, case
--      +       when key.mark is null then null
--      +       when (key.mark->>'endsAtMs')::int8 <= extract(epoch from $23::timestamptz) * 1000 then 'key_ended'
--      +       when not key.mark->'scopes' ? 'send' then 'key_scope'
--      +       when text.sender <> key.mark->>'sender' then 'sender_barred'
--      +       when case key.mark->'recipients'->>0
--      +         when 'any' then false
--      +         when 'writers' then (
--      +           select true from message
--      +           where account_id = key.owner_id and address_norm = text.address_norm and direction = 'in' limit 1
--      +         ) is null
--      +         else not (
--      +           key.mark->'recipients' ? text.address_norm
--      +           or right(key.mark->'recipients'->>0, 1) = '*' and starts_with(text.address_norm, rtrim(key.mark->'recipients'->>0, '*'))
--      +           or key.mark->'recipients' ?| array[left(text.address_norm, 2) || '*', left(text.address_norm, 3) || '*', left(text.address_norm, 4) || '*', left(text.address_norm, 5) || '*', left(text.address_norm, 6) || '*', left(text.address_norm, 7) || '*', left(text.address_norm, 8) || '*', left(text.address_norm, 9) || '*', left(text.address_norm, 10) || '*', left(text.address_norm, 11) || '*', left(text.address_norm, 12) || '*', left(text.address_norm, 13) || '*', left(text.address_norm, 14) || '*', left(text.address_norm, 15) || '*']
--      +         )
--      +       end then 'recipient_barred'
--      +     end as own_refusal,
--      +     case
--   94 - ), named_key as materialized (
--   95 -   select named.hash, key.id, key.account_id, key.policy
--   96 -   from (select distinct policy_key as hash from input where policy_key is not null) named
--   97 -   cross join lateral (
--   98 -     select id, account_id, policy from api_key
--   99 -     where hash = decode(named.hash, 'hex') and revoked_at is null limit 1
--  100 -   ) key
--  101 - ), key_rule as materialized (
--  102 -   select text.ord, text.named_id as key_id, text.policy, text.policy->>'sender' as sender,
--  103 -     case text.policy->>'requireApproval'
--  104 -       when 'always' then true
--  105 -       when 'new_recipients' then (
--  106 -         select true from message known where known.account_id = text.account_id and known.address_norm = text.address_norm
--  107 -           and (known.direction = 'in' or known.sent_at is not null) limit 1
--  108 -       ) is null
--  109 -       else false
--  110 -     end as has_to_wait,
--  111 -     coalesce(text.unknown, case
--  112 -       when text.policy->>'reads' = 'known' and exists (
--  113 -         select from message original
--  114 -         where original.account_id = text.account_id and original.client_ref = text.client_ref
--  115 -           and case text.policy->'recipients'->>0
--  116 -         when 'any' then false
--  117 -         when 'writers' then (
--  118 -           select true from message
--  119 -           where account_id = text.account_id and address_norm = original.address_norm and direction = 'in' limit 1
--  120 -         ) is null
--  121 -         else not (
--  122 -           text.policy->'recipients' ? original.address_norm
--  123 -           or right(text.policy->'recipients'->>0, 1) = '*' and starts_with(original.address_norm, rtrim(text.policy->'recipients'->>0, '*'))
--  124 -           or text.policy->'recipients' ?| array[left(original.address_norm, 2) || '*', left(original.address_norm, 3) || '*', left(original.address_norm, 4) || '*', left(original.address_norm, 5) || '*', left(original.address_norm, 6) || '*', left(original.address_norm, 7) || '*', left(original.address_norm, 8) || '*', left(original.address_norm, 9) || '*', left(original.address_norm, 10) || '*', left(original.address_norm, 11) || '*', left(original.address_norm, 12) || '*', left(original.address_norm, 13) || '*', left(original.address_norm, 14) || '*', left(original.address_norm, 15) || '*']
--  125 -         )
--  126 -       end
--  127 -       ) then 'ref_barred'
--  128 -     end) as barred,
--  129 -     case
--  130 -       when text.policy is null then null
--  131 -       when (text.policy->>'endsAtMs')::int8 <= extract(epoch from $23::timestamptz) * 1000 then 'key_ended'
--  132 -       when not text.policy->'scopes' ? 'send' then 'key_scope'
--  133 -       when text.sender <> text.policy->>'sender' then 'sender_barred'
--  134 -       when case text.policy->'recipients'->>0
--  135 -         when 'any' then false
--  136 -         when 'writers' then (
--  137 -           select true from message
--  138 -           where account_id = text.account_id and address_norm = text.address_norm and direction = 'in' limit 1
--  139 -         ) is null
--  140 -         else not (
--  141 -           text.policy->'recipients' ? text.address_norm
--  142 -           or right(text.policy->'recipients'->>0, 1) = '*' and starts_with(text.address_norm, rtrim(text.policy->'recipients'->>0, '*'))
--  143 -           or text.policy->'recipients' ?| array[left(text.address_norm, 2) || '*', left(text.address_norm, 3) || '*', left(text.address_norm, 4) || '*', left(text.address_norm, 5) || '*', left(text.address_norm, 6) || '*', left(text.address_norm, 7) || '*', left(text.address_norm, 8) || '*', left(text.address_norm, 9) || '*', left(text.address_norm, 10) || '*', left(text.address_norm, 11) || '*', left(text.address_norm, 12) || '*', left(text.address_norm, 13) || '*', left(text.address_norm, 14) || '*', left(text.address_norm, 15) || '*']
--  144 -         )
--  145 -       end then 'recipient_barred'
--  146 -     end as refusal
--  147 -   from (
--  148 -     select text.ord, text.account_id, text.client_ref, text.address_norm, text.sender, named.id as named_id,
--  149 -       coalesce(text.own_policy, named.policy) as policy,
--  150 -       case when text.policy_key is not null and named.hash is null then 'invalid_key' end as unknown
--  151 -     from input text
--  152 -     left join named_key named on named.hash = text.policy_key and named.account_id = text.account_id
--  153 -     where text.policy_key is not null or text.own_policy is not null
--  154 -   ) text
--  155 - ), locked_incoming_webhook as materialized (
--  156 -   select named.account_id, incoming_webhook.*, case when incoming_webhook.hour > date_trunc('hour', $23::timestamptz, 'UTC') and incoming_webhook.hour <= date_trunc('hour', $23::timestamptz, 'UTC') + interval '1 hour' then incoming_webhook.hour else date_trunc('hour', $23::timestamptz, 'UTC') end as now_hour
--  157 -   from (
--  158 -     select distinct text.account_id, text.incoming_webhook
--  159 -     from input text
--  160 -     join locked_account account on account.id = text.account_id
--  161 -     where text.incoming_webhook is not null order by 1, 2
--  162 -   ) named
--  163 -   cross join lateral (
--  164 -     select name, texts_per_hour, hour, used_hour from incoming_webhook
--  165 -     where account_id = named.account_id and name = named.incoming_webhook limit 1 for update
--  166 -   ) incoming_webhook
--  167 - ), incoming_webhook_rule as materialized (
--  168 -   select text.ord, text.account_id, incoming_webhook.name, incoming_webhook.texts_per_hour, incoming_webhook.now_hour,
--  169 -     case when incoming_webhook.hour = incoming_webhook.now_hour then incoming_webhook.used_hour else 0 end as used_hour,
--  170 -     case
--  171 -       when incoming_webhook.name is not null then null
--  172 -       when exists (select from incoming_webhook h where h.account_id = text.account_id and h.name = text.incoming_webhook) then 'locked'
--  173 -       else 'no_incoming_webhook'
--  174 -     end as refusal
--  175 -   from input text
--  176 -   left join locked_incoming_webhook incoming_webhook on incoming_webhook.account_id = text.account_id and incoming_webhook.name = text.incoming_webhook
--  177 -   where text.incoming_webhook is not null
--  219 -   left join lateral (select * from key_rule where ord = text.ord) key on true
--  220 -   left join lateral (select * from incoming_webhook_rule where ord = text.ord) incoming_webhook on true
--      +   left join lateral (select null::int8 as key_id, text.own_policy as policy, text.own_sender as sender,
--      +     text.own_wait as has_to_wait, text.own_barred as barred, text.own_refusal as refusal) key on true
--      +   left join lateral (select null::text as refusal) incoming_webhook on true
--  232 -   left join lateral (select true as is_judged,
--  233 -     case when account.quiet_zone is null or text.is_urgent then text.send_at
--  234 -     when case when account.quiet_from < account.quiet_until
--  235 -     then (extract(hour from ((greatest(text.send_at, now())) at time zone account.quiet_zone)) * 60 + extract(minute from ((greatest(text.send_at, now())) at time zone account.quiet_zone))) >= account.quiet_from and (extract(hour from ((greatest(text.send_at, now())) at time zone account.quiet_zone)) * 60 + extract(minute from ((greatest(text.send_at, now())) at time zone account.quiet_zone))) < account.quiet_until else (extract(hour from ((greatest(text.send_at, now())) at time zone account.quiet_zone)) * 60 + extract(minute from ((greatest(text.send_at, now())) at time zone account.quiet_zone))) >= account.quiet_from or (extract(hour from ((greatest(text.send_at, now())) at time zone account.quiet_zone)) * 60 + extract(minute from ((greatest(text.send_at, now())) at time zone account.quiet_zone))) < account.quiet_until end then (
--  236 -     with probe as materialized (
--  237 -       select probe.at, (((probe.at) at time zone account.quiet_zone) - ((probe.at) at time zone 'UTC')) as value
--  238 -       from generate_series(greatest(text.send_at, now()), greatest(text.send_at, now()) + interval '3 days', interval '24 hours') as probe (at)
--  239 -     )
--  240 -     select found.at from (
--  241 -       select ((((greatest(text.send_at, now())) at time zone account.quiet_zone)::date + next_day.n + make_interval(mins => account.quiet_until) - known.value) at time zone 'UTC') as at
--  242 -       from generate_series(0, 2) as next_day (n) cross join (select distinct value from probe) as known
--  243 -       union all
--  244 -       select change.at
--  245 -       from (
--  246 -         select p.at, least(p.value, q.value) as low, greatest(p.value, q.value) as high, q.value > p.value as is_forward
--  247 -         from probe p join probe q on q.at = p.at + interval '24 hours' and q.value <> p.value
--  248 -       ) as pair
--  249 -       cross join lateral (
--  250 -         select ((pair.at) at time zone account.quiet_zone)::date + next_day.n as day from generate_series(0, 1) as next_day (n)
--  251 -       ) as edge
--  252 -       cross join generate_series(
--  253 -         date_bin('15 minutes', ((edge.day + make_interval(mins => case when is_forward then account.quiet_until else account.quiet_from end) - pair.high) at time zone 'UTC'), 'epoch'), ((edge.day + make_interval(mins => case when is_forward then account.quiet_until else account.quiet_from end) - pair.low) at time zone 'UTC'), interval '15 minutes'
--  254 -       ) as change (at)
--  255 -       order by at offset 0
--  256 -     ) found where found.at >= greatest(text.send_at, now()) and not case when account.quiet_from < account.quiet_until
--  257 -     then (extract(hour from ((found.at) at time zone account.quiet_zone)) * 60 + extract(minute from ((found.at) at time zone account.quiet_zone))) >= account.quiet_from and (extract(hour from ((found.at) at time zone account.quiet_zone)) * 60 + extract(minute from ((found.at) at time zone account.quiet_zone))) < account.quiet_until else (extract(hour from ((found.at) at time zone account.quiet_zone)) * 60 + extract(minute from ((found.at) at time zone account.quiet_zone))) >= account.quiet_from or (extract(hour from ((found.at) at time zone account.quiet_zone)) * 60 + extract(minute from ((found.at) at time zone account.quiet_zone))) < account.quiet_until end
--  258 -     order by found.at limit 1
--  259 -   ) else text.send_at end as leaves_at,
--  260 -     case
--  261 -       when account.is_suspended then 'suspended'
--  262 -       when text.send_at < now() - interval '60 seconds' then 'send_at_past'
--  263 -       when text.send_at > now() + interval '840 hours' then 'send_at_far'
--  264 -     end as refusal) time on true
--  265 - ), answer_budget as materialized (
--  266 -   select *, case when unanswered > possible then possible end as units
--  267 -   from (
--  268 -     select text.*, t.unanswered, greatest(t.answers_until, now()) as base,
--  269 -       floor(extract(epoch from now() + interval '500 minutes' - greatest(t.answers_until, now())) / 300)::int4 as possible
--  270 -     from (
--  271 -       select ord, account_id, lot, address_norm, confirms_stop,
--  272 -         (row_number() over (partition by lot, address_norm order by ord))::int4 as nth
--  273 -       from ruled_text where is_watched and rule = 'accepted' and taken_route is not null
--  274 -     ) text
--  275 -     cross join lateral (
--  276 -       select unanswered, answers_until from thread t
--  277 -       where t.account_id = text.account_id and t.address_norm = text.address_norm limit 1 for update
--  278 -     ) t
--  279 -   ) bound
--      +   left join lateral (select null::bool as is_judged, null::text as refusal, null::timestamptz as leaves_at) time on true
--  309 - ), incoming_webhook_budget as materialized (
--  310 -   select text.ord, text.lot, text.confirms_stop, text.incoming_webhook, rule.texts_per_hour - rule.used_hour as incoming_webhook_units
--  311 -   from ruled_text text join incoming_webhook_rule rule on rule.ord = text.ord where rule = 'accepted' and taken_route is not null
--  312 - ), numbered_budget as (
--  313 -   select ord, lot, confirms_stop, unjudged, used_up, of_key.units as key_units, key_hour, key_used_hour, key_day, key_used_day,
--  314 -     incoming_webhook_units, of_answer.units as answer_units, possible, unanswered, base,
--  315 -     (dense_rank() over (partition by lot order by sender_key_id))::int4 as key_no,
--  316 -     (row_number() over (partition by lot, sender_key_id order by ord))::int4 as key_nth,
--  317 -     (dense_rank() over (partition by lot order by incoming_webhook))::int4 as incoming_webhook_no,
--  318 -     (row_number() over (partition by lot, incoming_webhook order by ord))::int4 as incoming_webhook_nth,
--  319 -     (dense_rank() over (partition by lot order by address_norm))::int4 as answer_no,
--  320 -     (row_number() over (partition by lot, address_norm order by ord))::int4 as answer_nth
--  321 -   from key_budget of_key
--  322 -   full join incoming_webhook_budget using (ord, lot, confirms_stop)
--  323 -   full join answer_budget of_answer using (ord, lot, confirms_stop)
--  324 - ), bounded_text as materialized (
--  325 -   select *, (row_number() over (partition by lot order by ord))::int4 as place,
--  326 -     bool_or(unjudged is not null or coalesce(key_nth > key_units, false) or coalesce(incoming_webhook_nth > incoming_webhook_units, false)
--  327 -       or coalesce(answer_nth > answer_units, false)) over (partition by lot) as is_short
--  328 -   from numbered_budget
--  329 - ), walked_text as materialized (
--  330 -   with recursive walk as (
--  331 -     select lot, 0 as place, null::int8 as ord, null::text as refusal, null::int4 as walked_nth,
--  332 -       array_fill(0, array[max(key_no)]) as key_used, array_fill(0, array[max(incoming_webhook_no)]) as incoming_webhook_used,
--  333 -       array_fill(0, array[max(answer_no)]) as answer_used
--  334 -     from bounded_text where is_short group by lot
--  335 -     union all
--  336 -     select lot, place, ord, refusal, answer_used[answer_no] + 1, case when refusal is null then key_used[:key_no - 1] || key_used[key_no] + 1 || key_used[key_no + 1:] else key_used end, case when refusal is null then incoming_webhook_used[:incoming_webhook_no - 1] || incoming_webhook_used[incoming_webhook_no] + 1 || incoming_webhook_used[incoming_webhook_no + 1:] else incoming_webhook_used end, case when refusal is null then answer_used[:answer_no - 1] || answer_used[answer_no] + 1 || answer_used[answer_no + 1:] else answer_used end
--  337 -     from (
--  338 -       select text.*, walk.key_used, walk.incoming_webhook_used, walk.answer_used,
--  339 -         case
--  340 -           when text.unjudged is not null then text.unjudged
--  341 -           when walk.key_used[text.key_no] >= text.key_units then text.used_up
--  342 -           when walk.incoming_webhook_used[text.incoming_webhook_no] >= text.incoming_webhook_units then 'incoming_webhook_used'
--  343 -           when walk.answer_used[text.answer_no] >= text.answer_units and not text.confirms_stop then 'loop_suspected'
--  344 -         end as refusal
--  345 -       from walk join bounded_text text on text.lot = walk.lot and text.place = walk.place + 1
--  346 -     ) walked
--  347 -   )
--  348 -   select ord, refusal, walked_nth from walk where ord is not null
--  349 - ), budget as materialized (
--  350 -   select ord, refusal as over_budget, key_hour, key_used_hour, key_day, key_used_day,
--  351 -     case when coalesce(walked_nth, answer_nth) between possible and unanswered
--  352 -       then base + (coalesce(walked_nth, answer_nth) - 99) * interval '5 minutes' end as next_answer_at
--  353 -   from bounded_text full join walked_text using (ord)
--  359 -   from ruled_text text left join lateral (select over_budget, key_hour, key_used_hour, key_day, key_used_day, next_answer_at
--  360 -   from budget where ord = text.ord) budget on true
--      +   from ruled_text text left join lateral (select coalesce(unjudged, case when nth > units then used_up end) as over_budget,
--      +     key_hour, key_used_hour, key_day, key_used_day, null::timestamptz as next_answer_at
--      +   from key_budget where ord = text.ord) budget on true
--  425 - ), charged_incoming_webhook as (
--  426 -   update incoming_webhook set hour = used.now_hour, used_hour = used.used_hour + used.n, last_used_at = $23::timestamptz
--  427 -   from (
--  428 -     select rule.account_id, rule.name, rule.now_hour, rule.used_hour, count(*)::int4 as n
--  429 -     from decided text join incoming_webhook_rule rule on rule.ord = text.ord
--  430 -     where text.verdict = 'accepted' group by 1, 2, 3, 4
--  431 -   ) used
--  432 -   where incoming_webhook.account_id = used.account_id and incoming_webhook.name = used.name

-- sends: keyed leaving locked rows out, which differs from sends: keyed
--   12 - ), opened as materialized (
--      + ), free as materialized (select id from account where id in (select owner_id from known) for update skip locked), opened as materialized (
--   14 -   where w.key_hash in (select hash from known ) order by w.key_hash for update
--      +   where w.key_hash in (select hash from known where owner_id in (select id from free)) order by w.key_hash for update skip locked
--  105 -     from account where id = named.id limit 1 for update
--      +     from account where id = named.id limit 1 for update skip locked
--  213 -         limit 1 for update
--      +         limit 1 for update skip locked

-- sends: counted, which differs from sends: keyed
--   47 -     end as policed, key.mark as own_policy, key.mark->>'sender' as own_sender, case key.mark->>'requireApproval'
--   48 -       when 'always' then true
--   49 -       when 'new_recipients' then (
--   50 -         select true from message known where known.account_id = key.owner_id and known.address_norm = text.address_norm
--   51 -           and (known.direction = 'in' or known.sent_at is not null) limit 1
--   52 -       ) is null
--   53 -       else false
--   54 -     end as own_wait,
--      +     end as policed, key.mark as own_policy, null::text as own_sender, null::bool as own_wait,
--   95 -       when false then 'policed'
--      +       when case
--      +       when key.mark is null then null
--      +       when key.mark->>'sender' is not null or coalesce(key.mark->>'requireApproval', 'never') <> 'never' then 'full'
--      +       when coalesce(key.mark->>'perHour', key.mark->>'perDay') is not null then 'counted'
--      +       else 'light'
--      +     end = 'full' then 'policed'
--  180 -   left join lateral (select case
--  181 -       when coalesce(text.sender, key.sender) like 'device:%' then case when exists (
--  182 -         select from device d
--  183 -         where d.account_id = text.account_id and d.id = split_part(substr(coalesce(text.sender, key.sender), 8), '/', 1)::int8 and d.unpaired_at is null
--  184 -           and (coalesce(text.sender, key.sender) not like '%/%' or exists (
--  185 -             select from sim s where s.account_id = d.account_id and s.device_id = d.id and s.present
--  186 -               and s.slot = split_part(coalesce(text.sender, key.sender), '/', 2)::int2))
--  187 -       ) then 'device' end
--  188 -       when exists (
--  189 -         select from carrier_number c where c.account_id = text.account_id and c.number = coalesce(text.sender, key.sender) and (c.carrier = any ($27::text[]) or c.carrier = 'Sandbox')
--  190 -       ) then 'gateway' end as route) sender on true
--      +   left join lateral (select null::text as route) sender on true
--  293 - ), written_approval as (
--  294 -   insert into approval (account_id, message_id, key_id, created_at, expires_at, send_at, is_urgent)
--  295 -   select account_id, last_message_id + n, sender_key_id, $23::timestamptz, ($23::timestamptz + interval '24 hours'), send_at, is_urgent
--  296 -   from decided where verdict = 'accepted' and has_to_wait

-- sends: counted leaving locked rows out, which differs from sends: counted
--   12 - ), opened as materialized (
--      + ), free as materialized (select id from account where id in (select owner_id from known) for update skip locked), opened as materialized (
--   14 -   where w.key_hash in (select hash from known ) order by w.key_hash for update
--      +   where w.key_hash in (select hash from known where owner_id in (select id from free)) order by w.key_hash for update skip locked
--  103 -     from account where id = named.id limit 1 for update
--      +     from account where id = named.id limit 1 for update skip locked
--  201 -         limit 1 for update
--      +         limit 1 for update skip locked

-- sends: timed, which differs from sends: keyed
--    5 -   cross join lateral (select account_id as owner_id, id as key_id, policy as mark from api_key
--      +   cross join lateral (select account_id as owner_id, id as key_id, case
--      +       when policy is null then null
--      +       when policy->>'sender' is not null or coalesce(policy->>'requireApproval', 'never') <> 'never' then 'full'
--      +       when coalesce(policy->>'perHour', policy->>'perDay') is not null then 'counted'
--      +       else 'light'
--      +     end as mark from api_key
--   42 -     coalesce(text.account_id, key.owner_id) as account_id, coalesce(text.account_id, key.owner_id) as lot, key.key_id, key.remaining, key.reset_ms, case
--   43 -       when key.mark is null then null
--   44 -       when key.mark->>'sender' is not null or coalesce(key.mark->>'requireApproval', 'never') <> 'never' then 'full'
--   45 -       when coalesce(key.mark->>'perHour', key.mark->>'perDay') is not null then 'counted'
--   46 -       else 'light'
--   47 -     end as policed, key.mark as own_policy, key.mark->>'sender' as own_sender, case key.mark->>'requireApproval'
--   48 -       when 'always' then true
--   49 -       when 'new_recipients' then (
--   50 -         select true from message known where known.account_id = key.owner_id and known.address_norm = text.address_norm
--   51 -           and (known.direction = 'in' or known.sent_at is not null) limit 1
--   52 -       ) is null
--   53 -       else false
--   54 -     end as own_wait,
--      +     coalesce(text.account_id, key.owner_id) as account_id, coalesce(text.account_id, key.owner_id) as lot, key.key_id, key.remaining, key.reset_ms, key.mark as policed,
--   56 -       when key.mark->>'reads' = 'known' and exists (
--   57 -         select from message original
--   58 -         where original.account_id = key.owner_id and original.client_ref = text.client_ref
--   59 -           and case key.mark->'recipients'->>0
--   60 -         when 'any' then false
--   61 -         when 'writers' then (
--   62 -           select true from message
--   63 -           where account_id = key.owner_id and address_norm = original.address_norm and direction = 'in' limit 1
--   64 -         ) is null
--   65 -         else not (
--   66 -           key.mark->'recipients' ? original.address_norm
--   67 -           or right(key.mark->'recipients'->>0, 1) = '*' and starts_with(original.address_norm, rtrim(key.mark->'recipients'->>0, '*'))
--   68 -           or key.mark->'recipients' ?| array[left(original.address_norm, 2) || '*', left(original.address_norm, 3) || '*', left(original.address_norm, 4) || '*', left(original.address_norm, 5) || '*', left(original.address_norm, 6) || '*', left(original.address_norm, 7) || '*', left(original.address_norm, 8) || '*', left(original.address_norm, 9) || '*', left(original.address_norm, 10) || '*', left(original.address_norm, 11) || '*', left(original.address_norm, 12) || '*', left(original.address_norm, 13) || '*', left(original.address_norm, 14) || '*', left(original.address_norm, 15) || '*']
--   69 -         )
--   70 -       end
--   71 -       ) then 'ref_barred'
--   72 -     end as own_barred, case
--   73 -       when key.mark is null then null
--   74 -       when (key.mark->>'endsAtMs')::int8 <= extract(epoch from $23::timestamptz) * 1000 then 'key_ended'
--   75 -       when not key.mark->'scopes' ? 'send' then 'key_scope'
--   76 -       when text.sender <> key.mark->>'sender' then 'sender_barred'
--   77 -       when case key.mark->'recipients'->>0
--   78 -         when 'any' then false
--   79 -         when 'writers' then (
--   80 -           select true from message
--   81 -           where account_id = key.owner_id and address_norm = text.address_norm and direction = 'in' limit 1
--   82 -         ) is null
--   83 -         else not (
--   84 -           key.mark->'recipients' ? text.address_norm
--   85 -           or right(key.mark->'recipients'->>0, 1) = '*' and starts_with(text.address_norm, rtrim(key.mark->'recipients'->>0, '*'))
--   86 -           or key.mark->'recipients' ?| array[left(text.address_norm, 2) || '*', left(text.address_norm, 3) || '*', left(text.address_norm, 4) || '*', left(text.address_norm, 5) || '*', left(text.address_norm, 6) || '*', left(text.address_norm, 7) || '*', left(text.address_norm, 8) || '*', left(text.address_norm, 9) || '*', left(text.address_norm, 10) || '*', left(text.address_norm, 11) || '*', left(text.address_norm, 12) || '*', left(text.address_norm, 13) || '*', left(text.address_norm, 14) || '*', left(text.address_norm, 15) || '*']
--   87 -         )
--   88 -       end then 'recipient_barred'
--   89 -     end as own_refusal,
--   90 -     case
--   95 -       when false then 'policed'
--      +       when key.mark is not null then 'policed'
--  177 -   left join lateral (select null::int8 as key_id, text.own_policy as policy, text.own_sender as sender,
--  178 -     text.own_wait as has_to_wait, text.own_barred as barred, text.own_refusal as refusal) key on true
--      +   left join lateral (select null::int8 as key_id, null::jsonb as policy, null::text as sender, null::bool as has_to_wait, null::text as barred, null::text as refusal) key on true
--  191 -   left join lateral (select null::bool as is_judged, null::text as refusal, null::timestamptz as leaves_at) time on true
--  192 - ), beginning as materialized (
--  193 -   select date_trunc('hour', $23::timestamptz, 'UTC') as hour, date_trunc('day', $23::timestamptz, 'UTC') as day
--  194 - ), key_budget as materialized (
--  195 -   select text.*, case when left_of_hour = units then 'hour_used' else 'day_used' end as used_up
--  196 -   from (
--  197 -     select ord, lot, confirms_stop, sender_key_id, nth, hour as key_hour, used_hour as key_used_hour, day as key_day, used_day as key_used_day,
--  198 -       case when not is_found then case when policy_key is null then 'policed' else 'locked' end end as unjudged,
--  199 -       per_hour - used_hour as left_of_hour, least(per_hour - used_hour, per_day - used_day) as units
--  200 -     from (
--  201 -       select counted.*, key.id is not null as is_found, key.per_hour, key.per_day, now.hour, now.day,
--  202 -         case when key.hour = now.hour then key.used_hour else 0 end as used_hour,
--  203 -         case when key.day = now.day then key.used_day else 0 end as used_day
--      +   left join lateral (select true as is_judged,
--      +     case when account.quiet_zone is null or text.is_urgent then text.send_at
--      +     when case when account.quiet_from < account.quiet_until
--      +     then (extract(hour from ((greatest(text.send_at, now())) at time zone account.quiet_zone)) * 60 + extract(minute from ((greatest(text.send_at, now())) at time zone account.quiet_zone))) >= account.quiet_from and (extract(hour from ((greatest(text.send_at, now())) at time zone account.quiet_zone)) * 60 + extract(minute from ((greatest(text.send_at, now())) at time zone account.quiet_zone))) < account.quiet_until else (extract(hour from ((greatest(text.send_at, now())) at time zone account.quiet_zone)) * 60 + extract(minute from ((greatest(text.send_at, now())) at time zone account.quiet_zone))) >= account.quiet_from or (extract(hour from ((greatest(text.send_at, now())) at time zone account.quiet_zone)) * 60 + extract(minute from ((greatest(text.send_at, now())) at time zone account.quiet_zone))) < account.quiet_until end then (
--      +     with probe as materialized (
--      +       select probe.at, (((probe.at) at time zone account.quiet_zone) - ((probe.at) at time zone 'UTC')) as value
--      +       from generate_series(greatest(text.send_at, now()), greatest(text.send_at, now()) + interval '3 days', interval '24 hours') as probe (at)
--      +     )
--      +     select found.at from (
--      +       select ((((greatest(text.send_at, now())) at time zone account.quiet_zone)::date + next_day.n + make_interval(mins => account.quiet_until) - known.value) at time zone 'UTC') as at
--      +       from generate_series(0, 2) as next_day (n) cross join (select distinct value from probe) as known
--      +       union all
--      +       select change.at
--  205 -         select ord, account_id, lot, confirms_stop, sender_key_id, policy_key,
--  206 -           row_number() over (partition by lot, sender_key_id order by ord) as nth
--  207 -         from ruled_text where rule = 'accepted' and taken_route is not null and coalesce(policy->>'perHour', policy->>'perDay') is not null order by lot, sender_key_id, ord
--  208 -       ) counted
--  209 -       left join lateral (
--  210 -         select id, (policy->>'perHour')::int4 as per_hour, (policy->>'perDay')::int4 as per_day, hour, used_hour, day, used_day
--  211 -         from api_key
--  212 -         where account_id = counted.account_id and id = counted.sender_key_id and revoked_at is null and policy is not null
--  213 -         limit 1 for update
--  214 -       ) key on true
--  215 -       cross join beginning own
--      +         select p.at, least(p.value, q.value) as low, greatest(p.value, q.value) as high, q.value > p.value as is_forward
--      +         from probe p join probe q on q.at = p.at + interval '24 hours' and q.value <> p.value
--      +       ) as pair
--  217 -         select case when key.hour > own.hour and key.hour <= own.hour + interval '1 hour' then key.hour else own.hour end as hour, case when key.day > own.day and key.day <= own.day + interval '1 day' then key.day else own.day end as day
--  218 -       ) now
--  219 -     ) used
--  220 -   ) text
--      +         select ((pair.at) at time zone account.quiet_zone)::date + next_day.n as day from generate_series(0, 1) as next_day (n)
--      +       ) as edge
--      +       cross join generate_series(
--      +         date_bin('15 minutes', ((edge.day + make_interval(mins => case when is_forward then account.quiet_until else account.quiet_from end) - pair.high) at time zone 'UTC'), 'epoch'), ((edge.day + make_interval(mins => case when is_forward then account.quiet_until else account.quiet_from end) - pair.low) at time zone 'UTC'), interval '15 minutes'
--      +       ) as change (at)
--      +       order by at offset 0
--      +     ) found where found.at >= greatest(text.send_at, now()) and not case when account.quiet_from < account.quiet_until
--      +     then (extract(hour from ((found.at) at time zone account.quiet_zone)) * 60 + extract(minute from ((found.at) at time zone account.quiet_zone))) >= account.quiet_from and (extract(hour from ((found.at) at time zone account.quiet_zone)) * 60 + extract(minute from ((found.at) at time zone account.quiet_zone))) < account.quiet_until else (extract(hour from ((found.at) at time zone account.quiet_zone)) * 60 + extract(minute from ((found.at) at time zone account.quiet_zone))) >= account.quiet_from or (extract(hour from ((found.at) at time zone account.quiet_zone)) * 60 + extract(minute from ((found.at) at time zone account.quiet_zone))) < account.quiet_until end
--      +     order by found.at limit 1
--      +   ) else text.send_at end as leaves_at,
--      +     case
--      +       when account.is_suspended then 'suspended'
--      +       when text.send_at < now() - interval '60 seconds' then 'send_at_past'
--      +       when text.send_at > now() + interval '840 hours' then 'send_at_far'
--      +     end as refusal) time on true
--      + ), answer_budget as materialized (
--      +   select *, case when unanswered > possible then possible end as units
--      +   from (
--      +     select text.*, t.unanswered, greatest(t.answers_until, now()) as base,
--      +       floor(extract(epoch from now() + interval '500 minutes' - greatest(t.answers_until, now())) / 300)::int4 as possible
--      +     from (
--      +       select ord, account_id, lot, address_norm, confirms_stop,
--      +         (row_number() over (partition by lot, address_norm order by ord))::int4 as nth
--      +       from ruled_text where is_watched and rule = 'accepted' and taken_route is not null
--      +     ) text
--      +     cross join lateral (
--      +       select unanswered, answers_until from thread t
--      +       where t.account_id = text.account_id and t.address_norm = text.address_norm limit 1 for update
--      +     ) t
--      +   ) bound
--  226 -   from ruled_text text left join lateral (select coalesce(unjudged, case when nth > units then used_up end) as over_budget,
--  227 -     key_hour, key_used_hour, key_day, key_used_day, null::timestamptz as next_answer_at
--  228 -   from key_budget where ord = text.ord) budget on true
--      +   from ruled_text text left join lateral (select case when nth > units and not text.confirms_stop then 'loop_suspected' end as over_budget,
--      +     case when nth between possible and unanswered
--      +       then base + (nth - 99) * interval '5 minutes' end as next_answer_at
--      +   from answer_budget where ord = text.ord) budget on true
--  285 - ), charged_key as (
--  286 -   update api_key key set hour = used.key_hour, used_hour = used.key_used_hour + used.n, day = used.key_day,
--  287 -     used_day = used.key_used_day + used.n
--  288 -   from (
--  289 -     select account_id, sender_key_id, key_hour, key_used_hour, key_day, key_used_day, count(*)::int4 as n
--  290 -     from decided where verdict = 'accepted' and key_hour is not null group by 1, 2, 3, 4, 5, 6
--  291 -   ) used
--  292 -   where key.account_id = used.account_id and key.id = used.sender_key_id
--  293 - ), written_approval as (
--  294 -   insert into approval (account_id, message_id, key_id, created_at, expires_at, send_at, is_urgent)
--  295 -   select account_id, last_message_id + n, sender_key_id, $23::timestamptz, ($23::timestamptz + interval '24 hours'), send_at, is_urgent
--  296 -   from decided where verdict = 'accepted' and has_to_wait

-- sends: timed leaving locked rows out, which differs from sends: timed
--   17 - ), opened as materialized (
--      + ), free as materialized (select id from account where id in (select owner_id from known) for update skip locked), opened as materialized (
--   19 -   where w.key_hash in (select hash from known ) order by w.key_hash for update
--      +   where w.key_hash in (select hash from known where owner_id in (select id from free)) order by w.key_hash for update skip locked
--   63 -     from account where id = named.id limit 1 for update
--      +     from account where id = named.id limit 1 for update skip locked

-- sends: light, which differs from sends: counted
--   93 -     end = 'full' then 'policed'
--      +     end <> 'light' then 'policed'
--  180 - ), beginning as materialized (
--  181 -   select date_trunc('hour', $23::timestamptz, 'UTC') as hour, date_trunc('day', $23::timestamptz, 'UTC') as day
--  182 - ), key_budget as materialized (
--  183 -   select text.*, case when left_of_hour = units then 'hour_used' else 'day_used' end as used_up
--  184 -   from (
--  185 -     select ord, lot, confirms_stop, sender_key_id, nth, hour as key_hour, used_hour as key_used_hour, day as key_day, used_day as key_used_day,
--  186 -       case when not is_found then case when policy_key is null then 'policed' else 'locked' end end as unjudged,
--  187 -       per_hour - used_hour as left_of_hour, least(per_hour - used_hour, per_day - used_day) as units
--  188 -     from (
--  189 -       select counted.*, key.id is not null as is_found, key.per_hour, key.per_day, now.hour, now.day,
--  190 -         case when key.hour = now.hour then key.used_hour else 0 end as used_hour,
--  191 -         case when key.day = now.day then key.used_day else 0 end as used_day
--  192 -       from (
--  193 -         select ord, account_id, lot, confirms_stop, sender_key_id, policy_key,
--  194 -           row_number() over (partition by lot, sender_key_id order by ord) as nth
--  195 -         from ruled_text where rule = 'accepted' and taken_route is not null and coalesce(policy->>'perHour', policy->>'perDay') is not null order by lot, sender_key_id, ord
--  196 -       ) counted
--  197 -       left join lateral (
--  198 -         select id, (policy->>'perHour')::int4 as per_hour, (policy->>'perDay')::int4 as per_day, hour, used_hour, day, used_day
--  199 -         from api_key
--  200 -         where account_id = counted.account_id and id = counted.sender_key_id and revoked_at is null and policy is not null
--  201 -         limit 1 for update
--  202 -       ) key on true
--  203 -       cross join beginning own
--  204 -       cross join lateral (
--  205 -         select case when key.hour > own.hour and key.hour <= own.hour + interval '1 hour' then key.hour else own.hour end as hour, case when key.day > own.day and key.day <= own.day + interval '1 day' then key.day else own.day end as day
--  206 -       ) now
--  207 -     ) used
--  208 -   ) text
--  214 -   from ruled_text text left join lateral (select coalesce(unjudged, case when nth > units then used_up end) as over_budget,
--  215 -     key_hour, key_used_hour, key_day, key_used_day, null::timestamptz as next_answer_at
--  216 -   from key_budget where ord = text.ord) budget on true
--      +   from ruled_text text left join lateral (select null::text as over_budget, null::timestamptz as next_answer_at) budget on true
--  273 - ), charged_key as (
--  274 -   update api_key key set hour = used.key_hour, used_hour = used.key_used_hour + used.n, day = used.key_day,
--  275 -     used_day = used.key_used_day + used.n
--  276 -   from (
--  277 -     select account_id, sender_key_id, key_hour, key_used_hour, key_day, key_used_day, count(*)::int4 as n
--  278 -     from decided where verdict = 'accepted' and key_hour is not null group by 1, 2, 3, 4, 5, 6
--  279 -   ) used
--  280 -   where key.account_id = used.account_id and key.id = used.sender_key_id

-- sends: light leaving locked rows out, which differs from sends: light
--   12 - ), opened as materialized (
--      + ), free as materialized (select id from account where id in (select owner_id from known) for update skip locked), opened as materialized (
--   14 -   where w.key_hash in (select hash from known ) order by w.key_hash for update
--      +   where w.key_hash in (select hash from known where owner_id in (select id from free)) order by w.key_hash for update skip locked
--  103 -     from account where id = named.id limit 1 for update
--      +     from account where id = named.id limit 1 for update skip locked

-- sends: naming, which differs from sends: timed
--  148 -   left join lateral (select true as is_judged,
--  149 -     case when account.quiet_zone is null or text.is_urgent then text.send_at
--  150 -     when case when account.quiet_from < account.quiet_until
--  151 -     then (extract(hour from ((greatest(text.send_at, now())) at time zone account.quiet_zone)) * 60 + extract(minute from ((greatest(text.send_at, now())) at time zone account.quiet_zone))) >= account.quiet_from and (extract(hour from ((greatest(text.send_at, now())) at time zone account.quiet_zone)) * 60 + extract(minute from ((greatest(text.send_at, now())) at time zone account.quiet_zone))) < account.quiet_until else (extract(hour from ((greatest(text.send_at, now())) at time zone account.quiet_zone)) * 60 + extract(minute from ((greatest(text.send_at, now())) at time zone account.quiet_zone))) >= account.quiet_from or (extract(hour from ((greatest(text.send_at, now())) at time zone account.quiet_zone)) * 60 + extract(minute from ((greatest(text.send_at, now())) at time zone account.quiet_zone))) < account.quiet_until end then (
--  152 -     with probe as materialized (
--  153 -       select probe.at, (((probe.at) at time zone account.quiet_zone) - ((probe.at) at time zone 'UTC')) as value
--  154 -       from generate_series(greatest(text.send_at, now()), greatest(text.send_at, now()) + interval '3 days', interval '24 hours') as probe (at)
--  155 -     )
--  156 -     select found.at from (
--  157 -       select ((((greatest(text.send_at, now())) at time zone account.quiet_zone)::date + next_day.n + make_interval(mins => account.quiet_until) - known.value) at time zone 'UTC') as at
--  158 -       from generate_series(0, 2) as next_day (n) cross join (select distinct value from probe) as known
--  159 -       union all
--  160 -       select change.at
--  161 -       from (
--  162 -         select p.at, least(p.value, q.value) as low, greatest(p.value, q.value) as high, q.value > p.value as is_forward
--  163 -         from probe p join probe q on q.at = p.at + interval '24 hours' and q.value <> p.value
--  164 -       ) as pair
--  165 -       cross join lateral (
--  166 -         select ((pair.at) at time zone account.quiet_zone)::date + next_day.n as day from generate_series(0, 1) as next_day (n)
--  167 -       ) as edge
--  168 -       cross join generate_series(
--  169 -         date_bin('15 minutes', ((edge.day + make_interval(mins => case when is_forward then account.quiet_until else account.quiet_from end) - pair.high) at time zone 'UTC'), 'epoch'), ((edge.day + make_interval(mins => case when is_forward then account.quiet_until else account.quiet_from end) - pair.low) at time zone 'UTC'), interval '15 minutes'
--  170 -       ) as change (at)
--  171 -       order by at offset 0
--  172 -     ) found where found.at >= greatest(text.send_at, now()) and not case when account.quiet_from < account.quiet_until
--  173 -     then (extract(hour from ((found.at) at time zone account.quiet_zone)) * 60 + extract(minute from ((found.at) at time zone account.quiet_zone))) >= account.quiet_from and (extract(hour from ((found.at) at time zone account.quiet_zone)) * 60 + extract(minute from ((found.at) at time zone account.quiet_zone))) < account.quiet_until else (extract(hour from ((found.at) at time zone account.quiet_zone)) * 60 + extract(minute from ((found.at) at time zone account.quiet_zone))) >= account.quiet_from or (extract(hour from ((found.at) at time zone account.quiet_zone)) * 60 + extract(minute from ((found.at) at time zone account.quiet_zone))) < account.quiet_until end
--  174 -     order by found.at limit 1
--  175 -   ) else text.send_at end as leaves_at,
--  176 -     case
--  177 -       when account.is_suspended then 'suspended'
--  178 -       when text.send_at < now() - interval '60 seconds' then 'send_at_past'
--  179 -       when text.send_at > now() + interval '840 hours' then 'send_at_far'
--  180 -     end as refusal) time on true
--  181 - ), answer_budget as materialized (
--  182 -   select *, case when unanswered > possible then possible end as units
--  183 -   from (
--  184 -     select text.*, t.unanswered, greatest(t.answers_until, now()) as base,
--  185 -       floor(extract(epoch from now() + interval '500 minutes' - greatest(t.answers_until, now())) / 300)::int4 as possible
--  186 -     from (
--  187 -       select ord, account_id, lot, address_norm, confirms_stop,
--  188 -         (row_number() over (partition by lot, address_norm order by ord))::int4 as nth
--  189 -       from ruled_text where is_watched and rule = 'accepted' and taken_route is not null
--  190 -     ) text
--  191 -     cross join lateral (
--  192 -       select unanswered, answers_until from thread t
--  193 -       where t.account_id = text.account_id and t.address_norm = text.address_norm limit 1 for update
--  194 -     ) t
--  195 -   ) bound
--      +   left join lateral (select null::bool as is_judged, null::text as refusal, null::timestamptz as leaves_at) time on true
--  201 -   from ruled_text text left join lateral (select case when nth > units and not text.confirms_stop then 'loop_suspected' end as over_budget,
--  202 -     case when nth between possible and unanswered
--  203 -       then base + (nth - 99) * interval '5 minutes' end as next_answer_at
--  204 -   from answer_budget where ord = text.ord) budget on true
--      +   from ruled_text text left join lateral (select null::text as over_budget, null::timestamptz as next_answer_at) budget on true

-- sends: naming leaving locked rows out, which differs from sends: naming
--   17 - ), opened as materialized (
--      + ), free as materialized (select id from account where id in (select owner_id from known) for update skip locked), opened as materialized (
--   19 -   where w.key_hash in (select hash from known ) order by w.key_hash for update
--      +   where w.key_hash in (select hash from known where owner_id in (select id from free)) order by w.key_hash for update skip locked
--   63 -     from account where id = named.id limit 1 for update
--      +     from account where id = named.id limit 1 for update skip locked

-- sends: plain, which differs from sends: naming
--  137 -   left join lateral (select case
--  138 -       when coalesce(text.sender, key.sender) like 'device:%' then case when exists (
--  139 -         select from device d
--  140 -         where d.account_id = text.account_id and d.id = split_part(substr(coalesce(text.sender, key.sender), 8), '/', 1)::int8 and d.unpaired_at is null
--  141 -           and (coalesce(text.sender, key.sender) not like '%/%' or exists (
--  142 -             select from sim s where s.account_id = d.account_id and s.device_id = d.id and s.present
--  143 -               and s.slot = split_part(coalesce(text.sender, key.sender), '/', 2)::int2))
--  144 -       ) then 'device' end
--  145 -       when exists (
--  146 -         select from carrier_number c where c.account_id = text.account_id and c.number = coalesce(text.sender, key.sender) and (c.carrier = any ($27::text[]) or c.carrier = 'Sandbox')
--  147 -       ) then 'gateway' end as route) sender on true
--      +   left join lateral (select null::text as route) sender on true

-- sends: plain leaving locked rows out, which differs from sends: plain
--   17 - ), opened as materialized (
--      + ), free as materialized (select id from account where id in (select owner_id from known) for update skip locked), opened as materialized (
--   19 -   where w.key_hash in (select hash from known ) order by w.key_hash for update
--      +   where w.key_hash in (select hash from known where owner_id in (select id from free)) order by w.key_hash for update skip locked
--   63 -     from account where id = named.id limit 1 for update
--      +     from account where id = named.id limit 1 for update skip locked

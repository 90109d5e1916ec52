-- The statements of insert_inbound.ts as they run. npm run generate writes this file.

-- insert
-- (account, device, inbound id) is one message for ever, all carriers being device 0: a repeat is found by the
-- anti-join, or, when another replica wrote it after this statement's snapshot, violates message_inbound and the caller
-- repeats the batch. No recipient stays on a carrier, so that only devices are noted in a thread.
with input as (
  select * from unnest($1::int8[], $2::int8[], $3::text[], $4::text[], $5::text[], $6::int2[], $7::text[], $8::text[], $9::text[], $10::int2[], $11::message_encoding[], $12::text[], $13::timestamptz[], $14::text[], $15::text[]) with ordinality as t (account_id, device_id, carrier, inbound_id, own_number, sim, address, address_norm, body, segments, encoding, other_sender, received_at, plain_words, common_keyword, ord)
), locked as materialized (
  select id, last_message_id, last_seq from account where id in (select account_id from input) order by id for update
), fresh as materialized (
  select i.*, row_number() over (partition by i.account_id order by i.ord) as n
  from input i
  where not exists (
    select from message m
    where m.account_id = i.account_id and m.device_id = i.device_id and m.inbound_id = i.inbound_id)
    and not (
      select true from deleted_text d
      where d.account_id = i.account_id and d.name = md5('received:' || i.device_id || ':' || i.inbound_id)::uuid limit 1
    ) is not null
), numbered as materialized (
  select f.*, l.last_message_id + f.n as id, l.last_seq + f.n as seq,
    case
      when (f.common_keyword is null or f.common_keyword = 'maybe_stop') and f.plain_words <> '' and exists (
        select from opt_out_settings s where s.account_id = f.account_id and f.plain_words = any (s.stop_words)
      ) then 'stop'
      else f.common_keyword
    end as keyword
  from fresh f join locked l on l.id = f.account_id
), last_word as materialized (
  select distinct on (account_id, address_norm) account_id, address_norm, other_sender as other_sender, id, keyword, $16::timestamptz as at
  from numbered where keyword in ('stop', 'start') order by account_id, address_norm, id desc
), opted_out as (
  insert into opt_out as o (account_id, address_norm, since, source, message_id, ends_waiting, is_assumed)
  select distinct on (w.account_id, p.address_norm) w.account_id, p.address_norm, w.at, 'keyword', w.id, true, p.is_assumed
  from last_word w
  cross join lateral (values (w.address_norm, false), (w.other_sender, true)) as p (address_norm, is_assumed)
  where w.keyword = 'stop' and p.address_norm is not null and not exists (select from opt_out x where x.account_id = w.account_id and x.address_norm = any ((case when p.address_norm ~ '^\+(52|54|55|229)' then array[p.address_norm, regexp_replace(regexp_replace(regexp_replace(regexp_replace(p.address_norm, '^(\+52)(\d{10})$', '\11\2'), '^(\+54)([123]\d{9})$', '\19\2'), '^(\+55[1-9]\d)([6-9]\d{7})$', '\19\2'), '^(\+229)([2-9]\d{7})$', '\101\2'), regexp_replace(p.address_norm, '^(?:(\+52)1(\d{10})|(\+54)9([123]\d{9})|(\+55[1-9]\d)9([6-9]\d{7})|(\+229)01([2-9]\d{7}))$', '\1\2\3\4\5\6\7\8')]
      else array[p.address_norm] end)) and (p.is_assumed or not x.is_assumed))
  order by w.account_id, p.address_norm, p.is_assumed, w.id
  on conflict (account_id, address_norm) do update set message_id = excluded.message_id, is_assumed = false
  where o.is_assumed and not excluded.is_assumed
  returning account_id, address_norm, since, source, message_id
), lifted as (
  delete from opt_out o using last_word w
  where o.account_id = w.account_id and o.source = 'keyword' and o.message_id < w.id and w.keyword = 'start'
    and (o.address_norm = any ((case when w.address_norm ~ '^\+(52|54|55|229)' then array[w.address_norm, regexp_replace(regexp_replace(regexp_replace(regexp_replace(w.address_norm, '^(\+52)(\d{10})$', '\11\2'), '^(\+54)([123]\d{9})$', '\19\2'), '^(\+55[1-9]\d)([6-9]\d{7})$', '\19\2'), '^(\+229)([2-9]\d{7})$', '\101\2'), regexp_replace(w.address_norm, '^(?:(\+52)1(\d{10})|(\+54)9([123]\d{9})|(\+55[1-9]\d)9([6-9]\d{7})|(\+229)01([2-9]\d{7}))$', '\1\2\3\4\5\6\7\8')]
      else array[w.address_norm] end)) or o.address_norm = w.other_sender and o.is_assumed)
), asked as (
  select distinct on (account_id, address_norm, keyword) account_id, address_norm, keyword, id, $16::timestamptz as at
  from numbered t
  where keyword in ('stop', 'start', 'help') and address_norm ~ '^\+[0-9]' and true and exists (
    select from opt_out_settings s where s.account_id = t.account_id and case t.keyword
      when 'stop' then s.stop_answer when 'start' then s.start_answer else s.help_answer end is not null)
    and (keyword = 'help' or exists (
      select from last_word w where w.account_id = t.account_id and w.address_norm = t.address_norm and w.id = t.id))
  order by account_id, address_norm, keyword, id desc
), answering as (
  insert into keyword_answer as k (account_id, address_norm, keyword, message_id, at, is_pending)
  select account_id, address_norm, keyword, id, at, true from asked
  on conflict (account_id, address_norm, keyword) do update set
    message_id = excluded.message_id, at = excluded.at, is_pending = true
  where excluded.at >= k.at + interval '24 hours'
), threaded as (
  insert into thread as t (account_id, address_norm, address, last_message_id, message_count, device_id, sim, unanswered)
  select account_id, address_norm, (array_agg(address order by n desc))[1], max(id), count(*),
    (array_agg(device_id order by n desc) filter (where carrier is null))[1],
    (array_agg(sim order by n desc) filter (where carrier is null))[1], least(count(*), 50)
  from numbered group by account_id, address_norm
  on conflict (account_id, address_norm) do update set
    address = excluded.address,
    last_message_id = excluded.last_message_id,
    message_count = t.message_count + excluded.message_count,
    device_id = coalesce(t.device_id, excluded.device_id),
    sim = case when t.device_id is null then excluded.sim else t.sim end,
    unanswered = least(t.unanswered + excluded.unanswered, 50)
  returning account_id, answers_until
), moved as (
  update account a set last_message_id = c.id, last_seq = c.seq, opt_out_changes = a.opt_out_changes + c.changes,
    answers_until = greatest(a.answers_until, w.answers_until)
  from (
    select account_id, max(id) as id, max(seq) as seq, count(*) filter (where keyword in ('stop', 'start')) as changes
    from numbered group by account_id
  ) c
  left join (select account_id, max(answers_until) as answers_until from threaded where answers_until > now() + interval '250 minutes' group by account_id) w on w.account_id = c.account_id
  where a.id = c.account_id
), written as (
  insert into message (id, seq, direction, status, route, account_id, device_id, carrier, inbound_id, own_number, sim, address, address_norm, body, segments, encoding, keyword, keyword_rules, charged, attempt, created_at)
  select id, seq, 'in', 'received', (case when carrier is null then 'device' else 'gateway' end)::message_route,
    account_id, device_id, carrier, inbound_id, own_number, sim, address, address_norm, body, segments, encoding, keyword, 1, false, 0, received_at
  from numbered
)
select $17::text as nonce, n.seq as seq, coalesce(n.keyword in ('stop', 'start', 'help'), false) as has_sequel, false as is_locked from input i left join numbered n on n.ord = i.ord order by i.ord

-- insert: leaving locked rows out, which differs from insert
--    4 -   select id, last_message_id, last_seq from account where id in (select account_id from input) order by id for update
--      +   select id, last_message_id, last_seq from account where id in (select account_id from input) order by id for update skip locked
--   87 - select $17::text as nonce, n.seq as seq, coalesce(n.keyword in ('stop', 'start', 'help'), false) as has_sequel, false as is_locked from input i left join numbered n on n.ord = i.ord order by i.ord
--      + select $17::text as nonce, n.seq as seq, coalesce(n.keyword in ('stop', 'start', 'help'), false) as has_sequel, (i.account_id not in (select id from locked) and exists (select from account a where a.id = i.account_id)) as is_locked from input i left join numbered n on n.ord = i.ord order by i.ord

-- The statements of keywords.ts as they run. npm run generate writes this file.

-- listUnjudged
-- Accounts take turns, so that none waits for another. The index of these texts is empty but for upgrades.
with recursive turn as (
  (select t.account_id from message t where t.direction = 'in' and t.keyword_rules is null order by t.account_id limit 1)
  union all
  select (select t.account_id from message t where t.direction = 'in' and t.keyword_rules is null and t.account_id > turn.account_id order by t.account_id limit 1) from turn where turn.account_id is not null
)
select u.account_id as account_id, m.id as id, m.body as body from (
  select account_id from turn where account_id is not null and account_id <> all ($1::int8[]) limit $2::int4
) u
cross join lateral (
  select m.id, m.body from message m where m.account_id = u.account_id and m.direction = 'in' and m.keyword_rules is null order by m.id limit $3::int4
) m
order by u.account_id, m.id

-- judge
-- The older core's own work stays: it has obeyed the keywords that it found. If another core judged a text meanwhile,
-- its row shows that. Readers of the feed see a text again if its keyword changed.
with input as (
  select * from unnest($1::int8[], $2::int8[], $3::text[], $4::text[]) as t (account_id, id, plain_words, common_keyword)
), locked as materialized (
  select id, last_seq from account where id in (select account_id from input) order by id for update skip locked
), read as materialized (
  select r.*, l.last_seq + row_number() over (partition by r.account_id order by r.id) as seq
  from (select i.account_id, i.id, case
      when (i.common_keyword is null or i.common_keyword = 'maybe_stop') and i.plain_words <> '' and exists (
        select from opt_out_settings s where s.account_id = i.account_id and i.plain_words = any (s.stop_words)
      ) then 'stop'
      else i.common_keyword
    end as keyword from input i) r join locked l on l.id = r.account_id
), marked as (
  update message m set
    keyword_rules = 1,
    keyword = coalesce(r.keyword, m.keyword),
    seq = case when r.keyword is null or r.keyword = m.keyword then m.seq else r.seq end
  from read r
  where m.account_id = r.account_id and m.id = r.id and m.direction = 'in' and m.keyword_rules is null
  returning m.account_id, m.id, m.address_norm, m.created_at, m.seq, r.keyword, m.seq = r.seq as is_changed
), heeded as materialized (
  select k.* from marked k
  where k.is_changed and not (k.keyword = 'stop' and exists (
    select from message s
    where s.account_id = k.account_id and s.address_norm = k.address_norm and s.direction = 'in' and s.id > k.id
      and s.keyword = 'start'))
), last_word as materialized (
  select distinct on (account_id, address_norm) account_id, address_norm, null::text as other_sender, id, keyword, created_at as at
  from heeded where keyword in ('stop', 'start') order by account_id, address_norm, id desc
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
  select distinct on (account_id, address_norm, keyword) account_id, address_norm, keyword, id, created_at as at
  from heeded t
  where keyword in ('stop', 'start', 'help') and address_norm ~ '^\+[0-9]' and created_at > $5::timestamptz - interval '1 hour' and exists (
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
), moved as (
  update account a set last_seq = c.seq, opt_out_changes = a.opt_out_changes + c.changes
  from (
    select account_id, max(seq) as seq, count(*) filter (where keyword in ('stop', 'start')) as changes
    from marked where is_changed group by account_id
  ) c
  where a.id = c.account_id
)
select account_id as account_id, max(seq) filter (where is_changed) as seq, count(*)::int4 as texts, bool_or(is_changed and keyword in ('stop', 'start', 'help')) as has_sequel from marked group by account_id

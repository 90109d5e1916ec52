-- The statements of opt_outs.ts as they run. npm run generate writes this file.

-- add
-- The account's lock orders it with sends: a text that is accepted after its commit has seen it. No statement claims a
-- text from before, and end_waiting.ts ends it. Counting a million rows takes a tenth of a second: it is done only if
-- the account's opt-outs have changed often enough for the bound to be near. A count of an older snapshot than the lock
-- is used only if nothing changed since.
with asked as materialized (
  select address_norm from unnest($1::text[]) as i (address_norm)
), seen as materialized (
  select a.id, a.opt_out_changes, a.opt_out_changes >= $6::int8 and (
    select count(*) from opt_out o where o.account_id = a.id
  ) + (
    select count(*) from asked i where not exists (
      select from opt_out o where o.account_id = a.id and o.address_norm = i.address_norm)
  ) > $5::int8 as is_full
  from account a where a.id = $2::int8
), locked as materialized (
  select id, opt_out_changes from account where id = $2::int8 for update
), open as materialized (
  select l.id from locked l join seen s on s.id = l.id
  where not s.is_full and (l.opt_out_changes < $6::int8 or l.opt_out_changes = s.opt_out_changes)
), added as (
  insert into opt_out (account_id, address_norm, since, source, message_id, ends_waiting)
  select l.id, i.address_norm, $4::timestamptz, $3::text, null, true from open l cross join asked i
  where not exists (select from opt_out x where x.account_id = l.id and x.address_norm = any ((case when i.address_norm ~ '^\+(52|54|55|229)' then array[i.address_norm, regexp_replace(regexp_replace(regexp_replace(regexp_replace(i.address_norm, '^(\+52)(\d{10})$', '\11\2'), '^(\+54)([123]\d{9})$', '\19\2'), '^(\+55[1-9]\d)([6-9]\d{7})$', '\19\2'), '^(\+229)([2-9]\d{7})$', '\101\2'), regexp_replace(i.address_norm, '^(?:(\+52)1(\d{10})|(\+54)9([123]\d{9})|(\+55[1-9]\d)9([6-9]\d{7})|(\+229)01([2-9]\d{7}))$', '\1\2\3\4\5\6\7\8')]
      else array[i.address_norm] end)) )
  on conflict (account_id, address_norm) do nothing
  returning account_id
), moved as (
  update account a set opt_out_changes = a.opt_out_changes + 1
  from (select distinct account_id from added) d where a.id = d.account_id
)
select $7::text as nonce, (select count(*) from added) as added, coalesce((select is_full from seen), false) as is_full, exists (select from locked) and not exists (select from open) as is_stale

-- listNewest
select address_norm as address_norm, since as since, source as source, message_id as message_id from opt_out
where account_id = $1::int8 and (since, address_norm) < ($2::timestamptz, $3::text)
order by since desc, address_norm desc limit $4::int4

-- find
select address_norm as address_norm, since as since, source as source, message_id as message_id from opt_out where account_id = $1::int8 and address_norm = any ((case when $2::text ~ '^\+(52|54|55|229)' then array[$2::text, regexp_replace(regexp_replace(regexp_replace(regexp_replace($2::text, '^(\+52)(\d{10})$', '\11\2'), '^(\+54)([123]\d{9})$', '\19\2'), '^(\+55[1-9]\d)([6-9]\d{7})$', '\19\2'), '^(\+229)([2-9]\d{7})$', '\101\2'), regexp_replace($2::text, '^(?:(\+52)1(\d{10})|(\+54)9([123]\d{9})|(\+55[1-9]\d)9([6-9]\d{7})|(\+229)01([2-9]\d{7}))$', '\1\2\3\4\5\6\7\8')]
else array[$2::text] end))
order by since limit 1

-- remove
with locked as materialized (
  select id from account where id = $1::int8 for update
), removed as (
  delete from opt_out o using locked l where o.account_id = l.id and o.address_norm = any ((case when $2::text ~ '^\+(52|54|55|229)' then array[$2::text, regexp_replace(regexp_replace(regexp_replace(regexp_replace($2::text, '^(\+52)(\d{10})$', '\11\2'), '^(\+54)([123]\d{9})$', '\19\2'), '^(\+55[1-9]\d)([6-9]\d{7})$', '\19\2'), '^(\+229)([2-9]\d{7})$', '\101\2'), regexp_replace($2::text, '^(?:(\+52)1(\d{10})|(\+54)9([123]\d{9})|(\+55[1-9]\d)9([6-9]\d{7})|(\+229)01([2-9]\d{7}))$', '\1\2\3\4\5\6\7\8')]
      else array[$2::text] end))
  returning o.*
), moved as (
  update account a set opt_out_changes = a.opt_out_changes + 1 from (select distinct account_id from removed) r
  where a.id = r.account_id
)
select address_norm as address_norm, since as since, source as source, message_id as message_id from removed order by since limit 1

-- findSettings
select array_to_json(stop_words) as stop_words, stop_answer as stop_answer, start_answer as start_answer, help_answer as help_answer from opt_out_settings where account_id = $1::int8

-- setSettings
insert into opt_out_settings (account_id, stop_words, stop_answer, start_answer, help_answer)
select a.id, $2::text[], $3::text, $4::text, $5::text from account a where a.id = $1::int8
on conflict (account_id) do update set stop_words = excluded.stop_words, stop_answer = excluded.stop_answer,
  start_answer = excluded.start_answer, help_answer = excluded.help_answer
returning account_id as account_id

-- listPendingAnswers
-- The walk hops from account to account in keyword_answer_waiting.
with recursive walk as (
  (select t.account_id from keyword_answer t where t.is_pending order by t.account_id limit 1)
  union all
  select (select t.account_id from keyword_answer t where t.is_pending and t.account_id > walk.account_id order by t.account_id limit 1) from walk where walk.account_id is not null
)
select k.account_id as account_id, k.address_norm as address_norm, k.keyword as keyword, k.message_id as message_id, k.at as at, coalesce(a.last_erasure_id, 0) as as_of_erasure, case k.keyword when 'stop' then s.stop_answer when 'start' then s.start_answer else s.help_answer end as body from (
  select account_id from walk where account_id is not null and account_id <> all ($1::int8[]) limit $2::int4
) w
cross join lateral (
  select * from keyword_answer p where p.account_id = w.account_id and p.is_pending
    and not exists (select from erasure x where x.account_id = p.account_id and x.done_at is null and p.address_norm = any (x.addresses) and p.message_id <= x.last_message_id)
  order by p.at limit $3::int4
) k
left join account a on a.id = k.account_id
left join opt_out_settings s on s.account_id = k.account_id
order by k.account_id, k.at

-- finishAnswer
update keyword_answer set is_pending = false
where account_id = $1::int8 and address_norm = $2::text and keyword = $3::text and message_id = $4::int8

-- The statements of retention_days.ts as they run. npm run generate writes this file.

-- listKeeping
select a.id as account_id, a.texts_days as texts_days, a.words_days as words_days, a.logs_days as logs_days, (a.texts_days is not null and (
    coalesce((
      select m.created_at from message m where m.account_id = a.id and m.id >= a.texts_cursor order by m.id limit 1
    ) < $3::timestamptz - make_interval(days => a.texts_days), false)
    or coalesce(a.texts_again_at <= $3::timestamptz, false))) as texts_are_due, (a.words_days is not null and (
    coalesce((
      select m.created_at from message m where m.account_id = a.id and m.id >= a.words_cursor order by m.id limit 1
    ) < $3::timestamptz - make_interval(days => a.words_days), false)
    or coalesce(a.words_again_at <= $3::timestamptz, false))) as words_are_due from (
  select a.id, nullif(coalesce(r.texts_days, $4::int4), 0) as texts_days, nullif(coalesce(r.words_days, $5::int4), 0) as words_days, nullif(coalesce(r.logs_days, $6::int4), 0) as logs_days,
    coalesce(r.texts_cursor, 0) as texts_cursor, r.texts_again_at, coalesce(r.words_cursor, 0) as words_cursor, r.words_again_at
  from account a left join retention r on r.account_id = a.id
  where a.id > $1::int8 order by a.id limit $2::int4
) a order by a.id

-- find
select r.texts_days as texts_days, r.words_days as words_days, r.logs_days as logs_days from account a left join retention r on r.account_id = a.id where a.id = $1::int8

-- set
insert into retention (account_id, texts_days, words_days, logs_days)
select a.id, $2::int4, $3::int4, $4::int4 from account a where a.id = $1::int8
on conflict (account_id) do update set
  texts_days = excluded.texts_days, words_days = excluded.words_days, logs_days = excluded.logs_days
returning 1

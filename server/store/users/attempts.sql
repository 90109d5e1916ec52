-- The statements of attempts.ts as they run. npm run generate writes this file.

-- begin
with given as (
  select $5::int8 as now_ms, $6::int8 as cutoff, $7::timestamptz as ends_at
), a as (
  insert into sign_in_attempt as s (subject, stamps, is_admitted, ends_at)
  select $1::text, array[now_ms], true, ends_at from given
  on conflict (subject) do update set
    is_admitted = (select count(*) from unnest(s.stamps) u where u > (select cutoff from given)) < $3::int4,
    ends_at = excluded.ends_at,
    stamps = array(select u from unnest(s.stamps) u where u > (select cutoff from given)) || case
      when (select count(*) from unnest(s.stamps) u where u > (select cutoff from given)) < $3::int4
      then excluded.stamps else '{}'::int8[] end
  returning is_admitted, stamps
), b as (
  insert into sign_in_attempt as s (subject, stamps, is_admitted, ends_at)
  select $2::text, array[now_ms], true, ends_at from given , a where a.is_admitted
  on conflict (subject) do update set
    is_admitted = (select count(*) from unnest(s.stamps) u where u > (select cutoff from given)) < $4::int4,
    ends_at = excluded.ends_at,
    stamps = array(select u from unnest(s.stamps) u where u > (select cutoff from given)) || case
      when (select count(*) from unnest(s.stamps) u where u > (select cutoff from given)) < $4::int4
      then excluded.stamps else '{}'::int8[] end
  returning is_admitted, stamps
)
select $8::text as nonce, a.is_admitted and coalesce(b.is_admitted, false) as is_admitted, a.is_admitted as is_place_admitted, (case when a.is_admitted then b.stamps else a.stamps end)[1] as oldest from a left join b on true

-- end
with placed as (
  update sign_in_attempt set stamps = stamps[:array_position(stamps, $3::int8) - 1] || stamps[array_position(stamps, $3::int8) + 1:]
  where subject = $1::text and $3::int8 = any(stamps) and true returning 1
), forgotten as (
  update sign_in_attempt set stamps = stamps[:array_position(stamps, $3::int8) - 1] || stamps[array_position(stamps, $3::int8) + 1:]
  where subject = $2::text and $3::int8 = any(stamps) and true
    and (select count(*) from placed) >= 0
) select 1

-- knows
with whose as (
  select from known_browser k join app_user p on p.id = k.user_id
  where k.token_hash = decode($1::text, 'hex') and (p.email = $2::text or p.id = $3::int8)
)
select $4::text as nonce, exists (select from whose) as is_known

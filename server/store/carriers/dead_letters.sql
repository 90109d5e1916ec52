-- The statements of dead_letters.ts as they run. npm run generate writes this file.

-- keep
with gone as (
  delete from dead_letter where carrier = $1::text and id <= (
    select id from dead_letter where carrier = $1::text order by id desc offset $6::int4 - 1 limit 1)
)
insert into dead_letter (carrier, source, why, raw, received_at)
values ($1::text, $2::text, $3::text, $4::text, $5::timestamptz) returning $7::text as nonce

-- list
select id as id, carrier as carrier, source as source, why as why, raw as raw, received_at as received_at from dead_letter where id < $2::int8 and ($1::text is null or carrier = $1::text)
order by id desc limit $3::int4

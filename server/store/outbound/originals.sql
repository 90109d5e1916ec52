-- The statements of originals.ts as they run. npm run generate writes this file.

-- findOriginals
-- A text that was committed on this server's disk alone, because its wait for a synchronous standby was ended, can be
-- seen here: the row's lock makes this statement's own commit wait for the standby before anybody learns of the text.
with asked as (
  select * from unnest($1::int8[], $2::text[], $3::text[]) with ordinality as t (account_id, client_ref, policy_key, ord)
), found as materialized (
  select a.ord, o.id from asked a
  join message o on o.account_id = a.account_id and o.client_ref = a.client_ref
  where (a.policy_key is null or exists (
      select from api_key reader
      where reader.hash = decode(a.policy_key, 'hex') and reader.account_id = o.account_id and reader.revoked_at is null
        and (reader.policy->>'reads' is distinct from 'known' or not case reader.policy->'recipients'->>0
        when 'any' then false
        when 'writers' then (
          select true from message
          where account_id = o.account_id and address_norm = o.address_norm and direction = 'in' limit 1
        ) is null
        else not (
          reader.policy->'recipients' ? o.address_norm
          or right(reader.policy->'recipients'->>0, 1) = '*' and starts_with(o.address_norm, rtrim(reader.policy->'recipients'->>0, '*'))
          or reader.policy->'recipients' ?| array[left(o.address_norm, 2) || '*', left(o.address_norm, 3) || '*', left(o.address_norm, 4) || '*', left(o.address_norm, 5) || '*', left(o.address_norm, 6) || '*', left(o.address_norm, 7) || '*', left(o.address_norm, 8) || '*', left(o.address_norm, 9) || '*', left(o.address_norm, 10) || '*', left(o.address_norm, 11) || '*', left(o.address_norm, 12) || '*', left(o.address_norm, 13) || '*', left(o.address_norm, 14) || '*', left(o.address_norm, 15) || '*']
        )
      end)
    )) for key share of o
)
select $4::text as nonce, f.id as id from asked a left join found f on f.ord = a.ord order by a.ord

-- findEarlierRef
select $5::text as nonce, f.client_ref as client_ref from (select $1::int8 as asked, decode($2::text, 'hex') as key_hash) a left join lateral (
  select m.client_ref from message m
  where m.account_id = coalesce(a.asked, (select k.account_id from api_key k where k.hash = a.key_hash))
    and m.client_ref = any($3::text[]) and m.created_at > now() - make_interval(secs => $4::int8 / 1000.0)
  order by m.id limit 1
) f on true

-- findOwners
select $2::text as nonce, k.account_id as account_id
from unnest($1::text[]) with ordinality as t (key_hash, ord)
left join api_key k on k.hash = decode(t.key_hash, 'hex')
order by t.ord

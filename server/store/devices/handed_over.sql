-- The statements of handed_over.ts as they run. npm run generate writes this file.

-- listTexts
select $3::text as nonce, t.ord as ord, m.id as id, m.attempt as attempt, m.identity as identity, m.address_norm as address_norm, m.body as body, coalesce(m.sim, 1) as sim, coalesce(m.deadline_at, to_timestamp(0)) as deadline_at, (m.wanted_back_at is not null or (case when a.opt_out_changes > 0
      then (m.confirms_stop is not true and exists (select from opt_out x where x.account_id = m.account_id and x.address_norm = any ((case when m.address_norm ~ '^\+(52|54|55|229)' then array[m.address_norm, regexp_replace(regexp_replace(regexp_replace(regexp_replace(m.address_norm, '^(\+52)(\d{10})$', '\11\2'), '^(\+54)([123]\d{9})$', '\19\2'), '^(\+55[1-9]\d)([6-9]\d{7})$', '\19\2'), '^(\+229)([2-9]\d{7})$', '\101\2'), regexp_replace(m.address_norm, '^(?:(\+52)1(\d{10})|(\+54)9([123]\d{9})|(\+55[1-9]\d)9([6-9]\d{7})|(\+229)01([2-9]\d{7}))$', '\1\2\3\4\5\6\7\8')]
      else array[m.address_norm] end)) )) or exists (select from erasure x where x.account_id = m.account_id and x.done_at is null and m.address_norm = any (x.addresses) and m.id <= x.last_message_id)
      else false end)) as is_wanted_back, a.suspended_at is not null or (m.wanted_back_at is not null or (case when a.opt_out_changes > 0
      then (m.confirms_stop is not true and exists (select from opt_out x where x.account_id = m.account_id and x.address_norm = any ((case when m.address_norm ~ '^\+(52|54|55|229)' then array[m.address_norm, regexp_replace(regexp_replace(regexp_replace(regexp_replace(m.address_norm, '^(\+52)(\d{10})$', '\11\2'), '^(\+54)([123]\d{9})$', '\19\2'), '^(\+55[1-9]\d)([6-9]\d{7})$', '\19\2'), '^(\+229)([2-9]\d{7})$', '\101\2'), regexp_replace(m.address_norm, '^(?:(\+52)1(\d{10})|(\+54)9([123]\d{9})|(\+55[1-9]\d)9([6-9]\d{7})|(\+229)01([2-9]\d{7}))$', '\1\2\3\4\5\6\7\8')]
      else array[m.address_norm] end)) )) or exists (select from erasure x where x.account_id = m.account_id and x.done_at is null and m.address_norm = any (x.addresses) and m.id <= x.last_message_id)
      else false end)) as is_barred
from unnest($1::int8[], $2::int8[]) with ordinality as t (account_id, device_id, ord)
join account a on a.id = t.account_id
cross join lateral (
  select * from message h
  where h.account_id = t.account_id and h.device_id = t.device_id and h.status = 'sending' order by h.id
) m
union all select $3::text as nonce, null as ord, null as id, null as attempt, null as identity, null as address_norm, null as body, null as sim, null as deadline_at, null as is_wanted_back, null as is_barred
order by ord, id

-- listIds
select $5::text as nonce, coalesce(h.ids, '{}')::text as ids, coalesce(h.wanted_back, '{}')::text as wanted_back, exists (
      select from device d where d.account_id = t.account_id and d.id = t.device_id
        and d.link_epoch = t.link_epoch and d.unpaired_at is null) as is_newest
from unnest($1::int8[], $2::int8[], $3::int8[]) with ordinality as t (account_id, device_id, link_epoch, ord)
join account a on a.id = t.account_id
cross join lateral (
  select array_agg(x.id order by x.id) as ids, array_agg(x.id order by x.id) filter (where x.is_wanted) as wanted_back
  from (
    select m.id, (m.wanted_back_at is not null or (case when a.opt_out_changes > 0
      then (m.confirms_stop is not true and exists (select from opt_out x where x.account_id = m.account_id and x.address_norm = any ((case when m.address_norm ~ '^\+(52|54|55|229)' then array[m.address_norm, regexp_replace(regexp_replace(regexp_replace(regexp_replace(m.address_norm, '^(\+52)(\d{10})$', '\11\2'), '^(\+54)([123]\d{9})$', '\19\2'), '^(\+55[1-9]\d)([6-9]\d{7})$', '\19\2'), '^(\+229)([2-9]\d{7})$', '\101\2'), regexp_replace(m.address_norm, '^(?:(\+52)1(\d{10})|(\+54)9([123]\d{9})|(\+55[1-9]\d)9([6-9]\d{7})|(\+229)01([2-9]\d{7}))$', '\1\2\3\4\5\6\7\8')]
      else array[m.address_norm] end)) )) or exists (select from erasure x where x.account_id = m.account_id and x.done_at is null and m.address_norm = any (x.addresses) and m.id <= x.last_message_id)
      else false end)) as is_wanted from message m
    where m.account_id = t.account_id and m.device_id = t.device_id and m.status = 'sending'
    order by m.id limit $4::int4
  ) x
) h
order by t.ord

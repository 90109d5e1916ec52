-- The statements of cancel_text.ts as they run. npm run generate writes this file.

-- cancel
with locked as materialized (
  select id, period, last_seq from account where id = $1::int8 for update
), hit as materialized (
  select m.id, l.period, l.last_seq + 1 as seq, coalesce(substring(m.steps from '^k(-?\d+)\n')::int8 <> $5::int8, $5::int8 is not null) as is_foreign
  from locked l
  join message m on m.account_id = l.id and m.direction = 'out'
    and m.id = coalesce($2::int8, (select o.id from message o where o.account_id = $1::int8 and o.client_ref = $3::text))
    and ($4::text is null or exists (
      select from api_key reader
      where reader.hash = decode($4::text, 'hex') and reader.account_id = m.account_id and reader.revoked_at is null
        and (reader.policy->>'reads' is distinct from 'known' or not case reader.policy->'recipients'->>0
        when 'any' then false
        when 'writers' then (
          select true from message
          where account_id = m.account_id and address_norm = m.address_norm and direction = 'in' limit 1
        ) is null
        else not (
          reader.policy->'recipients' ? m.address_norm
          or right(reader.policy->'recipients'->>0, 1) = '*' and starts_with(m.address_norm, rtrim(reader.policy->'recipients'->>0, '*'))
          or reader.policy->'recipients' ?| array[left(m.address_norm, 2) || '*', left(m.address_norm, 3) || '*', left(m.address_norm, 4) || '*', left(m.address_norm, 5) || '*', left(m.address_norm, 6) || '*', left(m.address_norm, 7) || '*', left(m.address_norm, 8) || '*', left(m.address_norm, 9) || '*', left(m.address_norm, 10) || '*', left(m.address_norm, 11) || '*', left(m.address_norm, 12) || '*', left(m.address_norm, 13) || '*', left(m.address_norm, 14) || '*', left(m.address_norm, 15) || '*']
        )
      end)
    ))
), changed as (
  update message m set
    seq = h.seq,
    status = 'failed',
    error = 'cancelled: the account cancelled the text before it left',
    deadline_at = null,
    retry_at = null,
    awaiting = null,
    steps = case
      when 'f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('cancelled: the account cancelled the text before it left', 120), E'\n\r', '  ') || E'\n' is null then m.steps
      when length((coalesce(m.steps, '') || coalesce('f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('cancelled: the account cancelled the text before it left', 120), E'\n\r', '  ') || E'\n', ''))) <= 4000 then (coalesce(m.steps, '') || coalesce('f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('cancelled: the account cancelled the text before it left', 120), E'\n\r', '  ') || E'\n', ''))
      else regexp_replace((coalesce(m.steps, '') || coalesce('f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('cancelled: the account cancelled the text before it left', 120), E'\n\r', '  ') || E'\n', '')), '^((?:[^\n]*\n){12})(?:[^\n]*\n)+((?:[^\n]*\n){12})$',
        '\1~' || (length((coalesce(m.steps, '') || coalesce('f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('cancelled: the account cancelled the text before it left', 120), E'\n\r', '  ') || E'\n', ''))) - length(replace((coalesce(m.steps, '') || coalesce('f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('cancelled: the account cancelled the text before it left', 120), E'\n\r', '  ') || E'\n', '')), E'\n', '')) - 24 + coalesce(substring((coalesce(m.steps, '') || coalesce('f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('cancelled: the account cancelled the text before it left', 120), E'\n\r', '  ') || E'\n', '')) from '\n~(\d+)\n')::int4 - 1, 0)) || E'\n' || '\2')
    end,
    charged = m.charged and not (
      'failed' = 'failed' and m.sent_at is null and not false and not 'cancelled: the account cancelled the text before it left' like 'outcome\_unknown%'
      and date_trunc('month', m.created_at at time zone 'UTC')::date = h.period
    )
  from hit h
  where m.account_id = $1::int8 and m.id = h.id and not h.is_foreign and m.direction = 'out' and (m.status in ('queued', 'scheduled') or (m.status = 'sending' and case m.route when 'device' then m.retry_at is not null
    else m.holder is null end)) and not (m.carrier is not null)
  returning m.id, m.seq, m.charged
), asked as (
  update message m set wanted_back_at = now() from hit h
  where m.account_id = $1::int8 and m.id = h.id and not h.is_foreign and m.status::text = 'sending' and m.route = 'device' and m.retry_at is null and m.wanted_back_at is null
), moved as (
  update account a set last_seq = c.seq, texts_used = a.texts_used - case when c.charged then 0 else 1 end
  from changed c where a.id = $1::int8
)
select h.id as id, c.seq as seq, h.is_foreign as is_foreign from hit h left join changed c on c.id = h.id

-- The statements of conclude_deliveries.ts as they run. npm run generate writes this file.

-- conclude
with input as (
  select * from unnest($1::int8[], $2::text[], $3::int8[], $4::int8[], $5::int8[], $6::timestamptz[], $7::int4[], $8::timestamptz[], $9::bool[], $10::timestamptz[], $11::text[], $12::int4[], $13::text[], $14::text[], $15::timestamptz[], $16::int4[], $17::int4[], $18::text[], $19::text[], $20::text[], $21::int8[], $22::int8[], $23::text[]) with ordinality as t (account_id, name, claim, cursor_seq, cursor_notice, until, failures, failing_since, is_slow, next_attempt_at, disabled_reason, event_count, first_event, last_event, at, took_ms, status, error, answer, payload, message_id, notice_id, address_norm, ord)
), locked as (
  select w.account_id, w.name from webhook w join input i using (account_id, name)
  where w.claim = i.claim
    and w.xmin = (select v.xmin from webhook v where v.account_id = i.account_id and v.name = i.name)
  order by w.account_id, w.name for update of w skip locked
), kept as (
  update webhook w set
    cursor_seq = i.cursor_seq, cursor_notice = i.cursor_notice,
    moved_at = case when (i.cursor_seq, i.cursor_notice) = (w.cursor_seq, w.cursor_notice) then w.moved_at else i.at end,
    claimed_until = i.until, failures = i.failures, failing_since = i.failing_since, is_slow = i.is_slow,
    next_attempt_at = i.next_attempt_at, disabled_reason = i.disabled_reason,
    disabled_at = case when i.disabled_reason is not null then i.at end,
    last_attempt = w.last_attempt + case when i.event_count > 0 then 1 else 0 end
  from input i join locked l using (account_id, name)
  where w.account_id = i.account_id and w.name = i.name and w.claim = i.claim
  returning i.ord, w.account_id, w.name, w.last_attempt
), logged as (
  insert into webhook_attempt as a
    (account_id, name, slot, number, at, event_count, first_event, last_event, took_ms, status, error, answer,
      payload, address_norm)
  select i.account_id, i.name, k.last_attempt % 50, k.last_attempt, i.at, i.event_count, i.first_event,
    i.last_event, i.took_ms, i.status, i.error, case when s.is_known then i.answer else '' end,
    case when s.is_known then i.payload else '' end, case when s.is_known then i.address_norm end
  from kept k join input i using (ord) cross join lateral (select (i.message_id is null or exists (select from message m where m.account_id = i.account_id and m.id = i.message_id))
    and (i.notice_id is null or exists (
      select from notice n where n.account_id = i.account_id and n.id = i.notice_id and n.data <> '{}')) as is_known) s where i.event_count > 0
  on conflict (account_id, name, slot) do update set
    number = excluded.number, at = excluded.at, event_count = excluded.event_count,
    first_event = excluded.first_event, last_event = excluded.last_event, took_ms = excluded.took_ms,
    status = excluded.status, error = excluded.error, answer = excluded.answer, payload = excluded.payload,
    address_norm = excluded.address_norm
)
select $24::text as nonce, case when k.account_id is not null then 'kept' when exists (
      select from webhook w where w.account_id = i.account_id and w.name = i.name and w.claim = i.claim
    ) then 'locked' else 'superseded' end as outcome from input i left join kept k using (ord) order by i.ord

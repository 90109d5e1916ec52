-- The statements of carrier_receipts.ts as they run. npm run generate writes this file.

-- take
-- A receipt that is not applied is kept: its submission may not be recorded yet, or its account is locked. Kept receipts of
-- the same name are applied first, so that no receipt overtakes an earlier one. All replicas write keys in one order.
with input as (
  select t.carrier, t.ref, t.delivered, t.detail, t.at, now() - t.ago * interval '1 millisecond' as received_at
  from unnest($1::text[], $2::text[], $3::bool[], $4::text[], $5::timestamptz[], $6::int8[]) as t (carrier, ref, delivered, detail, at, ago)
), candidate as materialized (
  select i.*, s.account_id, s.message_id, s.part
  from input i cross join lateral (
    select s.account_id, s.message_id, s.part, s.state, s.submitted_at from submission s
    where s.carrier = i.carrier and s.ref = i.ref
      and (s.submitted_at <= i.received_at + interval '30 seconds' or s.submitted_at > now())
    order by s.submitted_at desc limit 1
  ) s
  where s.state in ('accepted', 'unknown') and not exists (
    select from carrier_receipt k
    where k.carrier = i.carrier and k.ref = i.ref and k.received_at + interval '30 seconds' >= s.submitted_at)
),
placed as materialized (
  select c.*, l.last_seq from (select * from candidate order by account_id) c
  cross join lateral (select last_seq from account where id = c.account_id limit 1 for update ) l
), known as (
  update submission s set state = (case when c.delivered then 'delivered' else 'failed' end)::submission_state
  from placed c
  where s.account_id = c.account_id and s.message_id = c.message_id and s.part = c.part
    and s.state in ('accepted', 'unknown')
  returning c.carrier, c.ref, c.delivered, c.detail, c.received_at, s.account_id, s.message_id, s.part, s.total,
    s.submitted_at, c.last_seq,
    case when c.at > c.received_at or c.at < s.submitted_at then c.received_at else c.at end as at
), text as materialized (
  select g.*, g.last_seq + row_number() over (partition by g.account_id order by g.message_id) as seq
  from (
    select account_id, message_id, last_seq, max(total) as total, count(*) filter (where delivered) as delivered,
      bool_or(not delivered) as has_failed, min(detail) filter (where not delivered) as detail, max(at) as at,
      min(submitted_at) as submitted_at,
      string_agg(case when delivered then 'r' || (extract(epoch from at) * 1000)::int8 || ' ' || part || '/' || total || E'\n'
      else 'n' || (extract(epoch from at) * 1000)::int8 || ' ' || part || '/' || total || ' |' || translate(left(detail, 120), E'\n\r', '  ') || E'\n' end, '' order by part) as steps
    from known group by account_id, message_id, last_seq
  ) g
), changed as (
  update message m set
    parts_delivered = coalesce(m.parts_delivered, 0) + t.delivered,
    seq = case when ((t.has_failed and m.status in ('queued', 'scheduled', 'sending', 'sent')) or (not t.has_failed and coalesce(m.parts_delivered, 0) + t.delivered >= t.total
      and (m.status in ('sending', 'sent') or (m.status = 'failed' and m.error like 'outcome\_unknown%')))) then t.seq else m.seq end,
    status = case when (t.has_failed and m.status in ('queued', 'scheduled', 'sending', 'sent')) then 'failed' when (not t.has_failed and coalesce(m.parts_delivered, 0) + t.delivered >= t.total
      and (m.status in ('sending', 'sent') or (m.status = 'failed' and m.error like 'outcome\_unknown%'))) then 'delivered' else m.status end,
    error = case when (t.has_failed and m.status in ('queued', 'scheduled', 'sending', 'sent')) then 'rejected_by_network: ' || t.detail
      when (not t.has_failed and coalesce(m.parts_delivered, 0) + t.delivered >= t.total
      and (m.status in ('sending', 'sent') or (m.status = 'failed' and m.error like 'outcome\_unknown%'))) then null else m.error end,
    steps = case
      when (t.steps || case when (t.has_failed and m.status in ('queued', 'scheduled', 'sending', 'sent')) then 'f' || (extract(epoch from t.at) * 1000)::int8 || ' |' || translate(left('rejected_by_network: ' || t.detail, 120), E'\n\r', '  ') || E'\n' else '' end) is null then m.steps
      when length((coalesce(m.steps, '') || coalesce((t.steps || case when (t.has_failed and m.status in ('queued', 'scheduled', 'sending', 'sent')) then 'f' || (extract(epoch from t.at) * 1000)::int8 || ' |' || translate(left('rejected_by_network: ' || t.detail, 120), E'\n\r', '  ') || E'\n' else '' end), ''))) <= 4000 then (coalesce(m.steps, '') || coalesce((t.steps || case when (t.has_failed and m.status in ('queued', 'scheduled', 'sending', 'sent')) then 'f' || (extract(epoch from t.at) * 1000)::int8 || ' |' || translate(left('rejected_by_network: ' || t.detail, 120), E'\n\r', '  ') || E'\n' else '' end), ''))
      else regexp_replace((coalesce(m.steps, '') || coalesce((t.steps || case when (t.has_failed and m.status in ('queued', 'scheduled', 'sending', 'sent')) then 'f' || (extract(epoch from t.at) * 1000)::int8 || ' |' || translate(left('rejected_by_network: ' || t.detail, 120), E'\n\r', '  ') || E'\n' else '' end), '')), '^((?:[^\n]*\n){12})(?:[^\n]*\n)+((?:[^\n]*\n){12})$',
        '\1~' || (length((coalesce(m.steps, '') || coalesce((t.steps || case when (t.has_failed and m.status in ('queued', 'scheduled', 'sending', 'sent')) then 'f' || (extract(epoch from t.at) * 1000)::int8 || ' |' || translate(left('rejected_by_network: ' || t.detail, 120), E'\n\r', '  ') || E'\n' else '' end), ''))) - length(replace((coalesce(m.steps, '') || coalesce((t.steps || case when (t.has_failed and m.status in ('queued', 'scheduled', 'sending', 'sent')) then 'f' || (extract(epoch from t.at) * 1000)::int8 || ' |' || translate(left('rejected_by_network: ' || t.detail, 120), E'\n\r', '  ') || E'\n' else '' end), '')), E'\n', '')) - 24 + coalesce(substring((coalesce(m.steps, '') || coalesce((t.steps || case when (t.has_failed and m.status in ('queued', 'scheduled', 'sending', 'sent')) then 'f' || (extract(epoch from t.at) * 1000)::int8 || ' |' || translate(left('rejected_by_network: ' || t.detail, 120), E'\n\r', '  ') || E'\n' else '' end), '')) from '\n~(\d+)\n')::int4 - 1, 0)) || E'\n' || '\2')
    end,
    sent_at = case when ((t.has_failed and m.status in ('queued', 'scheduled', 'sending', 'sent')) or (not t.has_failed and coalesce(m.parts_delivered, 0) + t.delivered >= t.total
      and (m.status in ('sending', 'sent') or (m.status = 'failed' and m.error like 'outcome\_unknown%')))) then coalesce(m.sent_at, t.submitted_at) else m.sent_at end,
    delivered_at = case when (not t.has_failed and coalesce(m.parts_delivered, 0) + t.delivered >= t.total
      and (m.status in ('sending', 'sent') or (m.status = 'failed' and m.error like 'outcome\_unknown%'))) then greatest(t.at, m.sent_at, t.submitted_at) else m.delivered_at end,
    deadline_at = case when ((t.has_failed and m.status in ('queued', 'scheduled', 'sending', 'sent')) or (not t.has_failed and coalesce(m.parts_delivered, 0) + t.delivered >= t.total
      and (m.status in ('sending', 'sent') or (m.status = 'failed' and m.error like 'outcome\_unknown%')))) then null else m.deadline_at end,
    holder = case when ((t.has_failed and m.status in ('queued', 'scheduled', 'sending', 'sent')) or (not t.has_failed and coalesce(m.parts_delivered, 0) + t.delivered >= t.total
      and (m.status in ('sending', 'sent') or (m.status = 'failed' and m.error like 'outcome\_unknown%')))) then null else m.holder end,
    retry_at = case when ((t.has_failed and m.status in ('queued', 'scheduled', 'sending', 'sent')) or (not t.has_failed and coalesce(m.parts_delivered, 0) + t.delivered >= t.total
      and (m.status in ('sending', 'sent') or (m.status = 'failed' and m.error like 'outcome\_unknown%')))) then null else m.retry_at end
  from text t
  where m.account_id = t.account_id and m.id = t.message_id
  returning m.account_id, m.seq, m.seq = t.seq as has_moved
), advance as (
  select account_id, max(seq) as seq from changed where has_moved group by account_id
), counted as (
  update account a set last_seq = v.seq from advance v where a.id = v.account_id
), kept as (
  insert into carrier_receipt as k (carrier, ref, delivered, detail, at, received_at)
  select carrier, ref, delivered, detail, at, received_at from input i
  where not exists (select from known t where t.carrier = i.carrier and t.ref = i.ref)
  order by carrier, ref, delivered
  on conflict (carrier, ref, delivered) do update
  set detail = excluded.detail, at = excluded.at, received_at = excluded.received_at
  where k.received_at < excluded.received_at - interval '10 minutes'
)
select $7::text as nonce, (select count(*) from input) - (select count(*) from known) as kept, v.account_id as account_id, v.seq as seq from (select) one left join advance v on true

-- take: leaving locked rows out, which differs from take
--   18 -   cross join lateral (select last_seq from account where id = c.account_id limit 1 for update ) l
--      +   cross join lateral (select last_seq from account where id = c.account_id limit 1 for update skip locked) l

-- settle
-- Looks at the kept receipts of the names, and at the next page of a walk through all in the order of their key. So a
-- flood of unknown receipts costs a bounded time at each step, and hides none whose submission was just recorded. Of
-- several for one part the first counts.
with page as materialized (
  select * from carrier_receipt k
  where (k.carrier, k.ref, k.delivered) > ($1::text, $2::text, $3::bool)
  order by k.carrier, k.ref, k.delivered limit $6::int8
), asked as materialized (
  select k.* from (select distinct * from unnest($4::text[], $5::text[]) as t (carrier, ref)) as i
  join carrier_receipt k on k.carrier = i.carrier and k.ref = i.ref
), kept as materialized (
  select * from page union select * from asked
), found as materialized (
  select k.*, s.account_id, s.message_id, s.part, s.state
  from kept k left join lateral (
    select s.account_id, s.message_id, s.part, s.state, s.submitted_at from submission s
    where s.carrier = k.carrier and s.ref = k.ref
      and (s.submitted_at <= k.received_at + interval '30 seconds' or s.submitted_at > now())
    order by s.submitted_at desc limit 1
  ) s on true
), candidate as materialized (
  select distinct on (account_id, message_id, part) * from found where state in ('accepted', 'unknown')
  order by account_id, message_id, part, received_at, delivered desc
),
placed as materialized (
  select c.*, l.last_seq from (select * from candidate order by account_id) c
  cross join lateral (select last_seq from account where id = c.account_id limit 1 for update ) l
), known as (
  update submission s set state = (case when c.delivered then 'delivered' else 'failed' end)::submission_state
  from placed c
  where s.account_id = c.account_id and s.message_id = c.message_id and s.part = c.part
    and s.state in ('accepted', 'unknown')
  returning c.carrier, c.ref, c.delivered, c.detail, c.received_at, s.account_id, s.message_id, s.part, s.total,
    s.submitted_at, c.last_seq,
    case when c.at > c.received_at or c.at < s.submitted_at then c.received_at else c.at end as at
), text as materialized (
  select g.*, g.last_seq + row_number() over (partition by g.account_id order by g.message_id) as seq
  from (
    select account_id, message_id, last_seq, max(total) as total, count(*) filter (where delivered) as delivered,
      bool_or(not delivered) as has_failed, min(detail) filter (where not delivered) as detail, max(at) as at,
      min(submitted_at) as submitted_at,
      string_agg(case when delivered then 'r' || (extract(epoch from at) * 1000)::int8 || ' ' || part || '/' || total || E'\n'
      else 'n' || (extract(epoch from at) * 1000)::int8 || ' ' || part || '/' || total || ' |' || translate(left(detail, 120), E'\n\r', '  ') || E'\n' end, '' order by part) as steps
    from known group by account_id, message_id, last_seq
  ) g
), changed as (
  update message m set
    parts_delivered = coalesce(m.parts_delivered, 0) + t.delivered,
    seq = case when ((t.has_failed and m.status in ('queued', 'scheduled', 'sending', 'sent')) or (not t.has_failed and coalesce(m.parts_delivered, 0) + t.delivered >= t.total
      and (m.status in ('sending', 'sent') or (m.status = 'failed' and m.error like 'outcome\_unknown%')))) then t.seq else m.seq end,
    status = case when (t.has_failed and m.status in ('queued', 'scheduled', 'sending', 'sent')) then 'failed' when (not t.has_failed and coalesce(m.parts_delivered, 0) + t.delivered >= t.total
      and (m.status in ('sending', 'sent') or (m.status = 'failed' and m.error like 'outcome\_unknown%'))) then 'delivered' else m.status end,
    error = case when (t.has_failed and m.status in ('queued', 'scheduled', 'sending', 'sent')) then 'rejected_by_network: ' || t.detail
      when (not t.has_failed and coalesce(m.parts_delivered, 0) + t.delivered >= t.total
      and (m.status in ('sending', 'sent') or (m.status = 'failed' and m.error like 'outcome\_unknown%'))) then null else m.error end,
    steps = case
      when (t.steps || case when (t.has_failed and m.status in ('queued', 'scheduled', 'sending', 'sent')) then 'f' || (extract(epoch from t.at) * 1000)::int8 || ' |' || translate(left('rejected_by_network: ' || t.detail, 120), E'\n\r', '  ') || E'\n' else '' end) is null then m.steps
      when length((coalesce(m.steps, '') || coalesce((t.steps || case when (t.has_failed and m.status in ('queued', 'scheduled', 'sending', 'sent')) then 'f' || (extract(epoch from t.at) * 1000)::int8 || ' |' || translate(left('rejected_by_network: ' || t.detail, 120), E'\n\r', '  ') || E'\n' else '' end), ''))) <= 4000 then (coalesce(m.steps, '') || coalesce((t.steps || case when (t.has_failed and m.status in ('queued', 'scheduled', 'sending', 'sent')) then 'f' || (extract(epoch from t.at) * 1000)::int8 || ' |' || translate(left('rejected_by_network: ' || t.detail, 120), E'\n\r', '  ') || E'\n' else '' end), ''))
      else regexp_replace((coalesce(m.steps, '') || coalesce((t.steps || case when (t.has_failed and m.status in ('queued', 'scheduled', 'sending', 'sent')) then 'f' || (extract(epoch from t.at) * 1000)::int8 || ' |' || translate(left('rejected_by_network: ' || t.detail, 120), E'\n\r', '  ') || E'\n' else '' end), '')), '^((?:[^\n]*\n){12})(?:[^\n]*\n)+((?:[^\n]*\n){12})$',
        '\1~' || (length((coalesce(m.steps, '') || coalesce((t.steps || case when (t.has_failed and m.status in ('queued', 'scheduled', 'sending', 'sent')) then 'f' || (extract(epoch from t.at) * 1000)::int8 || ' |' || translate(left('rejected_by_network: ' || t.detail, 120), E'\n\r', '  ') || E'\n' else '' end), ''))) - length(replace((coalesce(m.steps, '') || coalesce((t.steps || case when (t.has_failed and m.status in ('queued', 'scheduled', 'sending', 'sent')) then 'f' || (extract(epoch from t.at) * 1000)::int8 || ' |' || translate(left('rejected_by_network: ' || t.detail, 120), E'\n\r', '  ') || E'\n' else '' end), '')), E'\n', '')) - 24 + coalesce(substring((coalesce(m.steps, '') || coalesce((t.steps || case when (t.has_failed and m.status in ('queued', 'scheduled', 'sending', 'sent')) then 'f' || (extract(epoch from t.at) * 1000)::int8 || ' |' || translate(left('rejected_by_network: ' || t.detail, 120), E'\n\r', '  ') || E'\n' else '' end), '')) from '\n~(\d+)\n')::int4 - 1, 0)) || E'\n' || '\2')
    end,
    sent_at = case when ((t.has_failed and m.status in ('queued', 'scheduled', 'sending', 'sent')) or (not t.has_failed and coalesce(m.parts_delivered, 0) + t.delivered >= t.total
      and (m.status in ('sending', 'sent') or (m.status = 'failed' and m.error like 'outcome\_unknown%')))) then coalesce(m.sent_at, t.submitted_at) else m.sent_at end,
    delivered_at = case when (not t.has_failed and coalesce(m.parts_delivered, 0) + t.delivered >= t.total
      and (m.status in ('sending', 'sent') or (m.status = 'failed' and m.error like 'outcome\_unknown%'))) then greatest(t.at, m.sent_at, t.submitted_at) else m.delivered_at end,
    deadline_at = case when ((t.has_failed and m.status in ('queued', 'scheduled', 'sending', 'sent')) or (not t.has_failed and coalesce(m.parts_delivered, 0) + t.delivered >= t.total
      and (m.status in ('sending', 'sent') or (m.status = 'failed' and m.error like 'outcome\_unknown%')))) then null else m.deadline_at end,
    holder = case when ((t.has_failed and m.status in ('queued', 'scheduled', 'sending', 'sent')) or (not t.has_failed and coalesce(m.parts_delivered, 0) + t.delivered >= t.total
      and (m.status in ('sending', 'sent') or (m.status = 'failed' and m.error like 'outcome\_unknown%')))) then null else m.holder end,
    retry_at = case when ((t.has_failed and m.status in ('queued', 'scheduled', 'sending', 'sent')) or (not t.has_failed and coalesce(m.parts_delivered, 0) + t.delivered >= t.total
      and (m.status in ('sending', 'sent') or (m.status = 'failed' and m.error like 'outcome\_unknown%')))) then null else m.retry_at end
  from text t
  where m.account_id = t.account_id and m.id = t.message_id
  returning m.account_id, m.seq, m.seq = t.seq as has_moved
), advance as (
  select account_id, max(seq) as seq from changed where has_moved group by account_id
), counted as (
  update account a set last_seq = v.seq from advance v where a.id = v.account_id
), gone as (
  delete from carrier_receipt k using (
    select carrier, ref, delivered, received_at from known
    union
    select carrier, ref, delivered, received_at from found
    where received_at < now() - interval '72 hours'
      or (state in ('delivered', 'failed')
        and received_at < now() - interval '10 minutes')
  ) d
  where k.carrier = d.carrier and k.ref = d.ref and k.delivered = d.delivered and k.received_at = d.received_at
), last as (
  select carrier, ref, delivered from page order by carrier desc, ref desc, delivered desc limit 1
)
select $7::text as nonce, (select count(*) from known) as applied, (select count(*) from kept) as seen, (select count(*) from page) as walked, v.account_id as account_id, v.seq as seq, l.carrier as carrier, l.ref as ref, l.delivered as delivered from (select) one left join last l on true left join advance v on true

-- settle: leaving locked rows out, which differs from settle
--   24 -   cross join lateral (select last_seq from account where id = c.account_id limit 1 for update ) l
--      +   cross join lateral (select last_seq from account where id = c.account_id limit 1 for update skip locked) l

-- trim
-- Hops from carrier to carrier in carrier_receipt_newest.
with recursive names as (
  (select t.carrier from carrier_receipt t where true order by t.carrier limit 1)
  union all
  select (select t.carrier from carrier_receipt t where true and t.carrier > names.carrier order by t.carrier limit 1) from names where names.carrier is not null
), gone as (
  delete from carrier_receipt where ctid = any (array (
    select k.ctid from names n
    cross join lateral (
      select o.received_at from carrier_receipt o
      where o.carrier = n.carrier order by o.received_at desc offset $1::int8 limit 1
    ) bound
    join carrier_receipt k on k.carrier = n.carrier and k.received_at <= bound.received_at
    limit $2::int8 for update of k skip locked
  )) returning 1
)
select $3::text as nonce, (select count(*) from gone) as gone

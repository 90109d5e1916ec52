-- The statements of claim_for_carriers.ts as they run. npm run generate writes this file.

-- claim
-- Judged on the row under its lock: of several replicas that ask for a text, one gets it. `attempt` also proves that
-- the list of earlier parts is whole: it has not changed since before this statement, and only the claim of a part's
-- submission writes the part. A replica that is dead by the database's clock claims nothing. A text that waits for
-- another try is shown as sending already, so that its next claim is no change to publish. An opt-out that was
-- committed before the account was locked counts: its recipient's waiting texts end, and so does the rest of a text in
-- parts. Nothing is claimed of a suspended account, nor of one whose opt-outs changed since the snapshot, nor for a carrier
-- that does not serve the account (see sandboxes.ts), nor with a number that the account does not have: its row is locked,
-- so that one that was taken back meanwhile is none of it. The cast of the status keeps the planner from comparing each text
-- with all that wait.
with asked as (
  select * from unnest($1::int8[], $2::int8[], $3::int2[], $4::text[], $5::text[], $6::text[]) with ordinality as t (account_id, id, attempt, carrier, number, step, ord)
), locked as materialized (
  select id, period, last_seq, opt_out_changes, suspended_at from account where id in (select account_id from asked) order by id for update
), numbered as materialized (
  select a.*, l.period, l.opt_out_changes, l.last_seq + row_number() over (partition by a.account_id order by a.id) as seq
  from asked a
  join locked l on l.id = a.account_id and l.suspended_at is null and not (case when l.opt_out_changes > 0 then
      l.opt_out_changes <> (select k.opt_out_changes from account k where k.id = l.id) else false end)
  where exists (select from core_replica r where r.id = $7::int8 and r.alive_until > now())
    and case when a.account_id > 999999999999 then a.carrier = 'Sandbox' else a.carrier <> 'Sandbox' end
), refused as materialized (
  select n.ord from numbered n join message m on m.account_id = n.account_id and m.id = n.id
  where n.opt_out_changes > 0 and (case when n.opt_out_changes > 0
      then (m.confirms_stop is not true and exists (select from opt_out x where x.account_id = m.account_id and x.address_norm = any ((case when m.address_norm ~ '^\+(52|54|55|229)' then array[m.address_norm, regexp_replace(regexp_replace(regexp_replace(regexp_replace(m.address_norm, '^(\+52)(\d{10})$', '\11\2'), '^(\+54)([123]\d{9})$', '\19\2'), '^(\+55[1-9]\d)([6-9]\d{7})$', '\19\2'), '^(\+229)([2-9]\d{7})$', '\101\2'), regexp_replace(m.address_norm, '^(?:(\+52)1(\d{10})|(\+54)9([123]\d{9})|(\+55[1-9]\d)9([6-9]\d{7})|(\+229)01([2-9]\d{7}))$', '\1\2\3\4\5\6\7\8')]
      else array[m.address_norm] end)) )) or exists (select from erasure x where x.account_id = m.account_id and x.done_at is null and m.address_norm = any (x.addresses) and m.id <= x.last_message_id)
      else false end)
), owned as materialized (
  select n.ord from numbered n
  join carrier_number c on c.carrier = n.carrier and c.number = n.number and c.account_id = n.account_id
  for key share of c
), judged as materialized (
  select n.*, (n.number is null or n.ord in (select ord from owned)) as may_use, r.ord is not null as is_refused, case when r.ord is not null then 'f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('opted_out: the recipient wants no more texts', 120), E'\n\r', '  ') || E'\n' else n.step end as steps
  from numbered n left join refused r on r.ord = n.ord
), claimed as (
  update message m set seq = case when n.is_refused then n.seq else case when m.status = 'queued' then n.seq else m.seq end end,
    status = case when n.is_refused then 'failed'::message_status else 'sending' end,
    error = case when n.is_refused then 'opted_out: the recipient wants no more texts' else m.error end,
    deadline_at = case when n.is_refused then null else m.deadline_at + make_interval(secs => $9::int4) end,
    retry_at = null,
    steps = case
      when n.steps is null then m.steps
      when length((coalesce(m.steps, '') || coalesce(n.steps, ''))) <= 4000 then (coalesce(m.steps, '') || coalesce(n.steps, ''))
      else regexp_replace((coalesce(m.steps, '') || coalesce(n.steps, '')), '^((?:[^\n]*\n){12})(?:[^\n]*\n)+((?:[^\n]*\n){12})$',
        '\1~' || (length((coalesce(m.steps, '') || coalesce(n.steps, ''))) - length(replace((coalesce(m.steps, '') || coalesce(n.steps, '')), E'\n', '')) - 24 + coalesce(substring((coalesce(m.steps, '') || coalesce(n.steps, '')) from '\n~(\d+)\n')::int4 - 1, 0)) || E'\n' || '\2')
    end,
    charged = case when n.is_refused then m.charged and not (
      'failed' = 'failed' and m.sent_at is null and not (m.carrier is not null) and not 'opted_out: the recipient wants no more texts' like 'outcome\_unknown%'
      and date_trunc('month', m.created_at at time zone 'UTC')::date = n.period
    ) else m.charged end,
    carrier = case when n.is_refused then m.carrier else n.carrier end,
    holder = case when n.is_refused then m.holder else $7::int8 end,
    attempt = case when n.is_refused then m.attempt else m.attempt + 1 end
  from judged n
  where m.account_id = n.account_id and m.id = n.id and m.attempt = n.attempt
    and m.route = 'gateway' and m.holder is null and m.status::text in ('queued', 'sending')
    and (n.is_refused or (m.deadline_at > $8::timestamptz and (m.retry_at is null or m.retry_at <= $8::timestamptz)
      and (m.carrier is null or m.carrier = n.carrier)
      and n.may_use and (m.sender is null or m.sender = n.number)))
  returning n.ord, n.is_refused, m.charged, m.account_id, m.id, m.attempt, m.seq, m.address_norm, m.body, m.encoding,
    m.deadline_at - make_interval(secs => $9::int4) as expires_at, m.identity
), moved as (
  update account a set last_seq = greatest(a.last_seq, c.seq), texts_used = a.texts_used - c.refunds
  from (
    select account_id, max(seq) as seq, count(*) filter (where is_refused and not charged)::int4 as refunds
    from claimed group by account_id
  ) c
  where a.id = c.account_id
)
select $10::text as nonce, c.ord as ord, case when not c.is_refused then c.account_id end as account_id, c.id as id, c.attempt as attempt, c.identity as identity, c.seq as seq, c.address_norm as recipient, case when sum(octet_length(c.body)) over (order by c.ord) <= 32768 then c.body end as body, c.encoding::text as encoding, c.expires_at as expires_at, coalesce(case when c.attempt > 1 then (
    select json_agg(json_build_object('part', s.part, 'total', s.total, 'isUnknown', s.state = 'unknown') order by s.part)
    from submission s where s.account_id = c.account_id and s.message_id = c.id
  ) end, '[]') as earlier_parts, case when c.is_refused then c.account_id end as account_id, c.seq as seq from (select) one left join claimed c on true order by c.ord

-- claim: leaving locked rows out, which differs from claim
--    4 -   select id, period, last_seq, opt_out_changes, suspended_at from account where id in (select account_id from asked) order by id for update
--      +   select id, period, last_seq, opt_out_changes, suspended_at from account where id in (select account_id from asked) order by id for update skip locked

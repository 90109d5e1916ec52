-- The statements of claim_texts.ts as they run. npm run generate writes this file.

-- claim
with asked_sim as (select * from unnest($1::int8[], $2::int8[], $3::int2[], $4::int8[], $5::int8[], $6::text[]) with ordinality as asked (account_id, device_id, slot, link_epoch, fence, handed_over, no)), locked_account as materialized (
  select id, last_seq, waits_from, releases, period, opt_out_changes, suspended_at
  from account where id in (select account_id from asked_sim) order by id for update
), open_sim as materialized (
  select asked.no, asked.account_id, asked.device_id, asked.slot, asked.handed_over,
    account.last_seq, account.period, account.opt_out_changes, own.per_minute, own.per_day, own.per_month,
    case when own.minute between $11::timestamptz and $12::timestamptz then own.minute else $11::timestamptz end as minute,
    case when own.day between $13::date and $14::date then own.day else $13::date end as day,
    case when own.month between $15::date and $16::date then own.month else $15::date end as month,
    case when own.minute >= $11::timestamptz then own.used_minute else 0 end as used_minute,
    case when own.day >= $13::date then own.used_day else 0 end as used_day,
    case when own.month >= $15::date then own.used_month else 0 end as used_month
  from asked_sim asked
  join locked_account account on account.id = asked.account_id
    and account.suspended_at is null and not account.id > 999999999999 and not (case when account.opt_out_changes > 0 then
      account.opt_out_changes <> (select k.opt_out_changes from account k where k.id = account.id) else false end)
  cross join lateral (
    select from device
    where account_id = account.id and id = asked.device_id and link_epoch = asked.link_epoch and unpaired_at is null limit 1
  ) linked
  cross join lateral (
    select xmin as version from sim where account_id = account.id and device_id = asked.device_id and slot = asked.slot limit 1
  ) seen
  cross join lateral (
    select * from sim
    where account_id = account.id and device_id = asked.device_id and slot = asked.slot and present
      and xmin = seen.version and fence <= asked.fence
    for update
  ) own
), placed_text as materialized (
  select placed.ord, placed.id, placed.version, sim.*, queued.address_norm, queued.sender, queued.is_refused, queued.parts,
    bool_or(coalesce(queued.parts > least(sim.per_day, sim.per_month), false))
      over (partition by sim.no, queued.address_norm, queued.sender order by placed.id) as is_too_long
  from unnest($7::int4[], $8::int8[], $9::text[]) with ordinality as placed (sim_index, id, version, ord)
  join open_sim sim on sim.no = placed.sim_index + 1
  cross join lateral (
    select message.address_norm, message.segments::int4 as parts, message.sender, (case when sim.opt_out_changes > 0
      then (message.confirms_stop is not true and exists (select from opt_out x where x.account_id = message.account_id and x.address_norm = any ((case when message.address_norm ~ '^\+(52|54|55|229)' then array[message.address_norm, regexp_replace(regexp_replace(regexp_replace(regexp_replace(message.address_norm, '^(\+52)(\d{10})$', '\11\2'), '^(\+54)([123]\d{9})$', '\19\2'), '^(\+55[1-9]\d)([6-9]\d{7})$', '\19\2'), '^(\+229)([2-9]\d{7})$', '\101\2'), regexp_replace(message.address_norm, '^(?:(\+52)1(\d{10})|(\+54)9([123]\d{9})|(\+55[1-9]\d)9([6-9]\d{7})|(\+229)01([2-9]\d{7}))$', '\1\2\3\4\5\6\7\8')]
      else array[message.address_norm] end)) )) or exists (select from erasure x where x.account_id = message.account_id and x.done_at is null and message.address_norm = any (x.addresses) and message.id <= x.last_message_id)
      else false end) as is_refused
    from message
    where message.account_id = sim.account_id and message.id = placed.id and message.route = 'device' and (message.status = 'queued' or message.status = 'sending' and message.retry_at is not null)
      and message.deadline_at > $10::timestamptz and (message.sender is null or message.sender in ('device:' || sim.device_id, 'device:' || sim.device_id || '/' || sim.slot)) limit 1
  ) queued
), summed_text as (
  select *, sum(parts) filter (where not is_too_long and not is_refused) over (partition by no order by id) as total
  from placed_text
), judged_text as materialized (
  select *,
    case
      when is_refused then 'opted_out'
      when is_too_long then 'too_long'
      when used_day + total > per_day or used_month + total > per_month then 'over'
      when used_minute + total > per_minute and not (used_minute = 0 and total = parts) then 'over'
      else 'fits'
    end as verdict
  from summed_text
), kept_thread as (
  update thread set device_id = fitting.device_id, sim = fitting.slot
  from (
    select no, account_id, address_norm, device_id, slot, last_seq, version,
      case when version is null then '' else 'm' || substr(handed_over, 2) end || handed_over as steps,
      array_agg(ord) as ords, array_agg(id) as ids, array_agg(parts) as parts
    from judged_text where verdict = 'fits' and sender is null
    group by no, account_id, address_norm, device_id, slot, last_seq, version, handed_over
  ) fitting
  where thread.account_id = fitting.account_id and thread.address_norm = fitting.address_norm
    and case when fitting.version is null
      then thread.device_id is null or (thread.device_id = fitting.device_id and coalesce(thread.sim, 1) = fitting.slot)
      else thread.xmin::text = fitting.version end
  returning fitting.*
), numbered_text as materialized (
  select going.no, going.account_id, going.device_id, going.slot, going.steps, going.is_refused, going.period, text.ord, text.id,
    text.parts, going.last_seq + row_number() over (partition by going.account_id order by text.id) as seq
  from (
    select no, account_id, device_id, slot, last_seq, steps, false as is_refused, null::date as period, ords, ids, parts
    from kept_thread
    union all
    select no, account_id, device_id, slot, last_seq, case when is_refused then 'f' || (extract(epoch from now()) * 1000)::int8 || ' |' || translate(left('opted_out: the recipient wants no more texts', 120), E'\n\r', '  ') || E'\n' else handed_over end,
      is_refused, period, array[ord], array[id], array[parts]
    from judged_text where verdict = 'opted_out' or (verdict = 'fits' and sender is not null)
  ) going cross join lateral unnest(going.ords, going.ids, going.parts) as text (ord, id, parts)
), claimed_text as (
  update message set seq = text.seq,
    status = case when text.is_refused then 'failed'::message_status else 'sending' end,
    error = case when text.is_refused then 'opted_out: the recipient wants no more texts' else message.error end,
    deadline_at = case when text.is_refused then null else message.deadline_at + make_interval(secs => $17::int4) end,
    retry_at = null,
    steps = case
      when text.steps is null then message.steps
      when length((coalesce(message.steps, '') || coalesce(text.steps, ''))) <= 4000 then (coalesce(message.steps, '') || coalesce(text.steps, ''))
      else regexp_replace((coalesce(message.steps, '') || coalesce(text.steps, '')), '^((?:[^\n]*\n){12})(?:[^\n]*\n)+((?:[^\n]*\n){12})$',
        '\1~' || (length((coalesce(message.steps, '') || coalesce(text.steps, ''))) - length(replace((coalesce(message.steps, '') || coalesce(text.steps, '')), E'\n', '')) - 24 + coalesce(substring((coalesce(message.steps, '') || coalesce(text.steps, '')) from '\n~(\d+)\n')::int4 - 1, 0)) || E'\n' || '\2')
    end,
    charged = case when text.is_refused then message.charged and not (
      'failed' = 'failed' and message.sent_at is null and not (message.carrier is not null) and not 'opted_out: the recipient wants no more texts' like 'outcome\_unknown%'
      and date_trunc('month', message.created_at at time zone 'UTC')::date = text.period
    ) else message.charged end,
    device_id = case when text.is_refused then message.device_id else text.device_id end,
    sim = case when text.is_refused then message.sim else text.slot end,
    attempt = case when text.is_refused then message.attempt else message.attempt + 1 end
  from numbered_text text
  where message.account_id = text.account_id and message.id = text.id and message.route = 'device' and (message.status = 'queued' or message.status = 'sending' and message.retry_at is not null)
  returning text.ord, text.no, text.parts, text.is_refused, message.charged, message.account_id, message.id, message.attempt,
    message.seq, message.address_norm, message.body, message.identity,
    message.deadline_at - make_interval(secs => $17::int4) as expires_at
), moved_account as (
  update account set last_seq = moved.seq,
    texts_used = account.texts_used - (
      select count(*) from claimed_text ended where ended.account_id = account.id and ended.is_refused and not ended.charged
    )::int4,
    waits_from = coalesce(moved.waits_from, account.waits_from)
  from (
    select numbered.account_id, numbered.seq,
      case when numbered.first_id >= locked.waits_from + 64
        and locked.releases = (select releases from account now where now.id = locked.id) then (
        select message.id from message
        where message.account_id = locked.id and message.id >= locked.waits_from and message.route = 'device' and (message.status = 'queued' or message.status = 'sending' and message.retry_at is not null)
        order by message.id limit 1) end as waits_from
    from (select account_id, max(seq) as seq, min(id) as first_id from numbered_text group by account_id) numbered
    join locked_account locked on locked.id = numbered.account_id
  ) moved
  where account.id = moved.account_id
), counted_sim as (
  update sim set minute = used.minute, day = used.day, month = used.month,
    used_minute = used.used_minute + claimed.parts, used_day = used.used_day + claimed.parts,
    used_month = used.used_month + claimed.parts
  from open_sim used
  join (select no, sum(parts)::int4 as parts from claimed_text where not is_refused group by no) claimed
    on claimed.no = used.no
  where sim.account_id = used.account_id and sim.device_id = used.device_id and sim.slot = used.slot
)
select $18::text as nonce, judged.ord as ord, judged.verdict as verdict, case when claimed.is_refused then claimed.account_id end as account_id, claimed.seq as seq, case when not claimed.is_refused then claimed.account_id end as account_id, claimed.id as id, claimed.attempt as attempt, claimed.identity as identity, claimed.seq as seq, claimed.address_norm as address_norm, case when sum(octet_length(claimed.body)) over (order by judged.ord) <= 32768 then claimed.body end as body, claimed.expires_at as expires_at
from (select) always left join judged_text judged on true left join claimed_text claimed using (ord) order by judged.ord

-- claim: leaving locked rows out, which differs from claim
--    3 -   from account where id in (select account_id from asked_sim) order by id for update
--      +   from account where id in (select account_id from asked_sim) order by id for update skip locked
--   28 -     for update
--      +     for update skip locked

-- The statements of list_stats.ts as they run. npm run generate writes this file.

-- listed
select f.day::text as day, nullif(f.device_id, 0) as device_id, d.name as device_name, nullif(f.carrier, '') as carrier, nullif(f.reason, '') as reason, f.sent as sent, f.delivered as delivered, f.failed as failed, f.cancelled as cancelled, f.received as received, f.replied as replied from (
  select greatest(date_trunc($4::text, d.day::timestamp)::date, $2::date) as day,
    case when $5::text = 'device' then d.device_id else 0 end as device_id,
    case when $5::text = 'device' then d.carrier else '' end as carrier,
    case when $5::text = 'reason' and d.outcome not in ('received', 'delivered', 'pending', 'cancelled') then d.outcome else '' end as reason,
    coalesce(sum(d.texts) filter (where d.outcome not in ('received', 'cancelled')), 0)::int8 as sent,
    coalesce(sum(d.texts) filter (where d.outcome = 'delivered'), 0)::int8 as delivered,
    coalesce(sum(d.texts) filter (where d.outcome not in ('received', 'delivered', 'pending', 'cancelled')), 0)::int8 as failed,
    coalesce(sum(d.texts) filter (where d.outcome = 'cancelled'), 0)::int8 as cancelled,
    coalesce(sum(d.texts) filter (where d.outcome = 'received'), 0)::int8 as received,
    coalesce(sum(d.replies), 0)::int8 as replied
  from stats_day d
  where d.account_id = $1::int8 and d.day >= $2::date and d.day <= $3::date and d.texts > 0
  group by 1, 2, 3, 4 order by 1, 2, 3, 4 limit $6::int4
) f left join device d on d.account_id = $1::int8 and d.id = f.device_id
order by f.day, f.device_id, f.carrier, f.reason

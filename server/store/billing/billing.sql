-- The statements of billing.ts as they run. npm run generate writes this file.

-- ensure
insert into billing (account_id, version, checked_at)
select id, 0, $2::timestamptz from account where id = $1::int8 on conflict do nothing

-- find
select account_id as account_id, version as version, customer_id as customer_id, subscription_id as subscription_id, checkout_id as id, checkout_url as url, checkout_plan as plan, checkout_expires_at as expires_at, intent_id as id, intent_plan as plan, intent_leased_until as leased_until from billing where account_id = $1::int8

-- findBilled
select account_id as account_id from billing where subscription_id = $1::text
union select account_id as account_id from billing where checkout_id = $3::text
union select account_id as account_id from billing where customer_id = $2::text
limit $4::int4

-- apply
with moved as (
  update billing set version = version + 1, checked_at = $8::timestamptz,
    customer_id = $3::text, subscription_id = $4::text,
    checkout_id = case when $5::bool then checkout_id end,
    checkout_url = case when $5::bool then checkout_url end,
    checkout_plan = case when $5::bool then checkout_plan end,
    checkout_expires_at = case when $5::bool then checkout_expires_at end
  where account_id = $1::int8 and version = $2::int8
  returning account_id
), followed as (
  update account a set plan = coalesce($6::text, a.plan),
    subscription_status = coalesce($7::text, a.subscription_status)
  from moved m where a.id = m.account_id
    and ($6::text is not null or $7::text is not null)
)
select account_id from moved

-- drop
update billing set version = version + 1, checkout_id = null, checkout_url = null, checkout_plan = null,
  checkout_expires_at = null
where account_id = $1::int8 and checkout_id = $2::text returning account_id

-- claimDue
update billing set checked_at = $2::timestamptz
where account_id = (
  select account_id from billing where checked_at < $1::timestamptz
  order by checked_at limit 1 for update skip locked
)
returning account_id as account_id, subscription_id is not null or checkout_id is not null as is_tied

-- takeEvent
-- The update changes nothing, but lets the statement see a row that another replica has just written.
insert into billing_event as e (id, received_at) values ($1::text, $2::timestamptz)
on conflict (id) do update set id = excluded.id returning e.applied_at is not null as is_applied

-- markEvent
update billing_event set applied_at = coalesce(applied_at, $2::timestamptz) where id = $1::text returning id

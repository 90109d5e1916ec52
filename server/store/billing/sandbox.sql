-- The statements of sandbox.ts as they run. npm run generate writes this file.

-- find
select id as id, account_id as account_id, plan as plan, status as status from sandbox_subscription where id = $1::text

-- findLive
select id as id, account_id as account_id, plan as plan, status as status from sandbox_subscription where account_id = $1::int8 and status = any ($2::text[])
order by created_at desc limit 1

-- switchPlan
update sandbox_subscription set plan = $2::text
where id = $1::text and status = any ($4::text[]) and (plan = $2::text or not (is_declining and $3::bool))
returning id

-- open
insert into sandbox_checkout (id, account_id, plan, state, expires_at)
values ($1::text, $2::int8, $3::text, 'open', $4::timestamptz) on conflict do nothing

-- findCheckout
select id as id, account_id as account_id, plan as plan, expires_at as expires_at, state as state, subscription_id as subscription_id from sandbox_checkout where id = $1::text

-- pay
with paid as (
  update sandbox_checkout set state = 'paid', subscription_id = $2::text
  where id = $1::text and state = 'open' and expires_at > $4::timestamptz returning account_id, plan
)
insert into sandbox_subscription (id, account_id, plan, status, is_declining, created_at)
select $2::text, account_id, plan, 'active', $3::bool, $4::timestamptz from paid returning id

-- expire
update sandbox_checkout set state = case when state = 'open' then 'expired' else state end
where id = $1::text returning id

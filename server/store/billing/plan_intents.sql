-- The statements of plan_intents.ts as they run. npm run generate writes this file.

-- claimIntent
-- It counts as an addition: an erasure of the account sees it, or it sees the erasure.
with turn as (
  update account set additions = additions + 1
  where id = $1::int8 and suspension_reason is distinct from 'erased' returning id
)
insert into billing as b (account_id, version, checked_at, intent_id, intent_plan, intent_holder,
  intent_leased_until)
select t.id, 0, $6::timestamptz, $2::text, $3::text, $4::text, $5::timestamptz from turn t
on conflict (account_id) do update set intent_id = excluded.intent_id, intent_plan = excluded.intent_plan,
  intent_holder = excluded.intent_holder, intent_leased_until = excluded.intent_leased_until
where b.intent_id is null
returning account_id

-- takeIntent
update billing set intent_holder = $3::text, intent_leased_until = $4::timestamptz
where account_id = $1::int8 and intent_id = $2::text and intent_leased_until <= $5::timestamptz
returning account_id

-- decideIntent
update billing set intent_id = $3::text, intent_leased_until = $5::timestamptz
where account_id = $1::int8 and intent_id = $2::text and intent_holder = $4::text returning account_id

-- releaseIntent
update billing set intent_leased_until = $4::timestamptz
where account_id = $1::int8 and intent_id = $2::text and intent_holder = $3::text returning account_id

-- clearIntent
update billing set intent_id = null, intent_plan = null, intent_holder = null, intent_leased_until = null where account_id = $1::int8 and intent_id = $2::text returning account_id

-- storeCheckout
update billing set version = version + 1, checkout_id = $3::text, checkout_url = $4::text,
  checkout_plan = $5::text, checkout_expires_at = $6::timestamptz, intent_id = null, intent_plan = null, intent_holder = null, intent_leased_until = null
where account_id = $1::int8 and intent_id = $2::text returning account_id

-- listStaleIntents
select account_id as account_id from billing where intent_id is not null and intent_leased_until <= $1::timestamptz
order by intent_leased_until limit $2::int4

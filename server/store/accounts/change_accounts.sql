-- The statements of change_accounts.ts as they run. npm run generate writes this file.

-- update
with seen as materialized (
  select id, additions from account where id = $1::int8 and not id > 999999999999
), turn as (
  update account a set name = coalesce($2::text, a.name), country = coalesce($3::text, a.country), plan = coalesce($4::text, a.plan), exempt = coalesce($6::bool, a.exempt),
    subscription_status = coalesce($5::text, a.subscription_status) from seen s
  where a.id = s.id and a.additions = s.additions returning a.id
), beside as (
  update account a set name = coalesce($2::text, a.name), country = coalesce($3::text, a.country) from turn t where a.id = t.id + 1000000000000
), untied as (
  update billing b set subscription_id = null, version = b.version + 1 from turn t join account before on before.id = t.id
  where b.account_id = t.id and b.subscription_id is not null and ($4::text is not null or $5::text is not null)
    and coalesce(before.subscription_status, '') not in ('active', 'trialing', 'past_due')
)
select $7::text as nonce, exists (select from seen) as is_account, exists (select from turn) as is_done

-- suspend
-- Under the account's lock, as every statement that lets a text go judges it.
with seen as materialized (
  select id, additions from account where id = $1::int8 and not id > 999999999999
), turn as (
  update account a set suspended_at = coalesce(a.suspended_at, now()), suspension_reason = $2::text from seen s
  where a.id = s.id and a.additions = s.additions returning a.id
), beside as (
  update account a set suspended_at = coalesce(a.suspended_at, now()), suspension_reason = $2::text from turn t where a.id = t.id + 1000000000000
) select $3::text as nonce, exists (select from seen) as is_account, exists (select from turn) as is_done

-- resume
with seen as materialized (
  select id, additions from account where id = $1::int8 and not id > 999999999999
), turn as (
  update account a set suspended_at = null, suspension_reason = null from seen s
  where a.id = s.id and a.additions = s.additions returning a.id
), beside as (
  update account a set suspended_at = null, suspension_reason = null from turn t where a.id = t.id + 1000000000000
) select $2::text as nonce, exists (select from seen) as is_account, exists (select from turn) as is_done

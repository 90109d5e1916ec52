-- The statements of members.ts as they run. npm run generate writes this file.

-- list
select $2::text as nonce, p.id as id, p.name as name, p.email as email, m.role as role, m.joined_at as joined_at from membership m join app_user p on p.id = m.user_id
where m.account_id = $1::int8 order by m.joined_at, p.id

-- setRole
with owners as materialized (
  select user_id from membership where account_id = $1::int8 and role = 'owner' order by user_id for update
), known as materialized (
  select m.user_id, exists (select from owners o where o.user_id = m.user_id) as is_owner,
    (select count(*) from owners) as owners
  from membership m where m.account_id = $1::int8 and m.user_id = $2::int8
), target as (
  select user_id from known where not is_owner or ($4::bool and ($3::text = 'owner' or owners > 1))
), changed as (
  update membership m set role = $3::text from target t
  where m.account_id = $1::int8 and m.user_id = t.user_id returning m.user_id
), withdrawn as (
  delete from user_link l using changed c
  where l.account_id = $1::int8 and l.made_by = c.user_id and not ($3::text = 'owner' or ($3::text = 'admin' and l.role <> 'owner'))
)
select $5::text as nonce, exists (select from known) as is_member, coalesce((select is_owner from known), false) as is_owner, coalesce((select owners::int4 from known), 0) as owners, exists (select from changed) as is_done

-- remove
with owners as materialized (
  select user_id from membership where account_id = $1::int8 and role = 'owner' order by user_id for update
), known as materialized (
  select m.user_id, exists (select from owners o where o.user_id = m.user_id) as is_owner,
    (select count(*) from owners) as owners
  from membership m where m.account_id = $1::int8 and m.user_id = $2::int8
), target as (
  select user_id from known where not is_owner or ($3::bool and (false or owners > 1))
), changed as (
  delete from membership m using target t
  where m.account_id = $1::int8 and m.user_id = t.user_id returning m.user_id
), silenced as (
  update api_key set revoked_at = $4::timestamptz
  where account_id in ($1::int8, $1::int8 + 1000000000000) and revoked_at is null
    and session_id in (select s.id from user_session s join changed c on c.user_id = s.user_id)
)
select $5::text as nonce, exists (select from known) as is_member, coalesce((select is_owner from known), false) as is_owner, coalesce((select owners::int4 from known), 0) as owners, exists (select from changed) as is_done

-- add
with there as (
  select from membership where account_id = $1::int8 and user_id = $2::int8
), seen as materialized (
  select o.id, o.additions as count, (select count(*) >= $5::int4 from membership m where m.account_id = o.id) as is_full from account o where o.id = $1::int8 and not exists (select from there) and not exists (select from erasure where erasure.account_id = o.id and erasure.kind = 'account')
), turn as (
  update account o set additions = o.additions + 1 from seen s
  where o.id = s.id and o.additions = s.count and not s.is_full and not exists (select from there) and not exists (select from erasure where erasure.account_id = o.id and erasure.kind = 'account') returning o.id
), seen_of_user as materialized (
  select o.id, o.xmin as count, (select count(*) >= $6::int4 from membership m where m.user_id = o.id) as is_full from app_user o where o.id = $2::int8 and not exists (select from there)
), turn_of_user as (
  update app_user o set name = o.name from seen_of_user s
  where o.id = s.id and o.xmin = s.count and not s.is_full and not exists (select from there) returning o.id
), added as (
  insert into membership (account_id, user_id, role, joined_at)
  select turn.id, turn_of_user.id, $3::text, $4::timestamptz from turn cross join turn_of_user
  on conflict do nothing returning 1
)
select $7::text as nonce, exists (select from seen) as is_asked, coalesce((select is_full from seen), false) as is_account_full, coalesce((select is_full from seen_of_user), false) as is_person_full, exists (select from added) as is_added

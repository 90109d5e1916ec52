-- The statements of groups.ts as they run. npm run generate writes this file.

-- ensure
with asked as materialized (
  select * from unnest($1::text[]) with ordinality as r (name, nth)
),
seen as materialized (
  select b.account_id, b.version from contact_book b where b.account_id = $2::int8
), locked as materialized (
  select b.* from contact_book b where b.account_id = $2::int8 for update
), open as materialized (
  select l.* from locked l join seen s on s.version = l.version
), placed as materialized (
  select i.nth, i.name, o.last_group_id + row_number() over (order by i.nth) as id,
    o.groups + row_number() over (order by i.nth) <= $4::int8 as fits
  from asked i cross join open o
  where not exists (select from contact_group g where g.account_id = $2::int8 and g.name = i.name)
), inserted as (
  insert into contact_group (account_id, id, name, members, created_at)
  select $2::int8, p.id, p.name, 0, $3::timestamptz from placed p where p.fits returning id
), moved as (
  update contact_book b set version = b.version + 1, groups = b.groups + (select count(*) from inserted)::int4,
    last_group_id = b.last_group_id + (select count(*) from inserted)
  where b.account_id = $2::int8 and exists (select from inserted)
)
select $5::text as nonce, coalesce(case when not exists (select from locked) then 'no_book'
    when not exists (select from open) then 'stale' end, case when coalesce(g.id, p.id) is null then 'full' else 'there' end) as outcome, coalesce(g.id, p.id) as id from asked i
left join contact_group g on g.account_id = $2::int8 and g.name = i.name
left join placed p on p.nth = i.nth and p.fits
order by i.nth

-- rename
with
seen as materialized (
  select b.account_id, b.version from contact_book b where b.account_id = $1::int8
), locked as materialized (
  select b.* from contact_book b where b.account_id = $1::int8 for update
), open as materialized (
  select l.* from locked l join seen s on s.version = l.version
), other as materialized (
  select g.id from contact_group g where g.account_id = $1::int8 and g.name = $3::text and g.id <> $2::int8
    and exists (select from contact_group o where o.account_id = $1::int8 and o.id = $2::int8)
), renamed as (
  update contact_group g set name = $3::text from open o
  where g.account_id = o.account_id and g.id = $2::int8 and not exists (select from other) returning g.id
), moved as (
  update contact_book b set version = b.version + 1 where b.account_id = $1::int8 and exists (select from renamed)
)
select $4::text as nonce, coalesce(case when not exists (select from locked) then 'no_book'
    when not exists (select from open) then 'stale' end, case
      when exists (select from renamed) then 'renamed' when exists (select from other) then 'taken' else 'missing' end) as outcome

-- remove
with
seen as materialized (
  select b.account_id, b.version from contact_book b where b.account_id = $1::int8
), locked as materialized (
  select b.* from contact_book b where b.account_id = $1::int8 for update
), open as materialized (
  select l.* from locked l join seen s on s.version = l.version
), gone as (
  delete from contact_group g using open o where g.account_id = o.account_id and g.id = $2::int8 returning g.id
), left_group as (
  delete from contact_group_member m using gone g where m.account_id = $1::int8 and m.group_id = g.id
), moved as (
  update contact_book b set version = b.version + 1, groups = b.groups - 1
  where b.account_id = $1::int8 and exists (select from gone)
)
select $3::text as nonce, coalesce(case when not exists (select from locked) then 'no_book'
    when not exists (select from open) then 'stale' end, case when exists (select from gone) then 'deleted' else 'missing' end) as outcome

-- changeMembers
with added as materialized (
  select distinct i.id from unnest($3::int8[]) as i (id) where not exists (
    select from contact_group_member m where m.account_id = $1::int8 and m.group_id = $2::int8 and m.contact_id = i.id)
),
seen as materialized (
  select b.account_id, b.version from contact_book b where b.account_id = $1::int8
), locked as materialized (
  select b.* from contact_book b where b.account_id = $1::int8 for update
), open as materialized (
  select l.* from locked l join seen s on s.version = l.version
), judged as materialized (
  select case
    when case when not exists (select from locked) then 'no_book'
    when not exists (select from open) then 'stale' end is not null then case when not exists (select from locked) then 'no_book'
    when not exists (select from open) then 'stale' end
    when not exists (select from contact_group g where g.account_id = $1::int8 and g.id = $2::int8) then 'missing'
    when exists (select from added i where not exists (
      select from contact c where c.account_id = $1::int8 and c.id = i.id)) then 'no_contact'
    when exists (select from added i where (select count(*) from contact_group_member m
      where m.account_id = $1::int8 and m.contact_id = i.id) >= $5::int8) then 'crowded'
  end as fault
), joined as (
  insert into contact_group_member (account_id, group_id, contact_id)
  select $1::int8, $2::int8, i.id from added i, judged j where j.fault is null and i.id <> all ($4::int8[])
  on conflict do nothing returning group_id
), left_group as (
  delete from contact_group_member m using judged j
  where j.fault is null and m.account_id = $1::int8 and m.group_id = $2::int8 and m.contact_id = any ($4::int8[])
  returning m.group_id
),
counted as (
  update contact_group g set members = g.members + d.gained
  from (select group_id, sum(gained)::int4 as gained from (select group_id, 1 as gained from joined union all select group_id, -1 from left_group) x group by group_id) d
  where g.account_id = $1::int8 and g.id = d.group_id
), moved as (
  update contact_book b set version = b.version + 1
  where b.account_id = $1::int8 and (exists (select from joined) or exists (select from left_group))
)
select $6::text as nonce, coalesce((select fault from judged), 'changed') as outcome

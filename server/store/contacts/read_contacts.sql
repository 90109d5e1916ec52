-- The statements of read_contacts.ts as they run. npm run generate writes this file.

-- listByName
select c.id as id, c.address_norm as address_norm, c.name as name, c.name_plain as name_plain, c.note as note, c.created_at as created_at, c.changed_at as changed_at, coalesce((select array_agg(m.group_id order by m.group_id) from contact_group_member m
    where m.account_id = c.account_id and m.contact_id = c.id), '{}') as group_ids from contact c
where c.account_id = $1::int8 and (c.name_plain, c.id) > ($5::text, $6::int8)
  and (c.name_plain like all ($2::text[]) or c.address_norm like any ($3::text[]))
  and ($4::int8 is null or exists (select from contact_group_member i
    where i.account_id = $1::int8 and i.group_id = $4::int8 and i.contact_id = c.id))
order by c.name_plain, c.id limit $7::int4

-- findById
select c.id as id, c.address_norm as address_norm, c.name as name, c.name_plain as name_plain, c.note as note, c.created_at as created_at, c.changed_at as changed_at, coalesce((select array_agg(m.group_id order by m.group_id) from contact_group_member m
where m.account_id = c.account_id and m.contact_id = c.id), '{}') as group_ids from contact c where c.account_id = $1::int8 and c.id = $2::int8

-- findByAddress
select c.id as id, c.address_norm as address_norm, c.name as name, c.name_plain as name_plain, c.note as note, c.created_at as created_at, c.changed_at as changed_at, coalesce((select array_agg(m.group_id order by m.group_id) from contact_group_member m
where m.account_id = c.account_id and m.contact_id = c.id), '{}') as group_ids from contact c where c.account_id = $1::int8 and c.address_norm = any ($2::text[])

-- listMembers
select c.id as id, c.address_norm as address_norm, c.name as name, c.name_plain as name_plain, c.note as note, c.created_at as created_at, c.changed_at as changed_at, coalesce((select array_agg(m.group_id order by m.group_id) from contact_group_member m
    where m.account_id = c.account_id and m.contact_id = c.id), '{}') as group_ids from (
  select i.contact_id from contact_group_member i
  where i.account_id = $1::int8 and i.group_id = $2::int8 and i.contact_id > $3::int8
  order by i.contact_id limit $4::int4
) i join contact c on c.account_id = $1::int8 and c.id = i.contact_id order by c.id

-- listGroups
select id as id, name as name, members as members, created_at as created_at from contact_group where account_id = $1::int8 and name > $2::text order by name limit $3::int4

-- findGroup
select id as id, name as name, members as members, created_at as created_at from contact_group where account_id = $1::int8 and id = $2::int8

-- The statements of put_contacts.ts as they run. npm run generate writes this file.

-- put
with asked as materialized (
  select * from unnest($1::int4[], $2::int8[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bool[]) as r (nth, id, address_norm, name, name_plain, note, group_ids, replaces_groups)
),
seen as materialized (
  select b.account_id, b.version from contact_book b where b.account_id = $9::int8
), locked as materialized (
  select b.* from contact_book b where b.account_id = $9::int8 for update
), open as materialized (
  select l.* from locked l join seen s on s.version = l.version
), judged as materialized (
  select i.*, case
    when case when not exists (select from locked) then 'no_book'
    when not exists (select from open) then 'stale' end is not null then case when not exists (select from locked) then 'no_book'
    when not exists (select from open) then 'stale' end
    when i.id is not null and i.known_id is null then 'missing'
    when i.id is not null and exists (
      select from contact c where c.account_id = $9::int8 and c.address_norm = i.address_norm and c.id <> i.id
    ) then 'taken'
    when cardinality(i.wanted) = 0 then null
    when exists (select from unnest(i.wanted) w (id) where not exists (
      select from contact_group g where g.account_id = $9::int8 and g.id = w.id)) then 'no_group'
    when (select count(*) from (
      select w.id from unnest(i.wanted) w (id)
      union
      select m.group_id from contact_group_member m
      where m.account_id = $9::int8 and m.contact_id = i.known_id and not i.replaces_groups
    ) u) > $12::int8 then 'crowded'
  end as fault
  from (
    select a.*, a.group_ids::int8[] as wanted, case when a.id is null
      then (select c.id from contact c where c.account_id = $9::int8 and c.address_norm = a.address_norm)
      else (select c.id from contact c where c.account_id = $9::int8 and c.id = a.id) end as known_id
    from asked a offset 0
  ) i
), counted_rows as materialized (
  select j.*, case when j.fault is null and j.known_id is null
    then row_number() over (partition by j.fault is null and j.known_id is null order by j.nth) end as turn
  from judged j
), placed as materialized (
  select c.*, case when c.fault is not null then null when c.turn is null then c.known_id
    when (select o.contacts from open o) + c.turn <= $11::int8 then (select o.last_contact_id from open o) + c.turn
  end as target_id
  from counted_rows c
), targets as materialized (
  select p.target_id, p.wanted, p.replaces_groups from placed p where p.target_id is not null
), inserted as (
  insert into contact (account_id, id, address_norm, name, name_plain, note, created_at, changed_at)
  select $9::int8, p.target_id, p.address_norm, p.name, p.name_plain, coalesce(p.note, ''), $10::timestamptz, $10::timestamptz
  from placed p where p.known_id is null and p.target_id is not null
  returning id
), changed as (
  update contact c set address_norm = coalesce(p.address_norm, c.address_norm), name = coalesce(p.name, c.name),
    name_plain = coalesce(p.name_plain, c.name_plain), note = coalesce(p.note, c.note), changed_at = $10::timestamptz
  from placed p where c.account_id = $9::int8 and c.id = p.known_id and p.fault is null
    and (coalesce(p.address_norm, c.address_norm), coalesce(p.name, c.name), coalesce(p.note, c.note))
      is distinct from (c.address_norm, c.name, c.note)
  returning c.id
),
left_groups as (
  delete from contact_group_member m using targets t
  where m.account_id = $9::int8 and m.contact_id = t.target_id and t.replaces_groups
    and m.group_id <> all (t.wanted)
  returning m.group_id, m.contact_id
), joined as (
  insert into contact_group_member (account_id, group_id, contact_id)
  select $9::int8, w.id, t.target_id from targets t cross join lateral unnest(t.wanted) w (id)
  on conflict do nothing returning group_id, contact_id
),
counted as (
  update contact_group g set members = g.members + d.gained
  from (select group_id, sum(gained)::int4 as gained from (select group_id, 1 as gained from joined union all select group_id, -1 from left_groups) x group by group_id) d
  where g.account_id = $9::int8 and g.id = d.group_id
), moved as (
  update contact_book b set version = b.version + 1, contacts = b.contacts + (select count(*) from inserted)::int4,
    last_contact_id = b.last_contact_id + (select count(*) from inserted)
  where b.account_id = $9::int8 and (exists (select from inserted) or exists (select from changed)
    or exists (select from joined) or exists (select from left_groups))
)
select $13::text as nonce, coalesce(p.fault, case when p.target_id is null then 'full' when p.known_id is null then 'added'
      when p.target_id in (select id from changed) or p.target_id in (select contact_id from joined)
        or p.target_id in (select contact_id from left_groups) then 'changed' else 'same' end) as outcome, p.target_id as id from placed p order by p.nth

-- remove
-- Where a request to erase asks for it, the contact is counted on the request by the same statement.
with
seen as materialized (
  select b.account_id, b.version from contact_book b where b.account_id = $1::int8
), locked as materialized (
  select b.* from contact_book b where b.account_id = $1::int8 for update
), open as materialized (
  select l.* from locked l join seen s on s.version = l.version
), gone as (
  delete from contact c using open o where c.account_id = o.account_id and c.id = $2::int8 returning c.id
), left_groups as (
  delete from contact_group_member m using gone c
  where m.account_id = $1::int8 and m.contact_id = c.id returning m.group_id
),
counted as (
  update contact_group g set members = g.members + d.gained
  from (select group_id, sum(gained)::int4 as gained from (select group_id, -1 as gained from left_groups) x group by group_id) d
  where g.account_id = $1::int8 and g.id = d.group_id
), moved as (
  update contact_book b set version = b.version + 1, contacts = b.contacts - 1
  where b.account_id = $1::int8 and exists (select from gone)
), counted_erased as (
  update erasure e set erased = e.erased || jsonb_build_object('contact', coalesce((e.erased->>'contact')::int8, 0) + 1)
  where e.account_id = $1::int8 and e.id = $3::int8 and exists (select from gone)
)
select $4::text as nonce, coalesce(case when not exists (select from locked) then 'no_book'
    when not exists (select from open) then 'stale' end, case when exists (select from gone) then 'deleted' else 'missing' end) as outcome

-- The statements of book.ts as they run. npm run generate writes this file.

-- makeBook
insert into contact_book (account_id, version, last_contact_id, last_group_id, contacts, groups)
select a.id, 0, 0, 0, 0, 0 from account a where a.id = $1::int8
on conflict (account_id) do update set version = contact_book.version
returning account_id as account_id

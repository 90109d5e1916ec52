-- The statements of languages.ts as they run. npm run generate writes this file.

-- find
select $3::text as nonce, language as language from app_user where (email = $1::text or id = $2::int8) and language is not null
order by email = $1::text desc limit 1

-- set
update app_user set language = $2::text where id = $1::int8 and (language is null or not $3::bool) returning $4::text as nonce, id as id

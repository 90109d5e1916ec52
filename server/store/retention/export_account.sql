-- The statements of export_account.ts as they run. npm run generate writes this file.

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array()::text as place from account t where t.id = $1::int8  limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.id::text)::text as place from (select p.id, p.name, p.email, m.role, m.joined_at from membership m join app_user p on p.id = m.user_id where m.account_id = $1::int8) t where true order by t.id limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.id::text)::text as place from (select p.id, p.name, p.email, m.role, m.joined_at from membership m join app_user p on p.id = m.user_id where m.account_id = $1::int8) t where true and (t.id) > (($3::text::jsonb->>0)::bigint) order by t.id limit $2::int4

-- pages
select (to_jsonb(t) - 'hash')::text as "row", jsonb_build_array(t.hash::text)::text as place from api_key t where t.account_id = $1::int8 order by t.hash limit $2::int4

-- pages
select (to_jsonb(t) - 'hash')::text as "row", jsonb_build_array(t.hash::text)::text as place from api_key t where t.account_id = $1::int8 and (t.hash) > (($3::text::jsonb->>0)::bytea) order by t.hash limit $2::int4

-- pages
select (to_jsonb(t) - 'token_hash')::text as "row", jsonb_build_array(t.message_id::text)::text as place from approval t where t.account_id = $1::int8 order by t.message_id limit $2::int4

-- pages
select (to_jsonb(t) - 'token_hash')::text as "row", jsonb_build_array(t.message_id::text)::text as place from approval t where t.account_id = $1::int8 and (t.message_id) > (($3::text::jsonb->>0)::bigint) order by t.message_id limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.at::text, t.nonce::text)::text as place from audit_event t where t.account_id = $1::int8 order by t.at, t.nonce limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.at::text, t.nonce::text)::text as place from audit_event t where t.account_id = $1::int8 and (t.at, t.nonce) > (($3::text::jsonb->>0)::timestamp (3) with time zone, ($3::text::jsonb->>1)::bigint) order by t.at, t.nonce limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array()::text as place from billing t where t.account_id = $1::int8  limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.id::text)::text as place from broadcast t where t.account_id = $1::int8 order by t.id limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.id::text)::text as place from broadcast t where t.account_id = $1::int8 and (t.id) > (($3::text::jsonb->>0)::bigint) order by t.id limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.broadcast_id::text, t.number::text)::text as place from broadcast_recipient t where t.account_id = $1::int8 order by t.broadcast_id, t.number limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.broadcast_id::text, t.number::text)::text as place from broadcast_recipient t where t.account_id = $1::int8 and (t.broadcast_id, t.number) > (($3::text::jsonb->>0)::bigint, ($3::text::jsonb->>1)::integer) order by t.broadcast_id, t.number limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.carrier::text, t.sender::text, t.recipient::text, t.reference::text, t.total::text, t.number::text)::text as place from carrier_inbound_part t where t.account_id = $1::int8 order by t.carrier, t.sender, t.recipient, t.reference, t.total, t.number limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.carrier::text, t.sender::text, t.recipient::text, t.reference::text, t.total::text, t.number::text)::text as place from carrier_inbound_part t where t.account_id = $1::int8 and (t.carrier, t.sender, t.recipient, t.reference, t.total, t.number) > (($3::text::jsonb->>0)::text, ($3::text::jsonb->>1)::text, ($3::text::jsonb->>2)::text, ($3::text::jsonb->>3)::integer, ($3::text::jsonb->>4)::smallint, ($3::text::jsonb->>5)::smallint) order by t.carrier, t.sender, t.recipient, t.reference, t.total, t.number limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.carrier::text, t.number::text)::text as place from carrier_number t where t.account_id = $1::int8 order by t.carrier, t.number limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.carrier::text, t.number::text)::text as place from carrier_number t where t.account_id = $1::int8 and (t.carrier, t.number) > (($3::text::jsonb->>0)::text, ($3::text::jsonb->>1)::text) order by t.carrier, t.number limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.name::text)::text as place from consumer t where t.account_id = $1::int8 order by t.name limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.name::text)::text as place from consumer t where t.account_id = $1::int8 and (t.name) > (($3::text::jsonb->>0)::text) order by t.name limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.id::text)::text as place from contact t where t.account_id = $1::int8 order by t.id limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.id::text)::text as place from contact t where t.account_id = $1::int8 and (t.id) > (($3::text::jsonb->>0)::bigint) order by t.id limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array()::text as place from contact_book t where t.account_id = $1::int8  limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.id::text)::text as place from contact_group t where t.account_id = $1::int8 order by t.id limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.id::text)::text as place from contact_group t where t.account_id = $1::int8 and (t.id) > (($3::text::jsonb->>0)::bigint) order by t.id limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.group_id::text, t.contact_id::text)::text as place from contact_group_member t where t.account_id = $1::int8 order by t.group_id, t.contact_id limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.group_id::text, t.contact_id::text)::text as place from contact_group_member t where t.account_id = $1::int8 and (t.group_id, t.contact_id) > (($3::text::jsonb->>0)::bigint, ($3::text::jsonb->>1)::bigint) order by t.group_id, t.contact_id limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.id_block::text, t.day::text)::text as place from day_count t where t.account_id = $1::int8 order by t.id_block, t.day limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.id_block::text, t.day::text)::text as place from day_count t where t.account_id = $1::int8 and (t.id_block, t.day) > (($3::text::jsonb->>0)::bigint, ($3::text::jsonb->>1)::date) order by t.id_block, t.day limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.name::text)::text as place from deleted_text t where t.account_id = $1::int8 order by t.name limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.name::text)::text as place from deleted_text t where t.account_id = $1::int8 and (t.name) > (($3::text::jsonb->>0)::uuid) order by t.name limit $2::int4

-- pages
select (to_jsonb(t) - 'token_hash')::text as "row", jsonb_build_array(t.id::text)::text as place from device t where t.account_id = $1::int8 order by t.id limit $2::int4

-- pages
select (to_jsonb(t) - 'token_hash')::text as "row", jsonb_build_array(t.id::text)::text as place from device t where t.account_id = $1::int8 and (t.id) > (($3::text::jsonb->>0)::bigint) order by t.id limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.user_id::text)::text as place from digest_mark t where t.account_id = $1::int8 order by t.user_id limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.user_id::text)::text as place from digest_mark t where t.account_id = $1::int8 and (t.user_id) > (($3::text::jsonb->>0)::bigint) order by t.user_id limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.id::text)::text as place from erasure t where t.account_id = $1::int8 order by t.id limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.id::text)::text as place from erasure t where t.account_id = $1::int8 and (t.id) > (($3::text::jsonb->>0)::bigint) order by t.id limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.at::text)::text as place from feed_mark t where t.account_id = $1::int8 order by t.at limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.at::text)::text as place from feed_mark t where t.account_id = $1::int8 and (t.at) > (($3::text::jsonb->>0)::timestamp (3) with time zone) order by t.at limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.message_id::text)::text as place from held_text t where t.account_id = $1::int8 order by t.message_id limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.message_id::text)::text as place from held_text t where t.account_id = $1::int8 and (t.message_id) > (($3::text::jsonb->>0)::bigint) order by t.message_id limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array()::text as place from inbox_rules t where t.account_id = $1::int8  limit $2::int4

-- pages
select (to_jsonb(t) - 'secret')::text as "row", jsonb_build_array(t.name::text)::text as place from incoming_webhook t where t.account_id = $1::int8 order by t.name limit $2::int4

-- pages
select (to_jsonb(t) - 'secret')::text as "row", jsonb_build_array(t.name::text)::text as place from incoming_webhook t where t.account_id = $1::int8 and (t.name) > (($3::text::jsonb->>0)::text) order by t.name limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.key_id::text, t.code::text, t.address_norm::text)::text as place from key_refusal t where t.account_id = $1::int8 order by t.key_id, t.code, t.address_norm limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.key_id::text, t.code::text, t.address_norm::text)::text as place from key_refusal t where t.account_id = $1::int8 and (t.key_id, t.code, t.address_norm) > (($3::text::jsonb->>0)::bigint, ($3::text::jsonb->>1)::text, ($3::text::jsonb->>2)::text) order by t.key_id, t.code, t.address_norm limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.address_norm::text, t.keyword::text)::text as place from keyword_answer t where t.account_id = $1::int8 order by t.address_norm, t.keyword limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.address_norm::text, t.keyword::text)::text as place from keyword_answer t where t.account_id = $1::int8 and (t.address_norm, t.keyword) > (($3::text::jsonb->>0)::text, ($3::text::jsonb->>1)::text) order by t.address_norm, t.keyword limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.user_id::text)::text as place from membership t where t.account_id = $1::int8 order by t.user_id limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.user_id::text)::text as place from membership t where t.account_id = $1::int8 and (t.user_id) > (($3::text::jsonb->>0)::bigint) order by t.user_id limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.id::text)::text as place from message t where t.account_id = $1::int8 order by t.id limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.id::text)::text as place from message t where t.account_id = $1::int8 and (t.id) > (($3::text::jsonb->>0)::bigint) order by t.id limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.id::text)::text as place from notice t where t.account_id = $1::int8 order by t.id limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.id::text)::text as place from notice t where t.account_id = $1::int8 and (t.id) > (($3::text::jsonb->>0)::bigint) order by t.id limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.subject::text)::text as place from noticed t where t.account_id = $1::int8 order by t.subject limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.subject::text)::text as place from noticed t where t.account_id = $1::int8 and (t.subject) > (($3::text::jsonb->>0)::text) order by t.subject limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.address_norm::text)::text as place from opt_out t where t.account_id = $1::int8 order by t.address_norm limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.address_norm::text)::text as place from opt_out t where t.account_id = $1::int8 and (t.address_norm) > (($3::text::jsonb->>0)::text) order by t.address_norm limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array()::text as place from opt_out_settings t where t.account_id = $1::int8  limit $2::int4

-- pages
select (to_jsonb(t) - 'code_hash')::text as "row", jsonb_build_array(t.code_hash::text)::text as place from pairing_code t where t.account_id = $1::int8 order by t.code_hash limit $2::int4

-- pages
select (to_jsonb(t) - 'code_hash')::text as "row", jsonb_build_array(t.code_hash::text)::text as place from pairing_code t where t.account_id = $1::int8 and (t.code_hash) > (($3::text::jsonb->>0)::bytea) order by t.code_hash limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.platform_key_id::text)::text as place from platform_link t where t.account_id = $1::int8 order by t.platform_key_id limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.platform_key_id::text)::text as place from platform_link t where t.account_id = $1::int8 and (t.platform_key_id) > (($3::text::jsonb->>0)::bigint) order by t.platform_key_id limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array()::text as place from retention t where t.account_id = $1::int8  limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.id::text)::text as place from sandbox_checkout t where t.account_id = $1::int8 order by t.id limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.id::text)::text as place from sandbox_checkout t where t.account_id = $1::int8 and (t.id) > (($3::text::jsonb->>0)::text) order by t.id limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.id::text)::text as place from sandbox_subscription t where t.account_id = $1::int8 order by t.id limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.id::text)::text as place from sandbox_subscription t where t.account_id = $1::int8 and (t.id) > (($3::text::jsonb->>0)::text) order by t.id limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.id::text)::text as place from saved_reply t where t.account_id = $1::int8 order by t.id limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.id::text)::text as place from saved_reply t where t.account_id = $1::int8 and (t.id) > (($3::text::jsonb->>0)::bigint) order by t.id limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.device_id::text, t.slot::text)::text as place from sim t where t.account_id = $1::int8 order by t.device_id, t.slot limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.device_id::text, t.slot::text)::text as place from sim t where t.account_id = $1::int8 and (t.device_id, t.slot) > (($3::text::jsonb->>0)::bigint, ($3::text::jsonb->>1)::smallint) order by t.device_id, t.slot limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.id_block::text, t.day::text, t.outcome::text, t.device_id::text, t.carrier::text)::text as place from stats_block t where t.account_id = $1::int8 order by t.id_block, t.day, t.outcome, t.device_id, t.carrier limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.id_block::text, t.day::text, t.outcome::text, t.device_id::text, t.carrier::text)::text as place from stats_block t where t.account_id = $1::int8 and (t.id_block, t.day, t.outcome, t.device_id, t.carrier) > (($3::text::jsonb->>0)::bigint, ($3::text::jsonb->>1)::date, ($3::text::jsonb->>2)::text, ($3::text::jsonb->>3)::bigint, ($3::text::jsonb->>4)::text) order by t.id_block, t.day, t.outcome, t.device_id, t.carrier limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array()::text as place from stats_count t where t.account_id = $1::int8  limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.day::text, t.outcome::text, t.device_id::text, t.carrier::text)::text as place from stats_day t where t.account_id = $1::int8 order by t.day, t.outcome, t.device_id, t.carrier limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.day::text, t.outcome::text, t.device_id::text, t.carrier::text)::text as place from stats_day t where t.account_id = $1::int8 and (t.day, t.outcome, t.device_id, t.carrier) > (($3::text::jsonb->>0)::date, ($3::text::jsonb->>1)::text, ($3::text::jsonb->>2)::bigint, ($3::text::jsonb->>3)::text) order by t.day, t.outcome, t.device_id, t.carrier limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.message_id::text, t.part::text)::text as place from submission t where t.account_id = $1::int8 order by t.message_id, t.part limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.message_id::text, t.part::text)::text as place from submission t where t.account_id = $1::int8 and (t.message_id, t.part) > (($3::text::jsonb->>0)::bigint, ($3::text::jsonb->>1)::smallint) order by t.message_id, t.part limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.message_id::text)::text as place from text_trace t where t.account_id = $1::int8 order by t.message_id limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.message_id::text)::text as place from text_trace t where t.account_id = $1::int8 and (t.message_id) > (($3::text::jsonb->>0)::bigint) order by t.message_id limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.address_norm::text)::text as place from thread t where t.account_id = $1::int8 order by t.address_norm limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.address_norm::text)::text as place from thread t where t.account_id = $1::int8 and (t.address_norm) > (($3::text::jsonb->>0)::text) order by t.address_norm limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.id::text)::text as place from thread_note t where t.account_id = $1::int8 order by t.id limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.id::text)::text as place from thread_note t where t.account_id = $1::int8 and (t.id) > (($3::text::jsonb->>0)::bigint) order by t.id limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.user_id::text, t.address_norm::text)::text as place from thread_read t where t.account_id = $1::int8 order by t.user_id, t.address_norm limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.user_id::text, t.address_norm::text)::text as place from thread_read t where t.account_id = $1::int8 and (t.user_id, t.address_norm) > (($3::text::jsonb->>0)::bigint, ($3::text::jsonb->>1)::text) order by t.user_id, t.address_norm limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.address_norm::text)::text as place from thread_state t where t.account_id = $1::int8 order by t.address_norm limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.address_norm::text)::text as place from thread_state t where t.account_id = $1::int8 and (t.address_norm) > (($3::text::jsonb->>0)::text) order by t.address_norm limit $2::int4

-- pages
select (to_jsonb(t) - 'token_hash')::text as "row", jsonb_build_array(t.id::text)::text as place from user_link t where t.account_id = $1::int8 order by t.id limit $2::int4

-- pages
select (to_jsonb(t) - 'token_hash')::text as "row", jsonb_build_array(t.id::text)::text as place from user_link t where t.account_id = $1::int8 and (t.id) > (($3::text::jsonb->>0)::bigint) order by t.id limit $2::int4

-- pages
select (to_jsonb(t) - 'secret' - 'previous_secret')::text as "row", jsonb_build_array(t.name::text)::text as place from webhook t where t.account_id = $1::int8 order by t.name limit $2::int4

-- pages
select (to_jsonb(t) - 'secret' - 'previous_secret')::text as "row", jsonb_build_array(t.name::text)::text as place from webhook t where t.account_id = $1::int8 and (t.name) > (($3::text::jsonb->>0)::text) order by t.name limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.name::text, t.slot::text)::text as place from webhook_attempt t where t.account_id = $1::int8 order by t.name, t.slot limit $2::int4

-- pages
select (to_jsonb(t))::text as "row", jsonb_build_array(t.name::text, t.slot::text)::text as place from webhook_attempt t where t.account_id = $1::int8 and (t.name, t.slot) > (($3::text::jsonb->>0)::text, ($3::text::jsonb->>1)::smallint) order by t.name, t.slot limit $2::int4

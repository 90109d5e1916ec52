ALTER TABLE "person" RENAME TO "app_user";
--> statement-breakpoint
ALTER TABLE "person_link" RENAME TO "user_link";
--> statement-breakpoint
ALTER TABLE "person_session" RENAME TO "user_session";
--> statement-breakpoint
ALTER TABLE "erasure" RENAME COLUMN "person_id" TO "user_id";
--> statement-breakpoint
ALTER TABLE "approval" RENAME COLUMN "person_id" TO "user_id";
--> statement-breakpoint
ALTER TABLE "known_browser" RENAME COLUMN "person_id" TO "user_id";
--> statement-breakpoint
ALTER TABLE "known_browser" RENAME CONSTRAINT "known_browser_person_id_person_id_fk" TO "known_browser_user_id_app_user_id_fk";
--> statement-breakpoint
ALTER INDEX "known_browser_person_id_token_hash_pk" RENAME TO "known_browser_user_id_token_hash_pk";
--> statement-breakpoint
ALTER TABLE "membership" RENAME COLUMN "person_id" TO "user_id";
--> statement-breakpoint
ALTER INDEX "membership_person" RENAME TO "membership_user";
--> statement-breakpoint
ALTER TABLE "membership" RENAME CONSTRAINT "membership_person_id_person_id_fk" TO "membership_user_id_app_user_id_fk";
--> statement-breakpoint
ALTER INDEX "membership_account_id_person_id_pk" RENAME TO "membership_account_id_user_id_pk";
--> statement-breakpoint
ALTER TABLE "passkey" RENAME COLUMN "person_id" TO "user_id";
--> statement-breakpoint
ALTER INDEX "passkey_person" RENAME TO "passkey_user";
--> statement-breakpoint
ALTER TABLE "passkey" RENAME CONSTRAINT "passkey_person_id_person_id_fk" TO "passkey_user_id_app_user_id_fk";
--> statement-breakpoint
ALTER TABLE "app_user" RENAME COLUMN "email_proved_at" TO "email_verified_at";
--> statement-breakpoint
ALTER INDEX "person_email" RENAME TO "app_user_email";
--> statement-breakpoint
ALTER INDEX "person_pkey" RENAME TO "app_user_pkey";
--> statement-breakpoint
ALTER TABLE "user_link" RENAME COLUMN "person_id" TO "user_id";
--> statement-breakpoint
ALTER INDEX "person_link_slot" RENAME TO "user_link_slot";
--> statement-breakpoint
ALTER INDEX "person_link_maker" RENAME TO "user_link_maker";
--> statement-breakpoint
ALTER INDEX "person_link_token" RENAME TO "user_link_token";
--> statement-breakpoint
ALTER INDEX "person_link_account" RENAME TO "user_link_account";
--> statement-breakpoint
ALTER INDEX "person_link_expires" RENAME TO "user_link_expires";
--> statement-breakpoint
ALTER TABLE "user_link" RENAME CONSTRAINT "person_link_account_id_account_id_fk" TO "user_link_account_id_account_id_fk";
--> statement-breakpoint
ALTER TABLE "user_link" RENAME CONSTRAINT "person_link_person_id_person_id_fk" TO "user_link_user_id_app_user_id_fk";
--> statement-breakpoint
ALTER TABLE "user_link" RENAME CONSTRAINT "person_link_maker_fk" TO "user_link_maker_fk";
--> statement-breakpoint
ALTER INDEX "person_link_pkey" RENAME TO "user_link_pkey";
--> statement-breakpoint
ALTER TABLE "user_session" RENAME COLUMN "person_id" TO "user_id";
--> statement-breakpoint
ALTER TABLE "user_session" RENAME COLUMN "proved_at" TO "reauthenticated_at";
--> statement-breakpoint
ALTER INDEX "person_session_secret" RENAME TO "user_session_secret";
--> statement-breakpoint
ALTER INDEX "person_session_person" RENAME TO "user_session_user";
--> statement-breakpoint
ALTER INDEX "person_session_seen" RENAME TO "user_session_seen";
--> statement-breakpoint
ALTER TABLE "user_session" RENAME CONSTRAINT "person_session_person_id_person_id_fk" TO "user_session_user_id_app_user_id_fk";
--> statement-breakpoint
ALTER INDEX "person_session_pkey" RENAME TO "user_session_pkey";
--> statement-breakpoint
ALTER TABLE "recovery_code" RENAME COLUMN "person_id" TO "user_id";
--> statement-breakpoint
ALTER TABLE "recovery_code" RENAME CONSTRAINT "recovery_code_person_id_person_id_fk" TO "recovery_code_user_id_app_user_id_fk";
--> statement-breakpoint
ALTER INDEX "recovery_code_person_id_code_hash_pk" RENAME TO "recovery_code_user_id_code_hash_pk";
--> statement-breakpoint
ALTER TABLE "security_event" RENAME COLUMN "person_id" TO "user_id";
--> statement-breakpoint
ALTER INDEX "security_event_person" RENAME TO "security_event_user";
--> statement-breakpoint
ALTER TABLE "security_event" RENAME CONSTRAINT "security_event_person_id_person_id_fk" TO "security_event_user_id_app_user_id_fk";
--> statement-breakpoint
ALTER TABLE "sign_in_ticket" RENAME COLUMN "person_id" TO "user_id";
--> statement-breakpoint
ALTER TABLE "sign_in_ticket" RENAME CONSTRAINT "sign_in_ticket_person_id_person_id_fk" TO "sign_in_ticket_user_id_app_user_id_fk";
--> statement-breakpoint
ALTER TABLE "digest_mark" RENAME COLUMN "person_id" TO "user_id";
--> statement-breakpoint
ALTER INDEX "digest_mark_person_id_account_id_pk" RENAME TO "digest_mark_user_id_account_id_pk";
--> statement-breakpoint
ALTER TABLE "inbox_settings" RENAME COLUMN "person_id" TO "user_id";
--> statement-breakpoint
ALTER TABLE "inbox_settings" RENAME CONSTRAINT "inbox_settings_person_id_person_id_fk" TO "inbox_settings_user_id_app_user_id_fk";
--> statement-breakpoint
ALTER TABLE "thread_note" RENAME COLUMN "person_id" TO "user_id";
--> statement-breakpoint
ALTER TABLE "thread_read" RENAME COLUMN "person_id" TO "user_id";
--> statement-breakpoint
ALTER INDEX "thread_read_account_id_person_id_address_norm_pk" RENAME TO "thread_read_account_id_user_id_address_norm_pk";
--> statement-breakpoint
UPDATE "audit_event" SET "method" = regexp_replace(replace(replace("method", 'PeopleService', 'UserService'), 'InvitePerson', 'InviteUser'), 'EnterAccount', 'SwitchAccount') WHERE "method" LIKE 'PeopleService/%';
--> statement-breakpoint
UPDATE "audit_event" SET "actor_type" = 'user' WHERE "actor_type" = 'person';
--> statement-breakpoint
UPDATE "audit_event" SET "object" = replace("object", 'person_id ', 'user_id ') WHERE "object" LIKE '%person_id %';

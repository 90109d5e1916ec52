CREATE TYPE "public"."submission_state" AS ENUM('accepted', 'unknown', 'delivered', 'failed');--> statement-breakpoint
CREATE TYPE "public"."message_direction" AS ENUM('out', 'in');--> statement-breakpoint
CREATE TYPE "public"."message_encoding" AS ENUM('gsm7', 'ucs2');--> statement-breakpoint
CREATE TYPE "public"."message_route" AS ENUM('device', 'gateway');--> statement-breakpoint
CREATE TYPE "public"."message_status" AS ENUM('queued', 'sending', 'sent', 'delivered', 'received', 'failed', 'scheduled');--> statement-breakpoint
CREATE TABLE "billing" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL,
	"customer_id" text,
	"subscription_id" text,
	"checkout_id" text,
	"checkout_url" text,
	"checkout_plan" text,
	"checkout_expires_at" timestamp (3) with time zone,
	"intent_id" text,
	"intent_plan" text,
	"intent_holder" text,
	"intent_leased_until" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_event" (
	"id" text PRIMARY KEY NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"applied_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sandbox_checkout" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"plan" text NOT NULL,
	"state" text NOT NULL,
	"subscription_id" text,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_subscription" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"plan" text NOT NULL,
	"status" text NOT NULL,
	"is_declining" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "carrier_inbound" (
	"carrier" text NOT NULL,
	"fingerprint" text NOT NULL,
	"name" text NOT NULL,
	"connection" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"arrival" text DEFAULT '' NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	CONSTRAINT "carrier_inbound_carrier_fingerprint_name_pk" PRIMARY KEY("carrier","fingerprint","name")
);
--> statement-breakpoint
CREATE TABLE "carrier_inbound_part" (
	"account_id" bigint NOT NULL,
	"carrier" text NOT NULL,
	"sender" text NOT NULL,
	"recipient" text NOT NULL,
	"reference" integer NOT NULL,
	"total" smallint NOT NULL,
	"number" smallint NOT NULL,
	"text" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"joined_as" text,
	CONSTRAINT "carrier_inbound_part_pk" PRIMARY KEY("account_id","carrier","sender","recipient","reference","total","number")
);
--> statement-breakpoint
CREATE TABLE "carrier_number" (
	"carrier" text NOT NULL,
	"number" text NOT NULL,
	"account_id" bigint NOT NULL,
	"assigned_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "carrier_number_carrier_number_pk" PRIMARY KEY("carrier","number")
);
--> statement-breakpoint
CREATE TABLE "carrier_receipt" (
	"carrier" text NOT NULL,
	"ref" text NOT NULL,
	"delivered" boolean NOT NULL,
	"detail" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "carrier_receipt_carrier_ref_delivered_pk" PRIMARY KEY("carrier","ref","delivered")
);
--> statement-breakpoint
CREATE TABLE "core_replica" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "core_replica_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"alive_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "submission" (
	"account_id" bigint NOT NULL,
	"message_id" bigint NOT NULL,
	"part" smallint NOT NULL,
	"total" smallint NOT NULL,
	"carrier" text NOT NULL,
	"ref" text,
	"state" "submission_state" NOT NULL,
	"submitted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "submission_account_id_message_id_part_pk" PRIMARY KEY("account_id","message_id","part")
);
--> statement-breakpoint
CREATE TABLE "contact" (
	"account_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"address_norm" text NOT NULL,
	"name" text NOT NULL,
	"name_plain" text NOT NULL,
	"note" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contact_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "contact_book" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL,
	"last_contact_id" bigint NOT NULL,
	"last_group_id" bigint NOT NULL,
	"contacts" integer NOT NULL,
	"groups" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_group" (
	"account_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"name" text NOT NULL,
	"members" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contact_group_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "contact_group_member" (
	"account_id" bigint NOT NULL,
	"group_id" bigint NOT NULL,
	"contact_id" bigint NOT NULL,
	CONSTRAINT "contact_group_member_account_id_group_id_contact_id_pk" PRIMARY KEY("account_id","group_id","contact_id")
);
--> statement-breakpoint
CREATE TABLE "day_count" (
	"account_id" bigint NOT NULL,
	"id_block" bigint NOT NULL,
	"day" date NOT NULL,
	"sent" integer NOT NULL,
	"delivered" integer NOT NULL,
	"failed" integer NOT NULL,
	"received" integer NOT NULL,
	"is_settled" boolean NOT NULL,
	"counted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "day_count_account_id_id_block_day_pk" PRIMARY KEY("account_id","id_block","day")
);
--> statement-breakpoint
CREATE TABLE "figure_block" (
	"account_id" bigint NOT NULL,
	"id_block" bigint NOT NULL,
	"day" date NOT NULL,
	"outcome" text NOT NULL,
	"device_id" bigint NOT NULL,
	"carrier" text NOT NULL,
	"texts" integer NOT NULL,
	CONSTRAINT "figure_block_account_id_id_block_day_outcome_device_id_carrier_pk" PRIMARY KEY("account_id","id_block","day","outcome","device_id","carrier")
);
--> statement-breakpoint
CREATE TABLE "figure_count" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL,
	"zone" text NOT NULL,
	"seq" bigint NOT NULL,
	"low_block" bigint NOT NULL,
	"low_day" date
);
--> statement-breakpoint
CREATE TABLE "figure_day" (
	"account_id" bigint NOT NULL,
	"day" date NOT NULL,
	"outcome" text NOT NULL,
	"device_id" bigint NOT NULL,
	"carrier" text NOT NULL,
	"texts" bigint NOT NULL,
	CONSTRAINT "figure_day_account_id_day_outcome_device_id_carrier_pk" PRIMARY KEY("account_id","day","outcome","device_id","carrier")
);
--> statement-breakpoint
CREATE TABLE "hook" (
	"account_id" bigint NOT NULL,
	"name" text NOT NULL,
	"place" smallint NOT NULL,
	"template" text NOT NULL,
	"recipients" text[] NOT NULL,
	"recipients_field" text,
	"event_id" text NOT NULL,
	"texts_per_hour" integer NOT NULL,
	"sender" text,
	"is_urgent" boolean NOT NULL,
	"secret" text,
	"key_id" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	"hour" timestamp (3) with time zone,
	"used_hour" integer,
	"last_used_at" timestamp (3) with time zone,
	"last_refused_at" timestamp (3) with time zone,
	"last_refusal" text,
	CONSTRAINT "hook_account_id_name_pk" PRIMARY KEY("account_id","name")
);
--> statement-breakpoint
CREATE TABLE "api_key" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "api_key_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"label" text NOT NULL,
	"hint" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"session_id" bigint,
	"policy" jsonb,
	"hour" timestamp (3) with time zone,
	"used_hour" integer,
	"day" timestamp (3) with time zone,
	"used_day" integer
);
--> statement-breakpoint
CREATE TABLE "rate_window" (
	"key_hash" "bytea" PRIMARY KEY NOT NULL,
	"stamps" bigint[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "keyword_answer" (
	"account_id" bigint NOT NULL,
	"address_norm" text NOT NULL,
	"keyword" text NOT NULL,
	"message_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"is_pending" boolean NOT NULL,
	CONSTRAINT "keyword_answer_account_id_address_norm_keyword_pk" PRIMARY KEY("account_id","address_norm","keyword")
);
--> statement-breakpoint
CREATE TABLE "opt_out" (
	"account_id" bigint NOT NULL,
	"address_norm" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"source" text NOT NULL,
	"message_id" bigint,
	"ends_waiting" boolean NOT NULL,
	CONSTRAINT "opt_out_account_id_address_norm_pk" PRIMARY KEY("account_id","address_norm")
);
--> statement-breakpoint
CREATE TABLE "opt_out_settings" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"stop_words" text[] NOT NULL,
	"stop_answer" text,
	"start_answer" text,
	"help_answer" text
);
--> statement-breakpoint
CREATE TABLE "known_browser" (
	"person_id" bigint NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"signed_in_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_browser_person_id_token_hash_pk" PRIMARY KEY("person_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "mail_window" (
	"subject" text PRIMARY KEY NOT NULL,
	"stamps" bigint[] DEFAULT '{}' NOT NULL,
	"is_admitted" boolean NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "membership" (
	"account_id" bigint NOT NULL,
	"person_id" bigint NOT NULL,
	"role" text NOT NULL,
	"joined_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "membership_account_id_person_id_pk" PRIMARY KEY("account_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "passkey" (
	"id" bigint PRIMARY KEY NOT NULL,
	"person_id" bigint NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "person" (
	"id" bigint PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text NOT NULL,
	"is_operator" boolean NOT NULL,
	"totp_secret" text,
	"totp_confirmed_at" timestamp (3) with time zone,
	"totp_last_step" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"email_proved_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "person_link" (
	"id" bigint PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"account_id" bigint,
	"person_id" bigint,
	"email" text,
	"role" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"made_by" bigint,
	"is_mailed" boolean DEFAULT false NOT NULL,
	"slot" smallint
);
--> statement-breakpoint
CREATE TABLE "person_session" (
	"id" bigint PRIMARY KEY NOT NULL,
	"person_id" bigint NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"address" text NOT NULL,
	"user_agent" text NOT NULL,
	"proved_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "recovery_code" (
	"person_id" bigint NOT NULL,
	"code_hash" "bytea" NOT NULL,
	CONSTRAINT "recovery_code_person_id_code_hash_pk" PRIMARY KEY("person_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "sign_in_attempt" (
	"subject" text PRIMARY KEY NOT NULL,
	"stamps" bigint[] DEFAULT '{}' NOT NULL,
	"is_admitted" boolean NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_change" (
	"id" bigint PRIMARY KEY NOT NULL,
	"person_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"address" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_ticket" (
	"ticket_hash" "bytea" PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"person_id" bigint,
	"challenge" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "consumer" (
	"account_id" bigint NOT NULL,
	"name" text NOT NULL,
	"place" smallint NOT NULL,
	"cursor_seq" bigint NOT NULL,
	"moved_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"lease" text,
	"lease_until" timestamp (3) with time zone,
	CONSTRAINT "consumer_account_id_name_pk" PRIMARY KEY("account_id","name")
);
--> statement-breakpoint
CREATE TABLE "feed_mark" (
	"account_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"seq" bigint NOT NULL,
	CONSTRAINT "feed_mark_account_id_at_pk" PRIMARY KEY("account_id","at")
);
--> statement-breakpoint
CREATE TABLE "notice" (
	"account_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"type" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"data" jsonb NOT NULL,
	"identity" uuid DEFAULT gen_random_uuid(),
	CONSTRAINT "notice_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "noticed" (
	"account_id" bigint NOT NULL,
	"subject" text NOT NULL,
	"state" text NOT NULL,
	CONSTRAINT "noticed_account_id_subject_pk" PRIMARY KEY("account_id","subject")
);
--> statement-breakpoint
CREATE TABLE "webhook" (
	"account_id" bigint NOT NULL,
	"name" text NOT NULL,
	"place" smallint NOT NULL,
	"url" text NOT NULL,
	"format" text DEFAULT 'standard' NOT NULL,
	"secret" text NOT NULL,
	"previous_secret" text,
	"previous_until" timestamp (3) with time zone,
	"types" text[] NOT NULL,
	"with_body" boolean NOT NULL,
	"cursor_seq" bigint NOT NULL,
	"cursor_notice" bigint NOT NULL,
	"moved_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"disabled_reason" text,
	"disabled_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"is_slow" boolean DEFAULT false NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"claimed_at" timestamp (3) with time zone NOT NULL,
	"claim" bigint DEFAULT 0 NOT NULL,
	"claimed_until" timestamp (3) with time zone,
	"last_attempt" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "webhook_account_id_name_pk" PRIMARY KEY("account_id","name")
);
--> statement-breakpoint
CREATE TABLE "webhook_attempt" (
	"account_id" bigint NOT NULL,
	"name" text NOT NULL,
	"place" smallint NOT NULL,
	"number" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"event_count" integer NOT NULL,
	"first_event" text NOT NULL,
	"last_event" text NOT NULL,
	"took_ms" integer NOT NULL,
	"status" integer,
	"error" text,
	"answer" text NOT NULL,
	CONSTRAINT "webhook_attempt_account_id_name_place_pk" PRIMARY KEY("account_id","name","place")
);
--> statement-breakpoint
CREATE TABLE "platform_key" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "platform_key_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"hint" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"additions" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platform_link" (
	"platform_key_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"linked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "platform_link_platform_key_id_account_id_pk" PRIMARY KEY("platform_key_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "sending" (
	"account_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"name" text NOT NULL,
	"client_ref" text,
	"source" text NOT NULL,
	"failed_of" bigint,
	"template" text NOT NULL,
	"state" text NOT NULL,
	"pause_reason" text,
	"send_at" timestamp (3) with time zone,
	"route" text,
	"sender" text,
	"is_urgent" boolean NOT NULL,
	"row_count" integer DEFAULT 0 NOT NULL,
	"accepted_count" integer DEFAULT 0 NOT NULL,
	"refused_count" integer DEFAULT 0 NOT NULL,
	"delivered_count" integer DEFAULT 0 NOT NULL,
	"failed_count" integer DEFAULT 0 NOT NULL,
	"replied_count" integer DEFAULT 0 NOT NULL,
	"counted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"claim" bigint DEFAULT 0 NOT NULL,
	"taken_row" integer DEFAULT 0 NOT NULL,
	"claimed_until" timestamp (3) with time zone,
	"cancelled_row" integer,
	CONSTRAINT "sending_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "sending_row" (
	"account_id" bigint NOT NULL,
	"sending_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"address" text NOT NULL,
	"address_norm" text,
	"body" text NOT NULL,
	"send_at" timestamp (3) with time zone,
	"state" text NOT NULL,
	"code" text,
	"reason" text,
	"message_id" bigint,
	CONSTRAINT "sending_row_account_id_sending_id_number_pk" PRIMARY KEY("account_id","sending_id","number")
);
--> statement-breakpoint
CREATE TABLE "canned_answer" (
	"account_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"name" text NOT NULL,
	"body" text NOT NULL,
	CONSTRAINT "canned_answer_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "inbox_settings" (
	"person_id" bigint PRIMARY KEY NOT NULL,
	"enter_sends" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "thread" (
	"account_id" bigint NOT NULL,
	"address_norm" text NOT NULL,
	"address" text NOT NULL,
	"last_message_id" bigint NOT NULL,
	"message_count" bigint NOT NULL,
	"newest_block" bigint GENERATED ALWAYS AS (last_message_id / 1024) STORED NOT NULL,
	"device_id" bigint,
	"sim" smallint,
	"unanswered" smallint DEFAULT 0 NOT NULL,
	"answers_until" timestamp (3) with time zone,
	CONSTRAINT "thread_account_id_address_norm_pk" PRIMARY KEY("account_id","address_norm")
);
--> statement-breakpoint
CREATE TABLE "thread_note" (
	"account_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"address_norm" text NOT NULL,
	"person_id" bigint NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "thread_note_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "thread_read" (
	"account_id" bigint NOT NULL,
	"person_id" bigint NOT NULL,
	"address_norm" text NOT NULL,
	"last_message_id" bigint NOT NULL,
	CONSTRAINT "thread_read_account_id_person_id_address_norm_pk" PRIMARY KEY("account_id","person_id","address_norm")
);
--> statement-breakpoint
CREATE TABLE "thread_state" (
	"account_id" bigint NOT NULL,
	"address_norm" text NOT NULL,
	"assignee_id" bigint,
	"done_seq" bigint NOT NULL,
	CONSTRAINT "thread_state_account_id_address_norm_pk" PRIMARY KEY("account_id","address_norm")
);
--> statement-breakpoint
CREATE TABLE "account" (
	"id" bigint PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"country" char(2) NOT NULL,
	"plan" text,
	"subscription_status" text,
	"exempt" boolean NOT NULL,
	"period" date NOT NULL,
	"texts_used" integer NOT NULL,
	"last_message_id" bigint NOT NULL,
	"last_seq" bigint NOT NULL,
	"last_device_id" bigint NOT NULL,
	"opt_out_changes" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"waits_from" bigint DEFAULT 0 NOT NULL,
	"releases" bigint DEFAULT 0 NOT NULL,
	"quiet_zone" text,
	"quiet_from" smallint,
	"quiet_until" smallint,
	"additions" bigint DEFAULT 0 NOT NULL,
	"suspended_at" timestamp (3) with time zone,
	"suspension_reason" text,
	"answers_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "device" (
	"account_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"name" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"link_epoch" bigint NOT NULL,
	"journal_id" text,
	"agent_version" text NOT NULL,
	"driver" text NOT NULL,
	"online_until" timestamp (3) with time zone,
	"last_seen_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"problem" text DEFAULT '' NOT NULL,
	"problem_since" timestamp (3) with time zone,
	"detail" text DEFAULT '' NOT NULL,
	"signal_percent" smallint,
	"battery_percent" smallint,
	"queue_length" integer DEFAULT 0 NOT NULL,
	"inbox_full" boolean DEFAULT false NOT NULL,
	"gives_receipts" boolean,
	"connection" text,
	"connection_since" timestamp (3) with time zone,
	"charging" boolean,
	"model" text DEFAULT '' NOT NULL,
	"app_version" text DEFAULT '' NOT NULL,
	CONSTRAINT "device_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "message" (
	"account_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"seq" bigint NOT NULL,
	"direction" "message_direction" NOT NULL,
	"address" text NOT NULL,
	"address_norm" text NOT NULL,
	"body" text NOT NULL,
	"status" "message_status" NOT NULL,
	"route" "message_route" NOT NULL,
	"error" text,
	"segments" smallint NOT NULL,
	"encoding" "message_encoding" NOT NULL,
	"client_ref" text,
	"keyword" text,
	"keyword_rules" smallint,
	"sender" text,
	"confirms_stop" boolean,
	"charged" boolean NOT NULL,
	"device_id" bigint,
	"sim" smallint,
	"attempt" smallint NOT NULL,
	"inbound_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"send_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"deadline_at" timestamp (3) with time zone,
	"carrier" text,
	"holder" bigint,
	"retry_at" timestamp (3) with time zone,
	"parts_delivered" smallint,
	"identity" uuid DEFAULT gen_random_uuid(),
	"steps" text,
	"status_callback" text,
	"own_number" text,
	CONSTRAINT "message_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "pairing_code" (
	"code_hash" "bytea" PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"device_name" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sim" (
	"account_id" bigint NOT NULL,
	"device_id" bigint NOT NULL,
	"slot" smallint NOT NULL,
	"per_minute" integer,
	"per_day" integer,
	"per_month" integer,
	"minute" timestamp (3) with time zone NOT NULL,
	"used_minute" integer NOT NULL,
	"day" date NOT NULL,
	"used_day" integer NOT NULL,
	"month" date NOT NULL,
	"used_month" integer NOT NULL,
	"present" boolean NOT NULL,
	"fence" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "sim_account_id_device_id_slot_pk" PRIMARY KEY("account_id","device_id","slot")
);
--> statement-breakpoint
ALTER TABLE "billing" ADD CONSTRAINT "billing_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carrier_number" ADD CONSTRAINT "carrier_number_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_book" ADD CONSTRAINT "contact_book_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opt_out_settings" ADD CONSTRAINT "opt_out_settings_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_browser" ADD CONSTRAINT "known_browser_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership" ADD CONSTRAINT "membership_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership" ADD CONSTRAINT "membership_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_link" ADD CONSTRAINT "person_link_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_link" ADD CONSTRAINT "person_link_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_link" ADD CONSTRAINT "person_link_maker_fk" FOREIGN KEY ("account_id","made_by") REFERENCES "public"."membership"("account_id","person_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_session" ADD CONSTRAINT "person_session_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_change" ADD CONSTRAINT "sign_in_change_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_ticket" ADD CONSTRAINT "sign_in_ticket_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform_link" ADD CONSTRAINT "platform_link_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_settings" ADD CONSTRAINT "inbox_settings_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device" ADD CONSTRAINT "device_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pairing_code" ADD CONSTRAINT "pairing_code_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "billing_subscription" ON "billing" USING btree ("subscription_id") WHERE subscription_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "billing_customer" ON "billing" USING btree ("customer_id") WHERE customer_id is not null;--> statement-breakpoint
CREATE INDEX "billing_checked" ON "billing" USING btree ("checked_at");--> statement-breakpoint
CREATE INDEX "billing_checkout" ON "billing" USING btree ("checkout_id") WHERE checkout_id is not null;--> statement-breakpoint
CREATE INDEX "billing_intent" ON "billing" USING btree ("intent_leased_until") WHERE intent_id is not null;--> statement-breakpoint
CREATE INDEX "billing_event_received" ON "billing_event" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "carrier_inbound_received" ON "carrier_inbound" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "carrier_inbound_part_received" ON "carrier_inbound_part" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "carrier_number_account" ON "carrier_number" USING btree ("account_id","carrier","assigned_at","number");--> statement-breakpoint
CREATE INDEX "carrier_receipt_newest" ON "carrier_receipt" USING btree ("carrier","received_at");--> statement-breakpoint
CREATE INDEX "submission_ref" ON "submission" USING btree ("carrier","ref","submitted_at") WHERE ref is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "contact_address" ON "contact" USING btree ("account_id","address_norm");--> statement-breakpoint
CREATE INDEX "contact_name" ON "contact" USING btree ("account_id","name_plain","id");--> statement-breakpoint
CREATE UNIQUE INDEX "contact_group_name" ON "contact_group" USING btree ("account_id","name");--> statement-breakpoint
CREATE INDEX "contact_group_member_contact" ON "contact_group_member" USING btree ("account_id","contact_id");--> statement-breakpoint
CREATE UNIQUE INDEX "hook_place" ON "hook" USING btree ("account_id","place");--> statement-breakpoint
CREATE UNIQUE INDEX "api_key_account" ON "api_key" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "api_key_session" ON "api_key" USING btree ("session_id") WHERE session_id is not null;--> statement-breakpoint
CREATE INDEX "api_key_revoked" ON "api_key" USING btree ("revoked_at") WHERE revoked_at is not null and session_id is null;--> statement-breakpoint
CREATE INDEX "keyword_answer_waiting" ON "keyword_answer" USING btree ("account_id","at") WHERE is_pending;--> statement-breakpoint
CREATE INDEX "opt_out_newest" ON "opt_out" USING btree ("account_id","since","address_norm");--> statement-breakpoint
CREATE INDEX "opt_out_ending" ON "opt_out" USING btree ("account_id","address_norm") WHERE ends_waiting;--> statement-breakpoint
CREATE INDEX "mail_window_ends" ON "mail_window" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "membership_person" ON "membership" USING btree ("person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "passkey_credential" ON "passkey" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "passkey_person" ON "passkey" USING btree ("person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "person_email" ON "person" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "person_link_slot" ON "person_link" USING btree ("account_id","slot");--> statement-breakpoint
CREATE INDEX "person_link_maker" ON "person_link" USING btree ("made_by");--> statement-breakpoint
CREATE UNIQUE INDEX "person_link_token" ON "person_link" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "person_link_account" ON "person_link" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "person_link_expires" ON "person_link" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "person_session_secret" ON "person_session" USING btree ("secret_hash");--> statement-breakpoint
CREATE INDEX "person_session_person" ON "person_session" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "person_session_seen" ON "person_session" USING btree ("last_seen_at");--> statement-breakpoint
CREATE INDEX "sign_in_attempt_ends" ON "sign_in_attempt" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "sign_in_change_person" ON "sign_in_change" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "sign_in_ticket_expires" ON "sign_in_ticket" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "consumer_place" ON "consumer" USING btree ("account_id","place");--> statement-breakpoint
CREATE INDEX "feed_mark_at" ON "feed_mark" USING btree ("at");--> statement-breakpoint
CREATE INDEX "notice_at" ON "notice" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_place" ON "webhook" USING btree ("account_id","place");--> statement-breakpoint
CREATE INDEX "webhook_active" ON "webhook" USING btree ("account_id","name") WHERE disabled_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "platform_key_id" ON "platform_key" USING btree ("id");--> statement-breakpoint
CREATE INDEX "platform_link_account" ON "platform_link" USING btree ("account_id","platform_key_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sending_client_ref" ON "sending" USING btree ("account_id","client_ref") WHERE client_ref is not null;--> statement-breakpoint
CREATE INDEX "sending_open" ON "sending" USING btree ("account_id","id") WHERE state in ('draft', 'running', 'paused');--> statement-breakpoint
CREATE INDEX "sending_running" ON "sending" USING btree ("account_id","id") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "sending_cancelling" ON "sending" USING btree ("account_id","id") WHERE cancelled_row is not null;--> statement-breakpoint
CREATE INDEX "sending_draft" ON "sending" USING btree ("created_at") WHERE state = 'draft';--> statement-breakpoint
CREATE INDEX "sending_row_waiting" ON "sending_row" USING btree ("account_id","sending_id","number") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "sending_row_sent" ON "sending_row" USING btree ("account_id","sending_id","number") WHERE state = 'sent';--> statement-breakpoint
CREATE INDEX "thread_newest" ON "thread" USING btree ("account_id","newest_block");--> statement-breakpoint
CREATE INDEX "thread_note_thread" ON "thread_note" USING btree ("account_id","address_norm","id");--> statement-breakpoint
CREATE INDEX "account_suspended" ON "account" USING btree ("id") WHERE suspended_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "device_token" ON "device" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "device_revoked" ON "device" USING btree ("revoked_at") WHERE revoked_at is not null;--> statement-breakpoint
CREATE INDEX "device_simulated" ON "device" USING btree ("account_id") WHERE driver = 'simulated' and revoked_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "message_feed" ON "message" USING btree ("account_id","seq");--> statement-breakpoint
CREATE INDEX "message_thread" ON "message" USING btree ("account_id","address_norm","id");--> statement-breakpoint
CREATE UNIQUE INDEX "message_client_ref" ON "message" USING btree ("account_id","client_ref") WHERE client_ref is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "message_inbound" ON "message" USING btree ("account_id","device_id","inbound_id") WHERE inbound_id is not null;--> statement-breakpoint
CREATE INDEX "message_queue" ON "message" USING btree ("account_id","id") WHERE status = 'queued' and route = 'device';--> statement-breakpoint
CREATE INDEX "message_carrier_queue" ON "message" USING btree ("account_id","id") WHERE route = 'gateway' and holder is null and status in ('queued', 'sending');--> statement-breakpoint
CREATE INDEX "message_held" ON "message" USING btree ("holder","account_id","id") WHERE holder is not null;--> statement-breakpoint
CREATE INDEX "message_handed_over" ON "message" USING btree ("account_id","device_id","id") WHERE status = 'sending';--> statement-breakpoint
CREATE INDEX "message_deadline" ON "message" USING btree ("deadline_at") WHERE deadline_at is not null;--> statement-breakpoint
CREATE INDEX "message_failed" ON "message" USING btree ("account_id","id") WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX "message_received" ON "message" USING btree ("account_id","address_norm","id") WHERE direction = 'in';--> statement-breakpoint
CREATE INDEX "message_inbox" ON "message" USING btree ("account_id","id") WHERE direction = 'in';--> statement-breakpoint
CREATE INDEX "message_scheduled" ON "message" USING btree ("send_at","account_id","id") WHERE status = 'scheduled';--> statement-breakpoint
CREATE INDEX "message_unjudged" ON "message" USING btree ("account_id","id") WHERE direction = 'in' and keyword_rules is null;--> statement-breakpoint
CREATE INDEX "pairing_code_account" ON "pairing_code" USING btree ("account_id","expires_at");--> statement-breakpoint
CREATE INDEX "pairing_code_expires" ON "pairing_code" USING btree ("expires_at");--> statement-breakpoint
-- Rows that are rewritten at every request keep room on their page, so that the update stays on it (HOT) and no
-- index is touched; their dead versions are cleaned early.
ALTER TABLE "account" SET (fillfactor = 40, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);--> statement-breakpoint
ALTER TABLE "rate_window" SET (fillfactor = 40, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);--> statement-breakpoint
ALTER TABLE "device" SET (fillfactor = 60);--> statement-breakpoint
-- Most updates leave the indexed block as it is.
ALTER TABLE "thread" SET (fillfactor = 70);--> statement-breakpoint
-- A crash takes the last minute's counts with it; a window that is missing is opened when its key is next used.
ALTER TABLE "rate_window" SET UNLOGGED;

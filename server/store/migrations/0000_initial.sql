CREATE TYPE "public"."message_direction" AS ENUM('out', 'in');--> statement-breakpoint
CREATE TYPE "public"."message_encoding" AS ENUM('gsm7', 'ucs2');--> statement-breakpoint
CREATE TYPE "public"."message_route" AS ENUM('device', 'gateway');--> statement-breakpoint
CREATE TYPE "public"."message_status" AS ENUM('queued', 'sending', 'sent', 'delivered', 'received', 'failed');--> statement-breakpoint
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
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_key" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "api_key_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"label" text NOT NULL,
	"hint" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone
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
	"charged" boolean NOT NULL,
	"device_id" bigint,
	"attempt" smallint NOT NULL,
	"inbound_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"deadline_at" timestamp (3) with time zone,
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
CREATE TABLE "rate_window" (
	"key_hash" "bytea" PRIMARY KEY NOT NULL,
	"stamps" bigint[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "thread" (
	"account_id" bigint NOT NULL,
	"address_norm" text NOT NULL,
	"address" text NOT NULL,
	"last_message_id" bigint NOT NULL,
	"message_count" bigint NOT NULL,
	"device_id" bigint,
	CONSTRAINT "thread_account_id_address_norm_pk" PRIMARY KEY("account_id","address_norm")
);
--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device" ADD CONSTRAINT "device_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pairing_code" ADD CONSTRAINT "pairing_code_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_key_account" ON "api_key" USING btree ("account_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "device_token" ON "device" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "message_feed" ON "message" USING btree ("account_id","seq");--> statement-breakpoint
CREATE INDEX "message_thread" ON "message" USING btree ("account_id","address_norm","id");--> statement-breakpoint
CREATE UNIQUE INDEX "message_client_ref" ON "message" USING btree ("account_id","client_ref") WHERE client_ref is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "message_inbound" ON "message" USING btree ("account_id","device_id","inbound_id") WHERE inbound_id is not null;--> statement-breakpoint
CREATE INDEX "message_queue" ON "message" USING btree ("account_id","id") WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX "message_handed_over" ON "message" USING btree ("account_id","device_id","id") WHERE status = 'sending';--> statement-breakpoint
CREATE INDEX "message_deadline" ON "message" USING btree ("deadline_at") WHERE deadline_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "thread_newest" ON "thread" USING btree ("account_id","last_message_id");
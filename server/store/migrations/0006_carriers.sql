CREATE TYPE "public"."submission_state" AS ENUM('accepted', 'unknown', 'delivered', 'failed');--> statement-breakpoint
CREATE TABLE "carrier_inbound" (
	"carrier" text NOT NULL,
	"fingerprint" text NOT NULL,
	"name" text NOT NULL,
	"connection" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
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
DROP INDEX "message_queue";--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "carrier" text;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "holder" bigint;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "retry_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "parts_delivered" smallint;--> statement-breakpoint
ALTER TABLE "carrier_number" ADD CONSTRAINT "carrier_number_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "carrier_inbound_received" ON "carrier_inbound" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "carrier_inbound_part_received" ON "carrier_inbound_part" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "carrier_number_account" ON "carrier_number" USING btree ("account_id","carrier","assigned_at","number");--> statement-breakpoint
CREATE INDEX "carrier_receipt_received" ON "carrier_receipt" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "submission_ref" ON "submission" USING btree ("carrier","ref","submitted_at") WHERE ref is not null;--> statement-breakpoint
CREATE INDEX "message_carriage" ON "message" USING btree ("account_id","id") WHERE route = 'gateway' and holder is null and status in ('queued', 'sending');--> statement-breakpoint
CREATE INDEX "message_held" ON "message" USING btree ("holder","account_id","id") WHERE holder is not null;--> statement-breakpoint
CREATE INDEX "message_queue" ON "message" USING btree ("account_id","id") WHERE status = 'queued' and route = 'device';
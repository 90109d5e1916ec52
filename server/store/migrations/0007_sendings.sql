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
CREATE UNIQUE INDEX "sending_client_ref" ON "sending" USING btree ("account_id","client_ref") WHERE client_ref is not null;--> statement-breakpoint
CREATE INDEX "sending_open" ON "sending" USING btree ("account_id","id") WHERE state in ('draft', 'running', 'paused');--> statement-breakpoint
CREATE INDEX "sending_running" ON "sending" USING btree ("account_id","id") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "sending_cancelling" ON "sending" USING btree ("account_id","id") WHERE cancelled_row is not null;--> statement-breakpoint
CREATE INDEX "sending_draft" ON "sending" USING btree ("created_at") WHERE state = 'draft';--> statement-breakpoint
CREATE INDEX "sending_row_waiting" ON "sending_row" USING btree ("account_id","sending_id","number") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "sending_row_sent" ON "sending_row" USING btree ("account_id","sending_id","number") WHERE state = 'sent';
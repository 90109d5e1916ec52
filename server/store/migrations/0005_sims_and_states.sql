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
	CONSTRAINT "sim_account_id_device_id_slot_pk" PRIMARY KEY("account_id","device_id","slot")
);
--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "problem" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "problem_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "detail" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "signal_percent" smallint;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "battery_percent" smallint;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "queue_length" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "inbox_full" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "gives_receipts" boolean;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "sim" smallint;--> statement-breakpoint
ALTER TABLE "thread" ADD COLUMN "sim" smallint;
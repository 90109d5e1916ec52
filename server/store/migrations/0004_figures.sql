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

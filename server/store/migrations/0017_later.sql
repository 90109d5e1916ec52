-- The index message_scheduled is made beside writers: see online_indexes.ts.
ALTER TYPE "public"."message_status" ADD VALUE 'scheduled';--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "releases" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "quiet_zone" text;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "quiet_from" smallint;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "quiet_until" smallint;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "send_at" timestamp (3) with time zone;
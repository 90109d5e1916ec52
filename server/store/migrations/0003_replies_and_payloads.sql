ALTER TABLE "figure_block" ADD COLUMN "replies" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "figure_count" ADD COLUMN "with_replies" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "figure_day" ADD COLUMN "replies" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_attempt" ADD COLUMN "payload" text DEFAULT '' NOT NULL;
ALTER TABLE "webhook" ADD COLUMN "format" text DEFAULT 'standard' NOT NULL;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "status_callback" text;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "own_number" text;
ALTER TABLE "api_key" ADD COLUMN "policy" jsonb;--> statement-breakpoint
ALTER TABLE "api_key" ADD COLUMN "hour" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "api_key" ADD COLUMN "used_hour" integer;--> statement-breakpoint
ALTER TABLE "api_key" ADD COLUMN "day" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "api_key" ADD COLUMN "used_day" integer;
ALTER TABLE "device" ADD COLUMN "connection" text;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "connection_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "charging" boolean;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "model" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "app_version" text DEFAULT '' NOT NULL;
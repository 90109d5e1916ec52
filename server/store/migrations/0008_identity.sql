DROP INDEX "carrier_receipt_received";--> statement-breakpoint
ALTER TABLE "carrier_inbound" ADD COLUMN "arrival" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "carrier_inbound" ADD COLUMN "confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
-- In two steps: texts that are there keep the names that devices and carriers know them by, and nothing is rewritten.
ALTER TABLE "message" ADD COLUMN "identity" uuid;--> statement-breakpoint
ALTER TABLE "message" ALTER COLUMN "identity" SET DEFAULT gen_random_uuid();--> statement-breakpoint
CREATE INDEX "carrier_receipt_newest" ON "carrier_receipt" USING btree ("carrier","received_at");
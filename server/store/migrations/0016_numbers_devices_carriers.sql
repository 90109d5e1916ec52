CREATE TABLE "dead_letter" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dead_letter_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"carrier" text NOT NULL,
	"source" text NOT NULL,
	"why" text NOT NULL,
	"raw" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "erasure" ADD COLUMN "cleared" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "opt_out" ADD COLUMN "is_assumed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_attempt" ADD COLUMN "address_norm" text;--> statement-breakpoint
ALTER TABLE "sending_row" ADD COLUMN "after_erasure" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "last_erasure_id" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "dead_letter_carrier" ON "dead_letter" USING btree ("carrier","id");

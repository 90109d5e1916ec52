CREATE TABLE "erasure" (
	"account_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"addresses" text[],
	"kind" text NOT NULL,
	"last_message_id" bigint NOT NULL,
	"person_id" bigint,
	"asked_by" text NOT NULL,
	"note" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"done_at" timestamp (3) with time zone,
	"sending_place" bigint DEFAULT 0 NOT NULL,
	"row_place" integer DEFAULT 0 NOT NULL,
	"erased" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "erasure_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE INDEX "erasure_open" ON "erasure" USING btree ("asked_at") WHERE done_at is null;
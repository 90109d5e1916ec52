-- The index message_received is made beside writers: see online_indexes.ts.
-- Its rows are counted again by whoever looks, now in smaller blocks: a block's number has another meaning.
DROP TABLE "day_count";--> statement-breakpoint
CREATE TABLE "day_count" (
	"account_id" bigint NOT NULL,
	"id_block" bigint NOT NULL,
	"day" date NOT NULL,
	"sent" integer NOT NULL,
	"delivered" integer NOT NULL,
	"failed" integer NOT NULL,
	"received" integer NOT NULL,
	"is_settled" boolean NOT NULL,
	"counted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "day_count_account_id_id_block_day_pk" PRIMARY KEY("account_id","id_block","day")
);

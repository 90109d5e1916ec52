CREATE TABLE "day_count" (
	"account_id" bigint NOT NULL,
	"block" bigint NOT NULL,
	"day" date NOT NULL,
	"sent" integer NOT NULL,
	"delivered" integer NOT NULL,
	"failed" integer NOT NULL,
	"received" integer NOT NULL,
	"is_settled" boolean NOT NULL,
	"counted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "day_count_account_id_block_day_pk" PRIMARY KEY("account_id","block","day")
);
--> statement-breakpoint
CREATE TABLE "thread_read" (
	"account_id" bigint NOT NULL,
	"person_id" bigint NOT NULL,
	"address_norm" text NOT NULL,
	"last_message_id" bigint NOT NULL,
	CONSTRAINT "thread_read_account_id_person_id_address_norm_pk" PRIMARY KEY("account_id","person_id","address_norm")
);
--> statement-breakpoint
CREATE INDEX "message_failed" ON "message" USING btree ("account_id","id") WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX "platform_link_account" ON "platform_link" USING btree ("account_id","platform_key_id");
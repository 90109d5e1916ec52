CREATE TABLE "held_text" (
	"account_id" bigint NOT NULL,
	"message_id" bigint NOT NULL,
	"held_at" timestamp (3) with time zone NOT NULL,
	"send_at" timestamp (3) with time zone,
	CONSTRAINT "held_text_account_id_message_id_pk" PRIMARY KEY("account_id","message_id")
);
--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "lost_seqs" "int8multirange";
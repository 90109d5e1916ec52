CREATE TABLE "deleted_text" (
	"account_id" bigint NOT NULL,
	"name" uuid NOT NULL,
	"id" bigint NOT NULL,
	"seq" bigint NOT NULL,
	"status" "message_status" NOT NULL,
	"route" "message_route" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	CONSTRAINT "deleted_text_account_id_name_pk" PRIMARY KEY("account_id","name")
);
--> statement-breakpoint
CREATE TABLE "retention" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"texts_days" integer,
	"words_days" integer,
	"logs_days" integer,
	"texts_place" bigint DEFAULT 0 NOT NULL,
	"texts_left" bigint,
	"texts_again_at" timestamp (3) with time zone,
	"words_place" bigint DEFAULT 0 NOT NULL,
	"words_left" bigint,
	"words_again_at" timestamp (3) with time zone,
	"deleted_seq" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sending" ADD COLUMN "words_removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sending" ADD COLUMN "rows_removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "body_removed_at" timestamp (3) with time zone;
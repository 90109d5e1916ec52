CREATE TABLE "digest_mark" (
	"person_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"last_message_id" bigint NOT NULL,
	CONSTRAINT "digest_mark_person_id_account_id_pk" PRIMARY KEY("person_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "inbox_rules" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"mails_words" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "inbox_settings" ADD COLUMN "digest" text DEFAULT 'never' NOT NULL;--> statement-breakpoint
ALTER TABLE "inbox_settings" ADD COLUMN "digest_zone" text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE "inbox_settings" ADD COLUMN "digest_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "inbox_settings" ADD COLUMN "digest_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "inbox_rules" ADD CONSTRAINT "inbox_rules_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;
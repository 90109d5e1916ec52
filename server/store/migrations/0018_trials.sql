CREATE TABLE "known_browser" (
	"person_id" bigint NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"signed_in_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_browser_person_id_token_hash_pk" PRIMARY KEY("person_id","token_hash")
);--> statement-breakpoint
CREATE TABLE "mail_window" (
	"subject" text PRIMARY KEY NOT NULL,
	"stamps" bigint[] DEFAULT '{}' NOT NULL,
	"is_admitted" boolean NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "sign_in_change" (
	"id" bigint PRIMARY KEY NOT NULL,
	"person_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"address" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
DROP INDEX "keyword_answer_pending";--> statement-breakpoint
-- In two steps: notices that are there keep their names, and nothing is rewritten.
ALTER TABLE "notice" ADD COLUMN "identity" uuid;--> statement-breakpoint
ALTER TABLE "notice" ALTER COLUMN "identity" SET DEFAULT gen_random_uuid();--> statement-breakpoint
ALTER TABLE "person" ADD COLUMN "email_proved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "person_link" ADD COLUMN "made_by" bigint;--> statement-breakpoint
ALTER TABLE "person_link" ADD COLUMN "is_mailed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "person_link" ADD COLUMN "slot" smallint;--> statement-breakpoint
ALTER TABLE "person_session" ADD COLUMN "proved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "additions" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "suspended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "suspension_reason" text;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "answers_until" timestamp (3) with time zone;--> statement-breakpoint
-- Texts that are there were judged when they came, and read as 1 without being written; what a core of an older version takes in
-- from now on has none. The index message_unjudged is made beside writers: see online_indexes.ts.
ALTER TABLE "message" ADD COLUMN "keyword_rules" smallint DEFAULT 1;--> statement-breakpoint
ALTER TABLE "message" ALTER COLUMN "keyword_rules" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "confirms_stop" boolean;--> statement-breakpoint
ALTER TABLE "platform_key" ADD COLUMN "additions" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "thread" ADD COLUMN "unanswered" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "thread" ADD COLUMN "answers_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "known_browser" ADD CONSTRAINT "known_browser_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_change" ADD CONSTRAINT "sign_in_change_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_window_ends" ON "mail_window" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "sign_in_change_person" ON "sign_in_change" USING btree ("person_id");--> statement-breakpoint
ALTER TABLE "person_link" ADD CONSTRAINT "person_link_maker_fk" FOREIGN KEY ("account_id","made_by") REFERENCES "public"."membership"("account_id","person_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "feed_mark_at" ON "feed_mark" USING btree ("at");--> statement-breakpoint
CREATE INDEX "keyword_answer_waiting" ON "keyword_answer" USING btree ("account_id","at") WHERE is_pending;--> statement-breakpoint
CREATE UNIQUE INDEX "person_link_slot" ON "person_link" USING btree ("account_id","slot");--> statement-breakpoint
CREATE INDEX "person_link_maker" ON "person_link" USING btree ("made_by");--> statement-breakpoint
CREATE INDEX "account_suspended" ON "account" USING btree ("id") WHERE suspended_at is not null;--> statement-breakpoint
CREATE INDEX "api_key_revoked" ON "api_key" USING btree ("revoked_at") WHERE revoked_at is not null and session_id is null;--> statement-breakpoint
CREATE INDEX "device_revoked" ON "device" USING btree ("revoked_at") WHERE revoked_at is not null;--> statement-breakpoint
CREATE INDEX "pairing_code_account" ON "pairing_code" USING btree ("account_id","expires_at");--> statement-breakpoint
CREATE INDEX "pairing_code_expires" ON "pairing_code" USING btree ("expires_at");
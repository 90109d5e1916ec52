CREATE TABLE "consumer" (
	"account_id" bigint NOT NULL,
	"name" text NOT NULL,
	"place" smallint NOT NULL,
	"cursor_seq" bigint NOT NULL,
	"moved_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"lease" text,
	"lease_until" timestamp (3) with time zone,
	CONSTRAINT "consumer_account_id_name_pk" PRIMARY KEY("account_id","name")
);
--> statement-breakpoint
CREATE TABLE "feed_mark" (
	"account_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"seq" bigint NOT NULL,
	CONSTRAINT "feed_mark_account_id_at_pk" PRIMARY KEY("account_id","at")
);
--> statement-breakpoint
CREATE TABLE "notice" (
	"account_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"type" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"data" jsonb NOT NULL,
	CONSTRAINT "notice_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "noticed" (
	"account_id" bigint NOT NULL,
	"subject" text NOT NULL,
	"state" text NOT NULL,
	CONSTRAINT "noticed_account_id_subject_pk" PRIMARY KEY("account_id","subject")
);
--> statement-breakpoint
CREATE TABLE "webhook" (
	"account_id" bigint NOT NULL,
	"name" text NOT NULL,
	"place" smallint NOT NULL,
	"url" text NOT NULL,
	"secret" text NOT NULL,
	"previous_secret" text,
	"previous_until" timestamp (3) with time zone,
	"types" text[] NOT NULL,
	"with_body" boolean NOT NULL,
	"cursor_seq" bigint NOT NULL,
	"cursor_notice" bigint NOT NULL,
	"moved_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"disabled_reason" text,
	"disabled_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"is_slow" boolean DEFAULT false NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"claimed_at" timestamp (3) with time zone NOT NULL,
	"claim" bigint DEFAULT 0 NOT NULL,
	"claimed_until" timestamp (3) with time zone,
	"last_attempt" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "webhook_account_id_name_pk" PRIMARY KEY("account_id","name")
);
--> statement-breakpoint
CREATE TABLE "webhook_attempt" (
	"account_id" bigint NOT NULL,
	"name" text NOT NULL,
	"place" smallint NOT NULL,
	"number" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"event_count" integer NOT NULL,
	"first_event" text NOT NULL,
	"last_event" text NOT NULL,
	"took_ms" integer NOT NULL,
	"status" integer,
	"error" text,
	"answer" text NOT NULL,
	CONSTRAINT "webhook_attempt_account_id_name_place_pk" PRIMARY KEY("account_id","name","place")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "consumer_place" ON "consumer" USING btree ("account_id","place");--> statement-breakpoint
CREATE INDEX "notice_at" ON "notice" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_place" ON "webhook" USING btree ("account_id","place");--> statement-breakpoint
CREATE INDEX "webhook_active" ON "webhook" USING btree ("account_id","name") WHERE disabled_at is null;
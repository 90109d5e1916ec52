CREATE TABLE "hook" (
	"account_id" bigint NOT NULL,
	"name" text NOT NULL,
	"place" smallint NOT NULL,
	"template" text NOT NULL,
	"recipients" text[] NOT NULL,
	"recipients_field" text,
	"event_id" text NOT NULL,
	"texts_per_hour" integer NOT NULL,
	"sender" text,
	"is_urgent" boolean NOT NULL,
	"secret" text,
	"key_id" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	"hour" timestamp (3) with time zone,
	"used_hour" integer,
	"last_used_at" timestamp (3) with time zone,
	"last_refused_at" timestamp (3) with time zone,
	"last_refusal" text,
	CONSTRAINT "hook_account_id_name_pk" PRIMARY KEY("account_id","name")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "hook_place" ON "hook" USING btree ("account_id","place");
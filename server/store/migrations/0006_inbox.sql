CREATE TABLE "canned_answer" (
	"account_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"name" text NOT NULL,
	"body" text NOT NULL,
	CONSTRAINT "canned_answer_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "inbox_settings" (
	"person_id" bigint PRIMARY KEY NOT NULL,
	"enter_sends" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "thread_note" (
	"account_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"address_norm" text NOT NULL,
	"person_id" bigint NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "thread_note_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "thread_state" (
	"account_id" bigint NOT NULL,
	"address_norm" text NOT NULL,
	"assignee_id" bigint,
	"done_seq" bigint NOT NULL,
	CONSTRAINT "thread_state_account_id_address_norm_pk" PRIMARY KEY("account_id","address_norm")
);
--> statement-breakpoint
ALTER TABLE "inbox_settings" ADD CONSTRAINT "inbox_settings_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "thread_note_thread" ON "thread_note" USING btree ("account_id","address_norm","id");
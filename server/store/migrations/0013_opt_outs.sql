CREATE TABLE "keyword_answer" (
	"account_id" bigint NOT NULL,
	"address_norm" text NOT NULL,
	"keyword" text NOT NULL,
	"message_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"is_pending" boolean NOT NULL,
	CONSTRAINT "keyword_answer_account_id_address_norm_keyword_pk" PRIMARY KEY("account_id","address_norm","keyword")
);
--> statement-breakpoint
CREATE TABLE "opt_out" (
	"account_id" bigint NOT NULL,
	"address_norm" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"source" text NOT NULL,
	"message_id" bigint,
	"ends_waiting" boolean NOT NULL,
	CONSTRAINT "opt_out_account_id_address_norm_pk" PRIMARY KEY("account_id","address_norm")
);
--> statement-breakpoint
CREATE TABLE "opt_out_settings" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"stop_words" text[] NOT NULL,
	"stop_answer" text,
	"start_answer" text,
	"help_answer" text
);
--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "opt_out_changes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "keyword" text;--> statement-breakpoint
ALTER TABLE "opt_out_settings" ADD CONSTRAINT "opt_out_settings_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "keyword_answer_pending" ON "keyword_answer" USING btree ("at") WHERE is_pending;--> statement-breakpoint
CREATE INDEX "opt_out_newest" ON "opt_out" USING btree ("account_id","since","address_norm");--> statement-breakpoint
CREATE INDEX "opt_out_ending" ON "opt_out" USING btree ("account_id","address_norm") WHERE ends_waiting;
CREATE TABLE "text_trace" (
	"account_id" bigint NOT NULL,
	"message_id" bigint NOT NULL,
	"parent" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "text_trace_account_id_message_id_pk" PRIMARY KEY("account_id","message_id")
);
--> statement-breakpoint
CREATE INDEX "text_trace_at" ON "text_trace" USING btree ("at");
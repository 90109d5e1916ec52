CREATE TABLE "account_change" (
	"account_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"nonce" bigint NOT NULL,
	"caller_kind" text NOT NULL,
	"caller_id" bigint,
	"caller_name" text NOT NULL,
	"method" text NOT NULL,
	"object" text NOT NULL,
	"outcome" text,
	CONSTRAINT "account_change_account_id_at_nonce_pk" PRIMARY KEY("account_id","at","nonce")
);
--> statement-breakpoint
CREATE INDEX "account_change_at" ON "account_change" USING btree ("at");
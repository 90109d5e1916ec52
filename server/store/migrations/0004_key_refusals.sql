CREATE TABLE "key_refusal" (
	"account_id" bigint NOT NULL,
	"key_id" bigint NOT NULL,
	"code" text NOT NULL,
	"address_norm" text NOT NULL,
	"message" text NOT NULL,
	"times" bigint NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "key_refusal_account_id_key_id_code_address_norm_pk" PRIMARY KEY("account_id","key_id","code","address_norm")
);
--> statement-breakpoint
CREATE INDEX "key_refusal_last" ON "key_refusal" USING btree ("last_at");
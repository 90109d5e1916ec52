CREATE TABLE "confirmation" (
	"account_id" bigint NOT NULL,
	"message_id" bigint NOT NULL,
	"key_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"send_at" timestamp (3) with time zone,
	"is_urgent" boolean NOT NULL,
	"token_hash" "bytea",
	"decision" text,
	"decided_at" timestamp (3) with time zone,
	"person_id" bigint,
	"by_link" boolean DEFAULT false NOT NULL,
	CONSTRAINT "confirmation_account_id_message_id_pk" PRIMARY KEY("account_id","message_id")
);
--> statement-breakpoint
ALTER TABLE "person" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "awaiting" text;--> statement-breakpoint
CREATE UNIQUE INDEX "confirmation_token" ON "confirmation" USING btree ("token_hash") WHERE token_hash is not null;--> statement-breakpoint
CREATE INDEX "confirmation_of_key" ON "confirmation" USING btree ("account_id","key_id","message_id");--> statement-breakpoint
CREATE INDEX "confirmation_waiting" ON "confirmation" USING btree ("account_id","message_id") WHERE decided_at is null;--> statement-breakpoint
CREATE INDEX "confirmation_expires" ON "confirmation" USING btree ("expires_at") WHERE decided_at is null;
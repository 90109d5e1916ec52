CREATE TABLE "billing" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL,
	"customer_id" text,
	"subscription_id" text,
	"checkout_id" text,
	"checkout_url" text,
	"checkout_plan" text,
	"checkout_expires_at" timestamp (3) with time zone,
	"intent_id" text,
	"intent_plan" text,
	"intent_holder" text,
	"intent_leased_until" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_event" (
	"id" text PRIMARY KEY NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"applied_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "platform_key" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "platform_key_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"hint" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "platform_link" (
	"platform_key_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"linked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "platform_link_platform_key_id_account_id_pk" PRIMARY KEY("platform_key_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "sandbox_checkout" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"plan" text NOT NULL,
	"state" text NOT NULL,
	"subscription_id" text,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_subscription" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"plan" text NOT NULL,
	"status" text NOT NULL,
	"is_declining" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "billing" ADD CONSTRAINT "billing_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform_link" ADD CONSTRAINT "platform_link_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "billing_subscription" ON "billing" USING btree ("subscription_id") WHERE subscription_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "billing_customer" ON "billing" USING btree ("customer_id") WHERE customer_id is not null;--> statement-breakpoint
CREATE INDEX "billing_checked" ON "billing" USING btree ("checked_at");--> statement-breakpoint
CREATE INDEX "billing_event_received" ON "billing_event" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "platform_key_id" ON "platform_key" USING btree ("id");
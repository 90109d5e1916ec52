CREATE TABLE "contact" (
	"account_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"address_norm" text NOT NULL,
	"name" text NOT NULL,
	"name_plain" text NOT NULL,
	"note" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contact_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "contact_book" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL,
	"last_contact_id" bigint NOT NULL,
	"last_group_id" bigint NOT NULL,
	"contacts" integer NOT NULL,
	"groups" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_group" (
	"account_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"name" text NOT NULL,
	"members" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contact_group_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "contact_group_member" (
	"account_id" bigint NOT NULL,
	"group_id" bigint NOT NULL,
	"contact_id" bigint NOT NULL,
	CONSTRAINT "contact_group_member_account_id_group_id_contact_id_pk" PRIMARY KEY("account_id","group_id","contact_id")
);
--> statement-breakpoint
ALTER TABLE "contact_book" ADD CONSTRAINT "contact_book_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "contact_address" ON "contact" USING btree ("account_id","address_norm");--> statement-breakpoint
CREATE INDEX "contact_name" ON "contact" USING btree ("account_id","name_plain","id");--> statement-breakpoint
CREATE UNIQUE INDEX "contact_group_name" ON "contact_group" USING btree ("account_id","name");--> statement-breakpoint
CREATE INDEX "contact_group_member_contact" ON "contact_group_member" USING btree ("account_id","contact_id");
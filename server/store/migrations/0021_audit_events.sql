ALTER TABLE "account_change" RENAME TO "audit_event";
--> statement-breakpoint
ALTER TABLE "audit_event" RENAME COLUMN "caller_kind" TO "actor_type";
--> statement-breakpoint
ALTER TABLE "audit_event" RENAME COLUMN "caller_id" TO "actor_id";
--> statement-breakpoint
ALTER TABLE "audit_event" RENAME COLUMN "caller_name" TO "actor_name";
--> statement-breakpoint
ALTER INDEX "account_change_account_id_at_nonce_pk" RENAME TO "audit_event_account_id_at_nonce_pk";
--> statement-breakpoint
ALTER INDEX "account_change_at" RENAME TO "audit_event_at";
--> statement-breakpoint
ALTER TABLE "sign_in_change" RENAME TO "security_event";
--> statement-breakpoint
ALTER TABLE "security_event" RENAME CONSTRAINT "sign_in_change_person_id_person_id_fk" TO "security_event_person_id_person_id_fk";
--> statement-breakpoint
ALTER INDEX "sign_in_change_person" RENAME TO "security_event_person";
--> statement-breakpoint
ALTER INDEX "sign_in_change_pkey" RENAME TO "security_event_pkey";
--> statement-breakpoint
ALTER TABLE "security_event" RENAME COLUMN "changed_at" TO "at";

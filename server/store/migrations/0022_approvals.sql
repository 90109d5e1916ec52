ALTER TABLE "confirmation" RENAME TO "approval";
--> statement-breakpoint
ALTER INDEX "confirmation_account_id_message_id_pk" RENAME TO "approval_account_id_message_id_pk";
--> statement-breakpoint
ALTER INDEX "confirmation_token" RENAME TO "approval_token";
--> statement-breakpoint
ALTER INDEX "confirmation_of_key" RENAME TO "approval_of_key";
--> statement-breakpoint
ALTER INDEX "confirmation_waiting" RENAME TO "approval_pending";
--> statement-breakpoint
ALTER INDEX "confirmation_expires" RENAME TO "approval_expires";
--> statement-breakpoint
UPDATE "approval" SET "decision" = 'approved' WHERE "decision" = 'confirmed';
--> statement-breakpoint
UPDATE "message" SET "awaiting" = 'approval' WHERE "awaiting" = 'confirmation';
--> statement-breakpoint
UPDATE "message" SET "error" = 'approval_' || substr("error", 14) WHERE "error" LIKE 'confirmation\_%';
--> statement-breakpoint
UPDATE "stats_block" SET "outcome" = 'approval_' || substr("outcome", 14) WHERE "outcome" LIKE 'confirmation\_%';
--> statement-breakpoint
UPDATE "stats_day" SET "outcome" = 'approval_' || substr("outcome", 14) WHERE "outcome" LIKE 'confirmation\_%';
--> statement-breakpoint
UPDATE "api_key" SET "policy" = "policy" - 'confirm' || jsonb_build_object('requireApproval', "policy"->'confirm') WHERE "policy" ? 'confirm';
--> statement-breakpoint
UPDATE "audit_event" SET "method" = replace("method", 'Confirmation', 'Approval') WHERE "method" LIKE 'ConfirmationService/%';

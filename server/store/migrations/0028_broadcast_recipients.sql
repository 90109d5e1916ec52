ALTER TABLE "broadcast" RENAME COLUMN "row_count" TO "recipient_count";
--> statement-breakpoint
ALTER TABLE "broadcast" RENAME COLUMN "taken_row" TO "taken_recipient";
--> statement-breakpoint
ALTER TABLE "broadcast" RENAME COLUMN "cancelled_row" TO "cancelled_recipient";
--> statement-breakpoint
ALTER TABLE "broadcast" RENAME COLUMN "rows_removed_at" TO "recipients_removed_at";
--> statement-breakpoint
ALTER TABLE "erasure" RENAME COLUMN "row_cursor" TO "recipient_cursor";

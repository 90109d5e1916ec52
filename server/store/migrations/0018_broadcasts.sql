ALTER TABLE "sending" RENAME TO "broadcast";
--> statement-breakpoint
ALTER TABLE "sending_row" RENAME TO "broadcast_recipient";
--> statement-breakpoint
ALTER TABLE "broadcast_recipient" RENAME COLUMN "sending_id" TO "broadcast_id";
--> statement-breakpoint
ALTER TABLE "erasure" RENAME COLUMN "sending_place" TO "broadcast_place";
--> statement-breakpoint
ALTER INDEX "sending_account_id_id_pk" RENAME TO "broadcast_account_id_id_pk";
--> statement-breakpoint
ALTER INDEX "sending_client_ref" RENAME TO "broadcast_client_ref";
--> statement-breakpoint
ALTER INDEX "sending_open" RENAME TO "broadcast_open";
--> statement-breakpoint
ALTER INDEX "sending_running" RENAME TO "broadcast_running";
--> statement-breakpoint
ALTER INDEX "sending_cancelling" RENAME TO "broadcast_cancelling";
--> statement-breakpoint
ALTER INDEX "sending_draft" RENAME TO "broadcast_draft";
--> statement-breakpoint
ALTER INDEX "sending_row_account_id_sending_id_number_pk" RENAME TO "broadcast_recipient_account_id_broadcast_id_number_pk";
--> statement-breakpoint
ALTER INDEX "sending_row_waiting" RENAME TO "broadcast_recipient_waiting";
--> statement-breakpoint
ALTER INDEX "sending_row_sent" RENAME TO "broadcast_recipient_sent";
--> statement-breakpoint
UPDATE "message" m SET "client_ref" = 'broadcast-' || r."broadcast_id" || '-' || r."number" FROM "broadcast_recipient" r WHERE m."account_id" = r."account_id" AND m."client_ref" = 'sending-' || r."broadcast_id" || '-' || r."number";
--> statement-breakpoint
UPDATE "account_change" SET "method" = replace("method", 'Sending', 'Broadcast') WHERE "method" LIKE 'SendingService/%';

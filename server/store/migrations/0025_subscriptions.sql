ALTER TABLE "consumer" RENAME COLUMN "place" TO "slot";
--> statement-breakpoint
ALTER TABLE "webhook" RENAME COLUMN "place" TO "slot";
--> statement-breakpoint
ALTER TABLE "webhook_attempt" RENAME COLUMN "place" TO "slot";
--> statement-breakpoint
ALTER TABLE "incoming_webhook" RENAME COLUMN "place" TO "slot";
--> statement-breakpoint
ALTER INDEX "consumer_place" RENAME TO "consumer_slot";
--> statement-breakpoint
ALTER INDEX "webhook_place" RENAME TO "webhook_slot";
--> statement-breakpoint
ALTER INDEX "incoming_webhook_place" RENAME TO "incoming_webhook_slot";
--> statement-breakpoint
ALTER INDEX "webhook_attempt_account_id_name_place_pk" RENAME TO "webhook_attempt_account_id_name_slot_pk";
--> statement-breakpoint
UPDATE "audit_event" SET "method" = replace(replace(replace("method", 'PlaceService/', 'SubscriptionService/'), 'MovePlace', 'MoveCursor'), 'DeletePlace', 'DeleteSubscription') WHERE "method" LIKE 'PlaceService/%';

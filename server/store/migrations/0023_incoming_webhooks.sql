ALTER TABLE "hook" RENAME TO "incoming_webhook";
--> statement-breakpoint
ALTER INDEX "hook_account_id_name_pk" RENAME TO "incoming_webhook_account_id_name_pk";
--> statement-breakpoint
ALTER INDEX "hook_place" RENAME TO "incoming_webhook_place";
--> statement-breakpoint
UPDATE "audit_event" SET "method" = replace("method", 'Hook', 'IncomingWebhook') WHERE "method" LIKE 'HookService/%';
--> statement-breakpoint
UPDATE "erasure" SET "kept" = replace("kept"::text, '"table": "hook"', '"table": "incoming_webhook"')::jsonb WHERE "kept"::text LIKE '%"table": "hook"%';

ALTER TABLE "canned_answer" RENAME TO "saved_reply";
--> statement-breakpoint
ALTER INDEX "canned_answer_account_id_id_pk" RENAME TO "saved_reply_account_id_id_pk";
--> statement-breakpoint
UPDATE "account_change" SET "method" = CASE "method" WHEN 'InboxService/PutCannedAnswer' THEN 'InboxService/PutSavedReply' ELSE 'InboxService/RemoveSavedReply' END WHERE "method" IN ('InboxService/PutCannedAnswer', 'InboxService/RemoveCannedAnswer');

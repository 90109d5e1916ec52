DROP INDEX "thread_newest";--> statement-breakpoint
ALTER TABLE "thread" ADD COLUMN "newest_block" bigint GENERATED ALWAYS AS (last_message_id / 1024) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "thread_newest" ON "thread" USING btree ("account_id","newest_block");
--> statement-breakpoint
-- Most updates leave the indexed block as it is: with room on the page they touch no index (HOT).
ALTER TABLE "thread" SET (fillfactor = 70);

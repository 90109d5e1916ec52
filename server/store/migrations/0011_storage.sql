ALTER TABLE "account" ADD COLUMN "waits_from" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- A crash takes the last minute's counts with it; a window that is missing is opened when its key is next used.
ALTER TABLE "rate_window" SET UNLOGGED;

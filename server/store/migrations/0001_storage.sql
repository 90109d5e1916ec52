-- Rows that are rewritten at every request keep room on their page, so that the update stays on it (HOT) and no
-- index is touched; their dead versions are cleaned early.
ALTER TABLE "account" SET (fillfactor = 40, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
--> statement-breakpoint
ALTER TABLE "rate_window" SET (fillfactor = 40, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
--> statement-breakpoint
ALTER TABLE "device" SET (fillfactor = 60);

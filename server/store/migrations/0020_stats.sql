ALTER TABLE "figure_block" RENAME TO "stats_block";
--> statement-breakpoint
ALTER TABLE "figure_count" RENAME TO "stats_count";
--> statement-breakpoint
ALTER TABLE "figure_day" RENAME TO "stats_day";
--> statement-breakpoint
ALTER INDEX "figure_block_account_id_id_block_day_outcome_device_id_carrier_pk" RENAME TO "stats_block_account_id_id_block_day_outcome_device_id_carrier_pk";
--> statement-breakpoint
ALTER INDEX "figure_day_account_id_day_outcome_device_id_carrier_pk" RENAME TO "stats_day_account_id_day_outcome_device_id_carrier_pk";

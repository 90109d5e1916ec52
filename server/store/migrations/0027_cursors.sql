ALTER TABLE "erasure" RENAME COLUMN "broadcast_place" TO "broadcast_cursor";
--> statement-breakpoint
ALTER TABLE "erasure" RENAME COLUMN "row_place" TO "row_cursor";
--> statement-breakpoint
ALTER TABLE "erasure" RENAME COLUMN "kept" TO "retained";
--> statement-breakpoint
ALTER TABLE "retention" RENAME COLUMN "texts_place" TO "texts_cursor";
--> statement-breakpoint
ALTER TABLE "retention" RENAME COLUMN "words_place" TO "words_cursor";

ALTER TABLE "device" RENAME COLUMN "revoked_at" TO "unpaired_at";
--> statement-breakpoint
ALTER INDEX "device_revoked" RENAME TO "device_unpaired";
--> statement-breakpoint
UPDATE "audit_event" SET "method" = 'DeviceService/UnpairDevice' WHERE "method" = 'DeviceService/RevokeDevice';

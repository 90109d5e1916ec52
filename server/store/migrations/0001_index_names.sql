-- Databases from before the first release have this index under another name.
ALTER INDEX IF EXISTS "message_carriage" RENAME TO "message_carrier_queue";

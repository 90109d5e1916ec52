// Column types that many tables share.
import { bigint, customType, timestamp } from 'drizzle-orm/pg-core';

/** A 64-bit integer as a bigint. */
export const int8 = (name: string) => bigint(name, { mode: 'bigint' });

/** A moment, kept in milliseconds. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/** Bytes, as a hash is. */
export const bytea = customType<{ data: string; driverData: string }>({ dataType: () => 'bytea' });

/** Ranges of 64-bit integers, as PostgreSQL writes them. */
export const int8Ranges = customType<{ data: string; driverData: string }>({
  dataType: () => 'int8multirange',
});

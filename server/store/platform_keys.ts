// Platform keys, without their secrets. Which accounts a key may act for is kept in platform_links.ts.
import { asc, eq, gt, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { arrayLiteral, instantLiteral } from './driver.ts';
import { platformKey } from './schema.ts';

/** A platform key as it is stored. */
export interface PlatformKeyRow {
  id: bigint;
  name: string;
  hint: string;
  createdAt: Date;
  revokedAt: Date | null;
}

const columns = {
  id: platformKey.id,
  name: platformKey.name,
  hint: platformKey.hint,
  createdAt: platformKey.createdAt,
  revokedAt: platformKey.revokedAt,
};

/** Prepares reads and writes of platform keys. `hash` is SHA-256 in hex. */
export function preparePlatformKeys({ read, write, writes }: Database) {
  const page = read
    .select(columns)
    .from(platformKey)
    .where(gt(platformKey.id, sql.placeholder('after')))
    .orderBy(asc(platformKey.id))
    .limit(sql.placeholder('limit'))
    .prepare('list_platform_keys');

  return {
    /** Stores a key with its empty rate window, in one statement. Answers its id. */
    async insertPlatformKey(hash: string, name: string, hint: string, nowMs: number): Promise<bigint> {
      const rows = await writes.run(
        `with stored as (
          insert into platform_key (hash, name, hint, created_at)
          values (decode($1, 'hex'), $2, $3, $4::timestamptz) returning hash, id
        ), opened as (
          insert into rate_window (key_hash, stamps) select hash, $5::int8[] from stored
        )
        select id from stored`,
        [hash, name, hint, instantLiteral(nowMs), arrayLiteral([])],
      );
      return rows[0]?.[0] as bigint;
    },

    /** Up to `limit` keys with ids above `after`, ascending, revoked ones too. */
    listPlatformKeys: (after: bigint, limit: number): Promise<PlatformKeyRow[]> =>
      page.execute({ after, limit }),

    /** Ends a key; the first time stays. Answers undefined for an unknown one. */
    async revokePlatformKey(id: bigint, nowMs: number): Promise<PlatformKeyRow | undefined> {
      const [row] = await write
        .update(platformKey)
        .set({
          revokedAt: sql`coalesce(${platformKey.revokedAt}, ${instantLiteral(nowMs)}::timestamptz)`,
        })
        .where(eq(platformKey.id, id))
        .returning(columns);
      return row;
    },
  };
}

// Account keys, without their secrets.
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { arrayLiteral, instantLiteral } from './driver.ts';
import { apiKey } from './schema.ts';

/** A key as it is stored. */
export interface KeyRow {
  id: bigint;
  accountId: bigint;
  label: string;
  hint: string;
  createdAt: Date;
  revokedAt: Date | null;
}

const columns = {
  id: apiKey.id,
  accountId: apiKey.accountId,
  label: apiKey.label,
  hint: apiKey.hint,
  createdAt: apiKey.createdAt,
  revokedAt: apiKey.revokedAt,
};

/** Prepares reads and writes of account keys. `hash` is SHA-256 in hex. */
export function prepareKeys({ read, reads, write, writes }: Database) {
  return {
    /**
     * Stores a key with its empty rate window, in one statement. Keys are numbered per account, so that no number says
     * how many others there are; of two that are stored at once one takes the next number. Answers its id.
     */
    async insertKey(
      accountId: bigint,
      hash: string,
      label: string,
      hint: string,
      nowMs: number,
    ): Promise<bigint> {
      for (;;) {
        const rows = await writes.run(
          `with stored as (
            insert into api_key (hash, id, account_id, label, hint, created_at) overriding system value
            select decode($1, 'hex'), coalesce(max(id), 0) + 1, $2, $3, $4, $5::timestamptz
            from api_key where account_id = $2
            on conflict (account_id, id) do nothing returning hash, id
          ), opened as (
            insert into rate_window (key_hash, stamps) select hash, $6::int8[] from stored
          )
          select id from stored`,
          [hash, accountId, label, hint, instantLiteral(nowMs), arrayLiteral([])],
        );
        if (rows[0]) return rows[0][0] as bigint;
      }
    },

    /** Those of several keys that are known and not revoked. */
    async listWorkingKeys(hashes: readonly string[]): Promise<Set<string>> {
      // The limit makes the planner look each key up, where it would read all of them.
      const rows = await reads.run(
        `select t.hash from unnest($1::text[]) as t (hash) cross join lateral (
          select from api_key where hash = decode(t.hash, 'hex') and revoked_at is null limit 1) k`,
        [arrayLiteral(hashes)],
      );
      return new Set(rows.map((row) => row[0] as string));
    },

    /** An account's keys in order of id, revoked ones too. */
    listKeys: (accountId: bigint): Promise<KeyRow[]> =>
      read.select(columns).from(apiKey).where(eq(apiKey.accountId, accountId)).orderBy(asc(apiKey.id)),

    /** Ends a key; the first time stays. Answers undefined for an unknown one. */
    async revokeKey(accountId: bigint, id: bigint, nowMs: number): Promise<KeyRow | undefined> {
      const [row] = await write
        .update(apiKey)
        .set({ revokedAt: sql`coalesce(${apiKey.revokedAt}, ${instantLiteral(nowMs)}::timestamptz)` })
        .where(and(eq(apiKey.accountId, accountId), eq(apiKey.id, id)))
        .returning(columns);
      return row;
    },
  };
}

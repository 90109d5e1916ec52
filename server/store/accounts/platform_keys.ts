// Platform keys, without their secrets. Which accounts a key may act for is kept in platform_links.ts.
import type { Database } from '../postgres/database.ts';
import { count, instant, int8, text } from '../postgres/kinds.ts';
import { type RowOf, statement } from '../postgres/statement.ts';

/** A platform key as it is stored. */
export type PlatformKeyRow = RowOf<typeof platformKeyRow>;
const platformKeyRow = {
  id: int8,
  name: text,
  hint: text,
  createdAtMs: instant,
  revokedAtMs: instant.orNull,
};

const insert = statement({
  takes: { hash: text, name: text, hint: text, nowMs: instant },
  gives: { id: int8 },
  text: ({ hash, name, hint, nowMs, row }) => `
with stored as (
  insert into platform_key (hash, name, hint, created_at)
  values (decode(${hash}, 'hex'), ${name}, ${hint}, ${nowMs}) returning hash, id
), opened as (
  insert into rate_window (key_hash, stamps) select hash, '{}'::int8[] from stored
)
select ${row} from stored`,
});

const page = statement({
  takes: { after: int8, limit: count },
  gives: platformKeyRow,
  text: ({ after, limit, row }) =>
    `select ${row} from platform_key where id > ${after} order by id limit ${limit}`,
});

const revoke = statement({
  takes: { id: int8, nowMs: instant },
  gives: platformKeyRow,
  text: ({ id, nowMs, row }) => `
update platform_key set revoked_at = coalesce(revoked_at, ${nowMs}) where id = ${id} returning ${row}`,
});

/** Prepares reads and writes of platform keys. `hash` is SHA-256 in hex. */
export function preparePlatformKeys({ reads, writes }: Database) {
  return {
    /** Stores a key with its empty rate window, in one statement. Returns its id. */
    async insertPlatformKey(hash: string, name: string, hint: string, nowMs: number): Promise<bigint> {
      const [stored] = await insert.run(writes, { hash, name, hint, nowMs });
      return (stored as { id: bigint }).id;
    },

    /** Up to `limit` keys with ids above `after`, ascending, revoked ones too. */
    listPlatformKeys: (after: bigint, limit: number): Promise<PlatformKeyRow[]> =>
      page.run(reads, { after, limit }),

    /** Ends a key; the first time stays. Returns undefined for an unknown one. */
    revokePlatformKey: async (id: bigint, nowMs: number): Promise<PlatformKeyRow | undefined> =>
      (await revoke.run(writes, { id, nowMs }))[0],
  };
}

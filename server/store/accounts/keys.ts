// Account keys, without their secrets.
import type { Database } from '../database/database.ts';
import { instant, int8, text, textArray } from '../database/kinds.ts';
import { type RowOf, statement } from '../database/statement.ts';

/** A key as it is stored. */
export type KeyRow = RowOf<typeof keyRow>;
const keyRow = {
  id: int8,
  accountId: int8,
  label: text,
  hint: text,
  createdAtMs: instant,
  revokedAtMs: instant.orNull,
};

const insert = statement({
  takes: { hash: text, accountId: int8, label: text, hint: text, nowMs: instant },
  gives: { id: int8 },
  text: ({ hash, accountId, label, hint, nowMs, row }) => `
with stored as (
   insert into api_key (hash, id, account_id, label, hint, created_at) overriding system value
   select decode(${hash}, 'hex'), coalesce(max(id), 0) + 1, ${accountId}, ${label}, ${hint}, ${nowMs}
   from api_key where account_id = ${accountId} and session_id is null
   on conflict (account_id, id) do nothing returning hash, id
), opened as (
  insert into rate_window (key_hash, stamps) select hash, '{}'::int8[] from stored
)
select ${row} from stored`,
});

// The limit makes the planner look each key up, where it would read all of them.
const listWorking = statement({
  takes: { hashes: textArray },
  gives: { hash: text('t.hash') },
  text: ({ hashes, row }) => `
select ${row} from unnest(${hashes}) as t (hash) cross join lateral (
  select from api_key where hash = decode(t.hash, 'hex') and revoked_at is null limit 1) k`,
});

const list = statement({
  takes: { accountId: int8 },
  gives: keyRow,
  text: ({ accountId, row }) => `
select ${row} from api_key where account_id = ${accountId} and session_id is null order by id`,
});

const revoke = statement({
  takes: { accountId: int8, id: int8, nowMs: instant },
  gives: keyRow,
  text: ({ accountId, id, nowMs, row }) => `
update api_key set revoked_at = coalesce(revoked_at, ${nowMs})
where account_id = ${accountId} and id = ${id} and session_id is null returning ${row}`,
});

/** Prepares reads and writes of account keys; those of sessions are no such keys. `hash` is SHA-256 in hex. */
export function prepareKeys({ reads, writes }: Database) {
  return {
    /**
     * Stores a key with its empty rate window, in one statement. Keys are numbered per account, so that no number says
     * how many others there are; of two that are stored at once one takes the next number. Returns its id.
     */
    async insertKey(
      accountId: bigint,
      hash: string,
      label: string,
      hint: string,
      nowMs: number,
    ): Promise<bigint> {
      for (;;) {
        const [stored] = await insert.run(writes, { accountId, hash, label, hint, nowMs });
        if (stored) return stored.id;
      }
    },

    /** Those of several keys that are known and not revoked. */
    listWorkingKeys: async (hashes: readonly string[]): Promise<Set<string>> =>
      new Set((await listWorking.run(reads, { hashes })).map(({ hash }) => hash)),

    /** An account's keys in order of id, revoked ones too. */
    listKeys: (accountId: bigint): Promise<KeyRow[]> => list.run(reads, { accountId }),

    /** Ends a key; the first time stays. Returns undefined for an unknown one. */
    revokeKey: async (accountId: bigint, id: bigint, nowMs: number): Promise<KeyRow | undefined> =>
      (await revoke.run(writes, { accountId, id, nowMs }))[0],
  };
}

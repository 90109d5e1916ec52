// What the policies of keys refused. Refusals are written apart from the sends that they are about: no account and no
// key is locked. Rows are written in the order of their key, so that two cores never wait for each other in a ring.
import type { Database } from '../postgres/database.ts';
import { count, instant, int4, int8, int8Array, text } from '../postgres/kinds.ts';
import { list, type RowOf, statement } from '../postgres/statement.ts';

/** Most refusals that are kept of one key. */
export const mostKeyRefusals = 200;

const refusal = {
  code: text,
  addressNorm: text,
  message: text,
  times: int8,
  firstAtMs: instant,
  lastAtMs: instant,
};

/** A refusal as it is stored. */
export type KeyRefusalRow = RowOf<typeof refusal>;

const note = statement({
  takes: {
    refusals: list({
      hash: text,
      ...{ code: text, addressNorm: text, message: text, times: int4, firstAtMs: instant, lastAtMs: instant },
    }),
  },
  gives: { accountId: int8('n.account_id'), keyId: int8('n.key_id') },
  text: ({ refusals, row }) => `
with named as materialized (
  select k.account_id, k.key_id, r.* from ${refusals.as('r')}
  cross join lateral (
    select account_id, id as key_id from api_key where hash = decode(r.hash, 'hex') limit 1
  ) k
), noted as (
  insert into key_refusal as r (account_id, key_id, code, address_norm, message, times, first_at, last_at)
  select account_id, key_id, code, address_norm, message, times, first_at, last_at from named
  order by 1, 2, 3, 4
  on conflict (account_id, key_id, code, address_norm) do update set
    message = excluded.message, times = r.times + excluded.times, last_at = greatest(r.last_at, excluded.last_at)
)
select distinct ${row} from named n`,
});

// Rows that another core has locked are left to the next trim.
const trim = statement({
  takes: { accountIds: int8Array, keyIds: int8Array, most: count },
  text: ({ accountIds, keyIds, most }) => `
delete from key_refusal where ctid = any (array (
  select r.ctid from unnest(${accountIds}, ${keyIds}) as t (account_id, key_id)
  cross join lateral (
    select code, address_norm from key_refusal o
    where o.account_id = t.account_id and o.key_id = t.key_id order by o.last_at desc, o.code, o.address_norm offset ${most}
  ) old
  join key_refusal r on r.account_id = t.account_id and r.key_id = t.key_id
    and r.code = old.code and r.address_norm = old.address_norm
  for update of r skip locked
))`,
});

const listOf = statement({
  takes: { accountId: int8, keyId: int8, most: count },
  gives: refusal,
  text: ({ accountId, keyId, most, row }) => `
select ${row} from key_refusal where account_id = ${accountId} and key_id = ${keyId}
order by last_at desc, code, address_norm limit ${most}`,
});

/** A refusal of a key, which is named by its hash, SHA-256 in hex. */
export interface NotedRefusal extends Omit<KeyRefusalRow, 'times'> {
  hash: string;
  times: number;
}

export const prepareKeyRefusals = ({ reads, writes }: Database) => ({
  /**
   * Adds refusals, each key, code and recipient once. The newest `mostKeyRefusals` of a key stay; unknown keys have
   * none.
   */
  async noteKeyRefusals(refusals: readonly NotedRefusal[], most = mostKeyRefusals): Promise<void> {
    const keys = await note.run(writes, { refusals });
    const accountIds = keys.map(({ accountId }) => accountId);
    await trim.run(writes, { accountIds, keyIds: keys.map(({ keyId }) => keyId), most });
  },

  /** Newest first. */
  listKeyRefusals: (accountId: bigint, keyId: bigint) =>
    listOf.run(reads, { accountId, keyId, most: mostKeyRefusals }),
});

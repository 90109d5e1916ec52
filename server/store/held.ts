// What replicas have in hand, as the database knows it. Reads only: what follows is judged again where it is done.
import type { Database } from './database.ts';

/** A text in a replica's hand. */
export interface HeldRow {
  accountId: bigint;
  id: bigint;
  attempt: number;
  identity: string | null;
  carrier: string;
  /** Some part of it left, or may have left, when it was claimed before. */
  mayHaveLeft: boolean;
}

// Hops from holder to holder in message_held: there are as many as replicas.
const ofTheDead = `
with recursive holders as (
  (select m.holder from message m where m.holder is not null order by m.holder limit 1)
  union all
  select (select m.holder from message m where m.holder > h.holder order by m.holder limit 1)
  from holders h where h.holder is not null
)
select t.account_id, t.id, t.attempt
from holders h
cross join lateral (
  select m.account_id, m.id, m.attempt from message m
  where m.holder = h.holder and m.status = 'sending' order by m.account_id, m.id limit $1::int4
) t
where h.holder is not null
  and not exists (select from core_replica r where r.id = h.holder and r.alive_until > now())
limit $1::int4`;

/** Prepares the reads of texts in hand. */
export function prepareHeld({ reads }: Database) {
  return {
    /** Up to `limit` texts that a replica has in hand. */
    async listHeld(replica: bigint, limit: number): Promise<HeldRow[]> {
      const rows = await reads.run(
        `select m.account_id, m.id, m.attempt, m.carrier, m.attempt > 1 and exists (
          select from submission s where s.account_id = m.account_id and s.message_id = m.id), m.identity
        from message m where m.holder = $1::int8 and m.status = 'sending'
        order by m.account_id, m.id limit $2::int4`,
        [replica, limit],
      );
      return rows.map((row) => ({
        accountId: row[0] as bigint,
        id: row[1] as bigint,
        attempt: row[2] as number,
        carrier: row[3] as string,
        mayHaveLeft: row[4] as boolean,
        identity: row[5] as string | null,
      }));
    },

    /** Up to `limit` texts in the hands of replicas that are dead by the database's clock. */
    async listHeldByDead(limit: number): Promise<{ accountId: bigint; id: bigint; attempt: number }[]> {
      const rows = await reads.run(ofTheDead, [limit]);
      return rows.map((row) => ({
        accountId: row[0] as bigint,
        id: row[1] as bigint,
        attempt: row[2] as number,
      }));
    },
  };
}

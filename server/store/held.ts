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

/** No life is given for longer than a minute: one that ends later was given by a clock that has been set back since. */
const isAlive = (row: string) => `${row}.alive_until between now() and now() + interval '1 minute'`;

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
  and not exists (select from core_replica r where r.id = h.holder and ${isAlive('r')})
  and exists (select from core_replica j where j.id = $2::int8 and ${isAlive('j')})
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

    /**
     * Up to `limit` texts in the hands of replicas that are dead by the database's clock. None when the judge is dead by
     * it, too: then the clock was set, and nobody has had time to renew a life.
     */
    async listHeldByDead(
      limit: number,
      judge: bigint,
    ): Promise<{ accountId: bigint; id: bigint; attempt: number }[]> {
      const rows = await reads.run(ofTheDead, [limit, judge]);
      return rows.map((row) => ({
        accountId: row[0] as bigint,
        id: row[1] as bigint,
        attempt: row[2] as number,
      }));
    },
  };
}

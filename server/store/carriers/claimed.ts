// What replicas have claimed, as the database knows it. Reads only: what follows is judged again where it is done.
import type { Database } from '../postgres/database.ts';
import { bool, int2, int4, int8, int8Array, text, uuid } from '../postgres/kinds.ts';
import { type RowOf, statement } from '../postgres/statement.ts';

/** A text that a replica has claimed. */
export type ClaimedRow = RowOf<typeof claimedText>;
const claimedText = {
  accountId: int8,
  id: int8,
  attempt: int2,
  identity: uuid.orNull,
  carrier: text,
  /** Some part of it left, or may have left, when it was claimed before. */
  mayHaveLeft: bool(`m.attempt > 1 and exists (
    select from submission s where s.account_id = m.account_id and s.message_id = m.id)`),
};

const listOwn = statement({
  takes: { replica: int8, limit: int4 },
  gives: claimedText,
  text: ({ replica, limit, row }) => `
select ${row} from message m where m.holder = ${replica} and m.status = 'sending'
order by m.account_id, m.id limit ${limit}`,
});

/** No life is given for longer than a minute: one that ends later was given by a clock that has been set back since. */
const isAlive = (row: string) => `${row}.alive_until between now() and now() + interval '1 minute'`;

// Hops from holder to holder in message_held: there are as many as replicas.
const listOfTheDead = statement({
  takes: { limit: int4, judge: int8, without: int8Array },
  gives: { accountId: int8('t.account_id'), id: int8('t.id'), attempt: int2('t.attempt') },
  text: ({ limit, judge, without, row }) => `
with recursive holders as (
  (select m.holder from message m where m.holder is not null order by m.holder limit 1)
  union all
  select (select m.holder from message m where m.holder > h.holder order by m.holder limit 1)
  from holders h where h.holder is not null
)
select ${row}
from holders h
cross join lateral (
  select m.account_id, m.id, m.attempt from message m
  where m.holder = h.holder and m.status = 'sending' and m.account_id <> all (select unnest(${without}))
  order by m.account_id, m.id limit ${limit}
) t
where h.holder is not null
  and not exists (select from core_replica r where r.id = h.holder and ${isAlive('r')})
  and exists (select from core_replica j where j.id = ${judge} and ${isAlive('j')})
limit ${limit}`,
});

/** Prepares the reads of claimed texts. */
export function prepareClaimed({ reads }: Database) {
  return {
    /** Up to `limit` texts that a replica has claimed. */
    listClaimed: (replica: bigint, limit: number): Promise<ClaimedRow[]> =>
      listOwn.run(reads, { replica, limit }),

    /**
     * Up to `limit` texts of all accounts but some that are claimed by replicas that are dead by the database's clock. None when the judge is dead by
     * it, too: then the clock was set, and nobody has had time to renew a life.
     */
    listClaimedByDead: (
      limit: number,
      judge: bigint,
      without: readonly bigint[] = [],
    ): Promise<{ accountId: bigint; id: bigint; attempt: number }[]> =>
      listOfTheDead.run(reads, { limit, judge, without }),
  };
}

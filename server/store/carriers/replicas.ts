// The rows by which replicas know which of them are alive, and the texts that replicas have claimed. All times are the
// database's own. What is read here is judged again by the statement that acts on it.

import { randomBytes } from 'node:crypto';
import type { Database } from '../postgres/database.ts';
import { hops } from '../postgres/hops.ts';
import { bool, int2, int4, int8, int8Array, text, uuid } from '../postgres/kinds.ts';
import { type RowOf, statement } from '../postgres/statement.ts';

/** How long the row of a dead replica is kept, in seconds, so that a replica that only slept finds it again. */
const keepDeadSeconds = 3600;

const enter = statement({
  takes: { id: int8, lifeSeconds: int4 },
  text: ({ id, lifeSeconds }) => `
insert into core_replica (id, alive_until) overriding system value
values (${id}, now() + make_interval(secs => ${lifeSeconds})) returning id`,
});

const renew = statement({
  takes: { replica: int8, lifeSeconds: int4 },
  gives: { isKept: bool('b.is_kept') },
  text: ({ replica, lifeSeconds, row }) => `
with before as (
  select id, alive_until between now() and now() + make_interval(secs => ${lifeSeconds} * 2) as is_kept
  from core_replica where id = ${replica}
)
update core_replica r set alive_until = now() + make_interval(secs => ${lifeSeconds})
from before b where r.id = b.id returning ${row}`,
});

const leave = statement({
  takes: { replica: int8 },
  text: ({ replica }) => `delete from core_replica where id = ${replica} returning id`,
});

const dropDead = statement({
  takes: { judge: int8 },
  text: ({ judge }) => `
delete from core_replica where alive_until < now() - make_interval(secs => ${keepDeadSeconds})
  and exists (select from core_replica j where j.id = ${judge} and j.alive_until > now()) returning id`,
});

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
with recursive ${hops('holders', 'holder', 'message', 't.holder is not null')}
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

export const prepareReplicas = ({ writes, reads }: Database) => ({
  /**
   * Enters a replica with a life of so many seconds. Returns its id, a random one: a restored database would count up
   * to an id that a living replica still has, and both would take the other's texts for their own.
   */
  async enterReplica(lifeSeconds: number): Promise<bigint> {
    const id = randomBytes(8).readBigUInt64BE() >> 1n;
    await enter.run(writes, { id, lifeSeconds });
    return id;
  },

  /**
   * Lengthens a replica's life from now. `lapsed` if it had run out by the database's clock, or ends later than that
   * clock could have said: the replica was asleep, or the clock was set. `gone` if its row no longer exists: the
   * replica needs a new id.
   */
  async renewReplica(replica: bigint, lifeSeconds: number): Promise<'kept' | 'lapsed' | 'gone'> {
    const renewed = await renew.first(writes, { replica, lifeSeconds });
    if (!renewed) return 'gone';
    return renewed.isKept ? 'kept' : 'lapsed';
  },

  /** Ends a replica: from now on its claimed texts are those of a dead one. */
  async leaveReplica(replica: bigint): Promise<void> {
    await leave.run(writes, { replica });
  },

  /** Deletes the rows of replicas that have been dead for an hour, unless the judge's own life has run out as well. */
  async dropDeadReplicas(judge: bigint): Promise<void> {
    await dropDead.run(writes, { judge });
  },

  /** Up to `limit` texts that a replica has claimed. */
  listClaimed: (replica: bigint, limit: number) => listOwn.run(reads, { replica, limit }),

  /**
   * Up to `limit` texts that replicas have claimed which are dead by the database's clock, of all accounts but
   * `without`. None if the judge is dead too: then the clock was set, and no replica has had time to renew its life.
   */
  listClaimedByDead: (limit: number, judge: bigint, without: readonly bigint[] = []) =>
    listOfTheDead.run(reads, { limit, judge, without }),
});

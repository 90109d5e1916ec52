// The rows by which replicas know of each other's lives. All times are the database's own.
import { randomBytes } from 'node:crypto';
import type { Database } from '../postgres/database.ts';
import { bool, int4, int8 } from '../postgres/kinds.ts';
import { statement } from '../postgres/statement.ts';

/** How long the row of a dead replica is kept, so that one that only slept finds its life again, in seconds. */
const keepDeadSeconds = 3600;

const enter = statement({
  takes: { id: int8, lifeSeconds: int4 },
  gives: {},
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
  gives: {},
  text: ({ replica }) => `delete from core_replica where id = ${replica} returning id`,
});

const dropDead = statement({
  takes: { judge: int8 },
  gives: {},
  text: ({ judge }) => `
delete from core_replica where alive_until < now() - make_interval(secs => ${keepDeadSeconds})
  and exists (select from core_replica j where j.id = ${judge} and j.alive_until > now()) returning id`,
});

/** Prepares what keeps a replica's row. */
export function prepareReplicas({ writes }: Database) {
  return {
    /**
     * Enters a replica that lives for so long. Returns its id, a random one: a database that was restored would count up
     * to one that a living replica still has, and both would take the other's texts for their own.
     */
    async enterReplica(lifeSeconds: number): Promise<bigint> {
      const id = randomBytes(8).readBigUInt64BE() >> 1n;
      await enter.run(writes, { id, lifeSeconds });
      return id;
    },

    /**
     * Lengthens a replica's life from now. `lapsed` when it had run out by the database's clock, or ended in a time that
     * this clock had no business to name yet: the replica slept, or the clock was set. `gone` when its row is: it needs a
     * new id.
     */
    async renewReplica(replica: bigint, lifeSeconds: number): Promise<'kept' | 'lapsed' | 'gone'> {
      const [renewed] = await renew.run(writes, { replica, lifeSeconds });
      if (!renewed) return 'gone';
      return renewed.isKept ? 'kept' : 'lapsed';
    },

    /** Ends a replica: what it still has claimed is a dead one's from now on. */
    async leaveReplica(replica: bigint): Promise<void> {
      await leave.run(writes, { replica });
    },

    /** Drops rows of replicas that have been dead for an hour, unless the judge's own has run out as well. */
    async dropDeadReplicas(judge: bigint): Promise<void> {
      await dropDead.run(writes, { judge });
    },
  };
}

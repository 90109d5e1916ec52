// The rows by which replicas know of each other's lives. All times are the database's own.
import { randomBytes } from 'node:crypto';
import type { Database } from './database.ts';

/** How long the row of a dead replica is kept, so that one that only slept finds its life again, in seconds. */
const keepDeadSeconds = 3600;

/** Prepares what keeps a replica's row. */
export function prepareReplicas({ writes }: Database) {
  return {
    /**
     * Enters a replica that lives for so long. Answers its id, a random one: a database that was restored would count up
     * to one that a living replica still has, and both would take the other's texts for their own.
     */
    async enterReplica(lifeSeconds: number): Promise<bigint> {
      const id = randomBytes(8).readBigUInt64BE() >> 1n;
      const rows = await writes.run(
        `insert into core_replica (id, alive_until) overriding system value
        values ($2::int8, now() + make_interval(secs => $1::int4)) returning id`,
        [lifeSeconds, id],
      );
      return rows[0]?.[0] as bigint;
    },

    /**
     * Lengthens a replica's life from now. `lapsed` when it had run out by the database's clock, or ended in a time that
     * this clock had no business to name yet: the replica slept, or the clock was set. `gone` when its row is: it needs a
     * new id.
     */
    async renewReplica(replica: bigint, lifeSeconds: number): Promise<'kept' | 'lapsed' | 'gone'> {
      const rows = await writes.run(
        `with before as (
          select id, alive_until between now() and now() + make_interval(secs => $2::int4 * 2) as is_kept
          from core_replica where id = $1::int8
        )
        update core_replica r set alive_until = now() + make_interval(secs => $2::int4)
        from before b where r.id = b.id returning b.is_kept`,
        [replica, lifeSeconds],
      );
      if (rows.length === 0) return 'gone';
      return rows[0]?.[0] === true ? 'kept' : 'lapsed';
    },

    /** Ends a replica: what it still has in hand is a dead one's from now on. */
    async leaveReplica(replica: bigint): Promise<void> {
      await writes.run('delete from core_replica where id = $1::int8 returning id', [replica]);
    },

    /** Drops rows of replicas that have been dead for an hour, unless the judge's own has run out as well. */
    async dropDeadReplicas(judge: bigint): Promise<void> {
      await writes.run(
        `delete from core_replica where alive_until < now() - make_interval(secs => $1::int4)
          and exists (select from core_replica j where j.id = $2::int8 and j.alive_until > now()) returning id`,
        [keepDeadSeconds, judge],
      );
    },
  };
}

// The provider's events that were taken in, so that each is applied once however often it is sent.
import type { Database } from './database.ts';
import { instantLiteral } from './driver.ts';

/** Prepares writes of events. */
export function prepareBillingEvents({ writes }: Database) {
  return {
    /** Stores an event's id. Answers whether it was applied before. */
    async takeEvent(id: string, nowMs: number): Promise<{ isApplied: boolean }> {
      // The update that changes nothing is what lets the statement see a row that another replica has just written.
      const rows = await writes.run(
        `insert into billing_event as e (id, received_at) values ($1, $2::timestamptz)
        on conflict (id) do update set id = excluded.id returning e.applied_at is not null`,
        [id, instantLiteral(nowMs)],
      );
      return { isApplied: rows[0]?.[0] === true };
    },

    /** Says that an event was applied. */
    async markEvent(id: string, nowMs: number): Promise<void> {
      await writes.run(
        'update billing_event set applied_at = coalesce(applied_at, $2::timestamptz) where id = $1 returning id',
        [id, instantLiteral(nowMs)],
      );
    },

    /** Forgets up to `limit` events that came before an instant. Answers how many. */
    async pruneEvents(beforeMs: number, limit: number): Promise<number> {
      const rows = await writes.run(
        `delete from billing_event where id in (
          select id from billing_event where received_at < $1::timestamptz order by received_at limit $2::int4
        ) returning id`,
        [instantLiteral(beforeMs), limit],
      );
      return rows.length;
    },
  };
}

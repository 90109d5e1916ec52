// The provider's events that were taken in, so that each is applied once however often it is sent.
import type { Database } from '../postgres/database.ts';
import { bool, instant, text } from '../postgres/kinds.ts';
import { statement } from '../postgres/statement.ts';

// The update that changes nothing is what lets the statement see a row that another replica has just written.
const take = statement({
  takes: { id: text, nowMs: instant },
  gives: { isApplied: bool('e.applied_at is not null') },
  text: ({ id, nowMs, row }) => `
insert into billing_event as e (id, received_at) values (${id}, ${nowMs})
on conflict (id) do update set id = excluded.id returning ${row}`,
});

const mark = statement({
  takes: { id: text, nowMs: instant },
  gives: {},
  text: ({ id, nowMs }) =>
    `update billing_event set applied_at = coalesce(applied_at, ${nowMs}) where id = ${id} returning id`,
});

/** Prepares writes of events. */
export function prepareBillingEvents({ writes }: Database) {
  return {
    /** Stores an event's id. Returns whether it was applied before. */
    async takeEvent(id: string, nowMs: number): Promise<{ isApplied: boolean }> {
      const [taken] = await take.run(writes, { id, nowMs });
      return { isApplied: taken?.isApplied === true };
    },

    /** Says that an event was applied. */
    async markEvent(id: string, nowMs: number): Promise<void> {
      await mark.run(writes, { id, nowMs });
    },
  };
}

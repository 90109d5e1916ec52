// A person's sessions, and their end: a session goes together with the keys by which it acted for accounts, so that the
// next request with either is refused.
import type { Database } from '../postgres/database.ts';
import { bool, instant, int4, int8, text } from '../postgres/kinds.ts';
import { type RowOf, statement } from '../postgres/statement.ts';

/** A session, as its person sees it. */
export type SessionView = RowOf<typeof sessionView>;
const sessionView = {
  id: int8,
  createdAtMs: instant,
  lastSeenAtMs: instant,
  address: text,
  userAgent: text,
};

const list = statement({
  takes: { personId: int8, nowMs: instant, idleSinceMs: instant },
  gives: sessionView,
  expects: 'any',
  text: ({ personId, nowMs, idleSinceMs, row }) => `
select ${row} from person_session
where person_id = ${personId} and expires_at > ${nowMs} and last_seen_at > ${idleSinceMs}
order by last_seen_at desc, id`,
});

/** Most sessions of a person. */
const mostOfPerson = 100;

/**
 * The steps of a statement that opens a session of the person of `proof`: those beyond the bound end that were used longest ago.
 * Each of several that come at once ends another one.
 */
export const makeSpace = (now: string) => `crowd as materialized (
  select s.id from person_session s where s.person_id in (select person_id from proof)
  order by s.last_seen_at, s.id limit greatest(0, (
    select count(*) from person_session where person_id in (select person_id from proof)
  ) - ${mostOfPerson - 1}) for update skip locked
), crowded_out as (
  delete from person_session where id in (select id from crowd) returning id
), crowded_keys as (
  update api_key set revoked_at = ${now} where session_id in (select id from crowded_out) and revoked_at is null
)`;

/** The steps of a statement that ends sessions of which `condition` holds: `ended (id)`. */
export const endSessions = (condition: string, now: string) => `ended as (
  delete from person_session where ${condition} returning id
), silenced as (
  update api_key set revoked_at = ${now} where session_id in (select id from ended) and revoked_at is null
)`;

const endOne = statement({
  takes: { personId: int8, sessionId: int8, nowMs: instant },
  gives: { isEnded: bool('exists (select from ended)') },
  expects: 'one',
  text: ({ personId, sessionId, nowMs, row }) => `
with ${endSessions(`person_id = ${personId} and id = ${sessionId}`, nowMs)} select ${row}`,
});

const endAll = statement({
  takes: { personId: int8, nowMs: instant },
  gives: { count: int4('(select count(*)::int4 from ended)') },
  expects: 'one',
  text: ({ personId, nowMs, row }) => `
with ${endSessions(`person_id = ${personId}`, nowMs)} select ${row}`,
});

/** Prepares reads and ends of sessions. */
export function prepareSessions({ reads, writes }: Database) {
  return {
    /** Those that hold, newest use first. `idleMs`: how long one lasts unused. */
    listSessions: (personId: bigint, nowMs: number, idleMs: number): Promise<SessionView[]> =>
      list.run(reads, { personId, nowMs, idleSinceMs: nowMs - idleMs }),

    /** False for a session that the person does not have. */
    endSession: async (personId: bigint, sessionId: bigint, nowMs: number): Promise<boolean> =>
      (await endOne.run(writes, { personId, sessionId, nowMs }))[0]?.isEnded ?? false,

    /** Ends all of a person; returns how many there were. */
    endAllSessions: async (personId: bigint, nowMs: number): Promise<number> =>
      (await endAll.run(writes, { personId, nowMs }))[0]?.count ?? 0,
  };
}

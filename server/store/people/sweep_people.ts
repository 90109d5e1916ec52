// What has had its time goes, in batches, and without what others have locked: sessions with the keys by which they acted, links,
// tickets, counted attempts and mails.
import type { Database } from '../postgres/database.ts';
import { count, instant, int4 } from '../postgres/kinds.ts';
import { statement } from '../postgres/statement.ts';

// A session that entered an account while it ended, or while its person was removed, has left a key: it is silenced
// here. Windows are locked in the order in which admission locks them, and left to the next round where it holds them.
const sweep = statement({
  takes: { nowMs: instant, idleSinceMs: instant, limit: count },
  gives: { ended: int4('(select count(*)::int4 from gone)') },
  expects: 'one',
  text: ({ nowMs, idleSinceMs, limit, row }) => `
with gone as (
  delete from person_session where id in (
    select id from person_session where expires_at <= ${nowMs} or last_seen_at <= ${idleSinceMs}
    limit ${limit} for update skip locked
  ) returning id
), silenced as (
  update api_key k set revoked_at = ${nowMs}
  where k.session_id is not null and k.revoked_at is null and (
    k.session_id in (select id from gone) or not exists (
      select from person_session s join membership m on m.person_id = s.person_id
      where s.id = k.session_id and m.account_id = k.account_id
    )
  )
), silent as materialized (
  select k.hash from api_key k where k.session_id is not null and k.revoked_at < ${nowMs}
    and not exists (select from person_session s where s.id = k.session_id) limit ${limit}
), free as materialized (
  select w.key_hash from rate_window w
  where w.key_hash in (select hash from silent) order by w.key_hash for update skip locked
), forgotten as (
  delete from rate_window where key_hash in (select key_hash from free)
), unlisted as (
  delete from api_key where hash in (
    select hash from silent s where s.hash in (select key_hash from free)
      or not exists (select from rate_window w where w.key_hash = s.hash)
  )
), links as (
  delete from person_link where id in (
    select id from person_link where expires_at <= ${nowMs} limit ${limit} for update skip locked
  )
), tickets as (
  delete from sign_in_ticket where ticket_hash in (
    select ticket_hash from sign_in_ticket where expires_at <= ${nowMs} limit ${limit} for update skip locked
  )
), mails as (
  delete from mail_window where subject in (
    select subject from mail_window where ends_at <= ${nowMs} order by subject limit ${limit} for update skip locked
  )
), attempts as (
  delete from sign_in_attempt where subject in (
    select subject from sign_in_attempt where ends_at <= ${nowMs} order by subject limit ${limit} for update skip locked
  )
)
select ${row}`,
});

/** Prepares the sweep. */
export function prepareSweepPeople({ writes }: Database) {
  return {
    /** Ends up to `limit` sessions that have expired, or were not used for `idleMs`; returns how many. */
    sweepPeople: async (nowMs: number, idleMs: number, limit: number): Promise<number> =>
      (await sweep.run(writes, { nowMs, idleSinceMs: nowMs - idleMs, limit }))[0]?.ended ?? 0,
  };
}

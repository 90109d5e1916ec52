// Deletes what has expired, in small steps. No step waits for a row that another statement has locked: the next step
// takes it. The callers decide how long each kind is kept: see app/pruning/pruner.ts.
import { liveStatuses } from '../../domain/plans/quota.ts';
import { ownerOf } from '../accounts/sandboxes.ts';
import type { Database } from '../postgres/database.ts';
import { count, instant, int4, text } from '../postgres/kinds.ts';
import { statement } from '../postgres/statement.ts';

/** Deletes up to `most` rows of one kind from before an instant; returns how many. */
type PruneStep = (beforeMs: number, most: number) => Promise<number>;

/** A step for which `text` is the statement; it returns a row for each that went. */
const step = (text: (before: string, most: string) => string) =>
  statement({
    takes: { beforeMs: instant, most: int4 },
    text: ({ beforeMs, most }) => text(beforeMs, most),
  });

/** Rows of a table `t` for which `condition` holds. */
const rowsOf = (table: string, condition: (before: string) => string) =>
  step(
    (before, most) => `
delete from ${table} where ctid = any (array (
  select t.ctid from ${table} t where ${condition(before)} limit ${most} for update skip locked
)) returning 1`,
  );

/**
 * The end of a statement that deletes the keys `old`, each with its rate window. Windows are locked in the order of
 * admission, and a key whose window admission holds is left to the next step.
 */
const keysWithWindows = (table: string) => `free as materialized (
  select w.key_hash from rate_window w
  where w.key_hash in (select hash from old) order by w.key_hash for update skip locked
), forgotten as (
  delete from rate_window where key_hash in (select key_hash from free)
), gone as (
  delete from ${table} where hash in (
    select o.hash from old o where o.hash in (select key_hash from free)
      or not exists (select from rate_window w where w.key_hash = o.hash)
  ) returning *
)`;

// The newest of an account stays, so that numbers go on from it.
const accountKeys = step(
  (before, most) => `
with old as materialized (
  select k.hash from api_key k
  where k.session_id is null and k.revoked_at < ${before} and exists (
    select from api_key n where n.account_id = k.account_id and n.id > k.id and n.session_id is null)
  order by k.revoked_at limit ${most} for update skip locked
), ${keysWithWindows('api_key')}
select 1 from gone`,
);

const platformKeys = step(
  (before, most) => `
with old as materialized (
  select k.hash from platform_key k where k.revoked_at < ${before} order by k.revoked_at limit ${most} for update skip locked
), ${keysWithWindows('platform_key')}, unlinked as (
  delete from platform_link where platform_key_id in (select id from gone)
)
select 1 from gone`,
);

// A device that still has a text stays until the text has ended. Its id is never given again. A conversation that was
// on the device moves to another: see list_queue.ts.
const devices = step(
  (before, most) => `
with old as materialized (
  select d.account_id, d.id from device d
  where d.unpaired_at < ${before} and not exists (
    select from message m where m.account_id = d.account_id and m.device_id = d.id and m.status = 'sending')
  order by d.unpaired_at limit ${most} for update skip locked
), free as materialized (
  select s.account_id, s.device_id, s.slot from sim s
  where (s.account_id, s.device_id) in (select account_id, id from old)
  order by s.account_id, s.device_id, s.slot for update skip locked
), over as materialized (
  select o.account_id, o.id from old o where not exists (
    select from sim s where s.account_id = o.account_id and s.device_id = o.id
      and (s.account_id, s.device_id, s.slot) not in (select account_id, device_id, slot from free))
), without_sims as (
  delete from sim where (account_id, device_id) in (select account_id, id from over)
), unnoticed as (
  delete from noticed where (account_id, subject) in (select account_id, 'device:' || id from over)
)
delete from device where (account_id, id) in (select account_id, id from over) returning 1`,
);

// The newest notice of an account stays, so that ids go on from it.
const notices = rowsOf(
  'notice',
  (before) => `t.at < ${before} and exists (
    select from notice n where n.account_id = t.account_id and n.id > t.id)`,
);

const keyRefusals = rowsOf('key_refusal', (before) => `t.last_at < ${before}`);

const deadLetters = rowsOf('dead_letter', (before) => `t.received_at < ${before}`);

const traces = rowsOf('text_trace', (before) => `t.at < ${before}`);

const marks = rowsOf('feed_mark', (before) => `t.at < ${before}`);

// Nobody can start such a draft any more. It goes once its rows are gone.
const drafts = step(
  (before, most) => `
with old as materialized (
  select d.account_id, d.id from broadcast d where d.state = 'draft' and d.created_at < ${before}
  order by d.created_at limit 1 for update skip locked
), gone as (
  delete from broadcast_recipient where ctid = any (array (
    select r.ctid from old o join broadcast_recipient r on r.account_id = o.account_id and r.broadcast_id = o.id limit ${most}
  )) returning 1
), over as (
  delete from broadcast d using old o where d.account_id = o.account_id and d.id = o.id and not exists (
    select from broadcast_recipient r where r.account_id = o.account_id and r.broadcast_id = o.id
  ) returning 1
)
select 1 from gone union all select 1 from over`,
);
const pairingCodes = rowsOf('pairing_code', (before) => `t.expires_at < ${before}`);
const billingEvents = rowsOf('billing_event', (before) => `t.received_at < ${before}`);
const sandboxCheckouts = rowsOf('sandbox_checkout', (before) => `t.expires_at < ${before}`);
const sandboxSubscriptions = rowsOf(
  'sandbox_subscription',
  (before) =>
    `t.created_at < ${before} and t.status not in (${liveStatuses.map((status) => `'${status}'`).join(', ')})`,
);

/** The place of a walk over the table. */
interface SubmissionsStep {
  deleted: number;
  /** The block at which the next step begins; 0 for the start. */
  nextBlock: number;
}

// A walk over the table's own blocks, so that a step never costs more than its blocks, however old their rows are; for
// the same reason each text is looked up by its key. Rows that a receipt holds are left to the next walk.
const submissions = statement({
  takes: { fromPlace: text, toPlace: text },
  gives: {
    deleted: count('(select count(*) from gone)'),
    blocks: count("pg_relation_size('submission') / current_setting('block_size')::int8"),
  },
  expects: 'one',
  text: ({ fromPlace, toPlace, row }) => `
with old as materialized (
  select s.ctid as place, s.account_id, s.message_id from submission s
  where s.ctid >= ${fromPlace}::tid and s.ctid < ${toPlace}::tid and s.submitted_at < now() - interval '30 days'
), final as materialized (
  select o.place from old o cross join lateral (
    select m.status from message m where m.account_id = o.account_id and m.id = o.message_id limit 1
  ) m
  where m.status in ('delivered', 'failed')
), gone as (
  delete from submission where ctid = any (array (
    select s.ctid from submission s where s.ctid = any (array (select place from final)) for update skip locked
  )) returning 1
)
select ${row}`,
});

// A session that switched to an account while it ended, or while its person was removed, has left a key: it is revoked
// here. Windows are locked in the order in which admission locks them, and left to the next round where it holds them.
const sessions = statement({
  takes: { nowMs: instant, idleSinceMs: instant, limit: count },
  gives: { ended: int4('(select count(*)::int4 from ended)') },
  expects: 'one',
  text: ({ nowMs, idleSinceMs, limit, row }) => `
with ended as (
  delete from user_session where id in (
    select id from user_session where expires_at <= ${nowMs} or last_seen_at <= ${idleSinceMs}
    limit ${limit} for update skip locked
  ) returning id
), silenced as (
  update api_key k set revoked_at = ${nowMs}
  where k.session_id is not null and k.revoked_at is null and (
    k.session_id in (select id from ended) or not exists (
      select from user_session s join membership m on m.user_id = s.user_id
      where s.id = k.session_id and m.account_id = ${ownerOf('k.account_id')}
    )
  )
), old as materialized (
  select k.hash from api_key k where k.session_id is not null and k.revoked_at < ${nowMs}
    and not exists (select from user_session s where s.id = k.session_id) limit ${limit}
), ${keysWithWindows('api_key')}, links as (
  delete from user_link where id in (
    select id from user_link where expires_at <= ${nowMs} limit ${limit} for update skip locked
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

export function preparePrune({ writes, batches }: Database) {
  const bind =
    (pruned: typeof marks): PruneStep =>
    async (beforeMs, most) =>
      (await pruned.run(writes, { beforeMs, most })).length;
  return {
    /** One step for each kind, by the age of what names it. */
    prune: {
      /** Account keys, by when they were revoked. */
      accountKeys: bind(accountKeys),
      /** What policies of keys refused, by the last time. */
      keyRefusals: bind(keyRefusals),
      /** Platform keys with their links, by when they were revoked. */
      platformKeys: bind(platformKeys),
      /** Devices with their SIMs, by when they were unpaired. */
      devices: bind(devices),
      /** By when they ended, used or not. */
      pairingCodes: bind(pairingCodes),
      notices: bind(notices),
      deadLetters: bind(deadLetters),
      traces: bind(traces),
      /** See feed_marks.ts. */
      marks: bind(marks),
      /** Drafts of broadcasts, by when they were made, with their rows. */
      drafts: bind(drafts),
      billingEvents: bind(billingEvents),
      /** By when they ended. */
      sandboxCheckouts: bind(sandboxCheckouts),
      /** Those that have ended, by when they began. */
      sandboxSubscriptions: bind(sandboxSubscriptions),
    },

    /** Deletes the submissions of final texts from more than 30 days ago, in `blocks` blocks of the table from one on. */
    async pruneSubmissions(fromBlock: number, blocks: number): Promise<SubmissionsStep> {
      const toBlock = fromBlock + blocks;
      const places = { fromPlace: `(${fromBlock},0)`, toPlace: `(${toBlock},0)` };
      const step = await submissions.first(batches, places);
      return { deleted: step?.deleted ?? 0, nextBlock: toBlock < (step?.blocks ?? 0) ? toBlock : 0 };
    },

    /** Ends up to `limit` sessions that have expired, or have not been used for `idleMs`; returns how many. */
    sweepUsers: async (nowMs: number, idleMs: number, limit: number) =>
      (await sessions.first(writes, { nowMs, idleSinceMs: nowMs - idleMs, limit }))?.ended ?? 0,
  };
}

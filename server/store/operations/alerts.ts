// Alerts as they are known to all cores: what was seen, since when, and what the operator has got. One core reports at a time. What a
// core notes at the same time as another is noted in the order of the keys, so that neither waits for the other for ever.
import type { Database } from '../postgres/database.ts';
import { bool, instant, int4, int8, text, textArray, uuid } from '../postgres/kinds.ts';
import { list, type RowOf, statement } from '../postgres/statement.ts';

const claimReporting = statement({
  takes: { core: uuid, nowMs: instant, untilMs: instant },
  text: ({ core, nowMs, untilMs }) => `
insert into alert_reporter as r (is_only, core, until) values (true, ${core}, ${untilMs})
on conflict (is_only) do update set core = excluded.core, until = excluded.until
  where r.core = excluded.core or r.until < ${nowMs}
returning 1`,
});

/** An alert, named by its rule and its subject. */
export interface AlertKey {
  rule: string;
  subject: string;
}

/** One of its occurrences. */
type AlertAt = AlertKey & { sinceMs: number };

const key = { rule: text, subject: text };
const seen = { ...key, summary: text };

// One that is over before anybody can have got it leaves nothing.
const note = statement({
  takes: {
    seen: list(seen),
    good: list(key),
    judged: textArray,
    nowMs: instant,
    staleMs: instant,
  },
  text: ({ seen: found, good, judged, nowMs, staleMs }) => `
with found as materialized (
  select * from ${found.as('f')}
), noted as (
  insert into alert as a (rule, subject, summary, since, seen_at)
  select rule, subject, summary, ${nowMs}, ${nowMs} from found order by rule, subject
  on conflict (rule, subject) do update set summary = excluded.summary, seen_at = excluded.seen_at
  returning 1
), over as materialized (
  select a.rule, a.subject, a.reported_at is null and a.saying_since is null as is_unsaid from alert a
  where (a.rule, a.subject) not in (select rule, subject from found) and (
    a.rule = any (${judged}) or a.seen_at < ${staleMs} or (a.rule, a.subject) in (select rule, subject from ${good.as('g')})
  ) order by a.rule, a.subject for update
), forgotten as (
  delete from alert where (rule, subject) in (select rule, subject from over where is_unsaid)
), ended as (
  update alert set over_at = coalesce(over_at, ${nowMs})
  where (rule, subject) in (select rule, subject from over where not is_unsaid)
)
select 1`,
});

/** An alert as it is stored. */
export type AlertRow = RowOf<typeof alertRow>;
const alertRow = {
  rule: text,
  subject: text,
  summary: text,
  sinceMs: instant,
  reportedAtMs: instant.orNull,
  overAtMs: instant.orNull,
};

const listAll = statement({
  takes: { most: int4 },
  gives: alertRow,
  text: ({ most, row }) => `select ${row} from alert order by since, rule, subject limit ${most}`,
});

const one = { ...key, sinceMs: instant };

// The core that has the reporting now takes the right to say them, before it does: one that lost it meanwhile gets none.
const take = statement({
  takes: { core: uuid, alerts: list(one), nowMs: instant },
  gives: { ...key, mayBeSaid: bool },
  text: ({ core, alerts, nowMs, rowOf }) => `
with mine as materialized (
  select from alert_reporter where core = ${core} and until > ${nowMs} for share
), due as materialized (
  select a.rule, a.subject, a.saying_since is not null as may_be_said
  from ${alerts.as('d')} join alert a on a.rule = d.rule and a.subject = d.subject and a.since = d.since
  where exists (select from mine) order by a.rule, a.subject for update of a
)
update alert a set saying_since = ${nowMs} from due d where a.rule = d.rule and a.subject = d.subject
returning ${rowOf({ rule: 'd.rule', subject: 'd.subject', mayBeSaid: 'd.may_be_said' })}`,
});

const giveBack = statement({
  takes: { alerts: list(one) },
  text: ({ alerts }) => `
update alert a set saying_since = null from ${alerts.as('g')}
where a.rule = g.rule and a.subject = g.subject and a.since = g.since`,
});

const settle = statement({
  takes: { begun: list(one), over: list(one), nowMs: instant },
  text: ({ begun, over, nowMs }) => `
with reported as (
  update alert a set reported_at = ${nowMs}, saying_since = null from ${begun.as('b')}
  where a.rule = b.rule and a.subject = b.subject and a.since = b.since
)
delete from alert a using ${over.as('o')} where a.rule = o.rule and a.subject = o.subject and a.since = o.since`,
});

/** Most devices that are looked at. */
const mostLookedAt = 100_000;

const listTroubled = statement({
  takes: { nowMs: instant, missedSinceMs: instant, most: int4 },
  gives: {
    accountId: int8('d.account_id'),
    deviceId: int8('d.id'),
    isAway: bool('d.is_away'),
    problem: text('d.problem'),
  },
  text: ({ nowMs, missedSinceMs, most, row }) => `
select ${row} from (
  select account_id, id, coalesce(online_until < ${nowMs}, true) as is_away, problem, last_seen_at
  from (select * from device limit ${mostLookedAt}) l where unpaired_at is null
) d
where case when d.is_away then d.last_seen_at >= ${missedSinceMs} else d.problem <> '' end
order by d.account_id, d.id limit ${most}`,
});

export const prepareAlerts = ({ stats: pool }: Pick<Database, 'stats'>) => ({
  /** Lets a core report until an instant, unless another core does. Returns whether this core reports. */
  claimReporting: (core: string, nowMs: number, untilMs: number): Promise<boolean> =>
    claimReporting.any(pool, { core, nowMs, untilMs }),

  /**
   * Notes what a core saw. An alert is over if the core found it `good`, if it judged the alert's rule for the whole
   * service and did not see it, or if no core has seen it since `staleMs`.
   */
  noteAlerts: async (of: {
    seen: readonly (AlertKey & { summary: string })[];
    good: readonly AlertKey[];
    judged: readonly string[];
    nowMs: number;
    staleMs: number;
  }): Promise<void> => {
    await note.run(pool, of);
  },

  /** Up to `most`, the oldest first. */
  listAlerts: (most: number): Promise<AlertRow[]> => listAll.run(pool, { most }),

  /**
   * Takes the right to say that alerts began or are over, for the core that has the reporting. Returns those that it may say;
   * `mayBeSaid` where another took it before and ended.
   */
  takeAlerts: (core: string, alerts: readonly AlertAt[], nowMs: number) =>
    take.run(pool, { core, alerts, nowMs }),

  /** Gives that right back: nobody got them. */
  giveBackAlerts: async (alerts: readonly AlertAt[]): Promise<void> => {
    await giveBack.run(pool, { alerts });
  },

  /** Keeps that the operator got some, and forgets those whose end the operator got. */
  settleAlerts: async (begun: readonly AlertAt[], over: readonly AlertAt[], nowMs: number): Promise<void> => {
    await settle.run(pool, { begun, over, nowMs });
  },

  /** Up to `most` devices that were last linked since an instant and are away, or are linked and cannot send. */
  listTroubledDevices: (nowMs: number, missedSinceMs: number, most: number) =>
    listTroubled.run(pool, { nowMs, missedSinceMs, most }),
});

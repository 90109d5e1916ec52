// The last day of the service over all accounts, from the texts themselves: nothing is counted while they are sent. Each account's
// part of the day is found by its ids, and no more texts are looked at than have a bound, those of the busiest accounts first.
import { isSandboxed } from '../accounts/sandboxes.ts';
import { isCancelled } from '../messages/cancelled.ts';
import { idAt } from '../messages/find_instant.ts';
import { scheduled } from '../messages/status_moves.ts';
import type { Database } from '../postgres/database.ts';
import { bool, count, instant, int4, int8, text } from '../postgres/kinds.ts';
import { type RowOf, statement } from '../postgres/statement.ts';

/** The most that is looked at: accounts; newest texts of each; texts in all; devices; and opt-outs of an account. */
const usualBounds = { accounts: 20_000, textsEach: 20_000, texts: 200_000, devices: 100_000, optOuts: 1_000 };

/** The texts of one account or of one hour. */
export type DayRow = RowOf<typeof dayRow>;
const dayRow = {
  /** The start of the hour; null in a row about an account. */
  hourMs: instant.orNull('t.hour'),
  /** Null in a row about an hour. */
  accountId: int8.orNull('t.account_id'),
  name: text.orNull('l.name'),
  isSuspended: bool('coalesce(l.suspended_at is not null, false)'),
  /** Accepted to be sent, without those that were cancelled; and how many of these in the last hour. */
  sent: count('t.sent'),
  sentLastHour: count('t.sent_last_hour'),
  failed: count('t.failed'),
  failedLastHour: count('t.failed_last_hour'),
  /** The longest that a text waited until it left, or has waited if it has not, in seconds. */
  longestWaitSeconds: count('t.longest_wait'),
  optOuts: count('coalesce(o.day, 0)'),
  optOutsLastHour: count('coalesce(o.hour, 0)'),
  /** False where some texts of the day were beyond a bound. */
  isComplete: bool('t.is_complete'),
};

// A text waits from when it may leave: one for a later time does not wait until then.
const mayLeaveAt = 'greatest(m.created_at, m.send_at)';
const leftAt = `coalesce(m.sent_at, case when m.status in ('queued', 'sending', '${scheduled}') then t.now end)`;

const readDay = (bounds: typeof usualBounds) =>
  statement({
    takes: { fromMs: instant, dayMs: instant, hourMs: instant, nowMs: instant },
    gives: dayRow,
    text: ({ fromMs, dayMs, hourMs, nowMs, row }) => `
with known as materialized (
  select a.id, a.name, a.suspended_at, a.last_message_id from account a where not ${isSandboxed('a.id')} order by a.id limit ${bounds.accounts}
), active as materialized (
  select k.* from known k cross join lateral (
    select m.created_at from message m where m.account_id = k.id order by m.id desc limit 1
  ) n where n.created_at >= ${fromMs}
), ranged as materialized (
  select q.*, ${idAt('q.id', fromMs)} as first_id from active q
), looked as materialized (
  select r.id, r.name, r.suspended_at, greatest(r.first_id, r.last_message_id + 1 - ${bounds.textsEach}) as from_id,
    r.last_message_id + 1 - r.first_id > ${bounds.textsEach}
      or sum(least(r.last_message_id + 1 - r.first_id, ${bounds.textsEach})) over w > ${bounds.texts} as is_cut,
    sum(least(r.last_message_id + 1 - r.first_id, ${bounds.textsEach})) over w <= ${bounds.texts} as is_read
  from ranged r window w as (order by r.last_message_id - r.first_id desc, r.id)
), texts as materialized (
  select m.account_id, date_trunc('hour', m.created_at, 'UTC') as hour, m.created_at >= ${dayMs} as is_of_day,
    m.created_at >= ${hourMs} as is_last_hour, m.status = 'failed' as has_failed,
    extract(epoch from ${leftAt} - ${mayLeaveAt}) as waited
  from (select ${nowMs} as now) t cross join looked l cross join lateral (
    select x.* from message x where x.account_id = l.id and x.id >= l.from_id
  ) m
  where l.is_read and m.direction = 'out' and m.created_at >= ${fromMs} and not ${isCancelled('m')}
), summed as (
  select hour, account_id,
    case when grouping(hour) = 0 then count(*) else count(*) filter (where is_of_day) end as sent,
    count(*) filter (where is_last_hour) as sent_last_hour,
    case when grouping(hour) = 0 then count(*) filter (where has_failed)
      else count(*) filter (where has_failed and is_of_day) end as failed,
    count(*) filter (where has_failed and is_last_hour) as failed_last_hour,
    greatest(coalesce(max(waited), 0), 0)::int8 as longest_wait
  from texts group by grouping sets ((hour), (account_id))
), named as (
  select s.*, not exists (select from looked where is_cut)
    and not exists (select from account where not ${isSandboxed('id')} order by id offset ${bounds.accounts} limit 1) as is_complete
  from summed s
  union all
  select null, l.id, 0, 0, 0, 0, 0, not l.is_cut from looked l where not exists (select from summed s where s.account_id = l.id)
)
select ${row} from named t left join looked l on l.id = t.account_id
left join lateral (
  select count(*) as day, count(*) filter (where p.since >= ${hourMs}) as hour from (
    select o.since from opt_out o where o.account_id = t.account_id and o.since >= ${dayMs} limit ${bounds.optOuts}
  ) p
) o on t.account_id is not null
where t.hour is not null or t.failed > 0 or o.day > 0 or t.sent_last_hour > 0
order by t.hour, t.account_id`,
  });

/** Devices that are away, by when they were last seen. */
const readAway = (bounds: typeof usualBounds) =>
  statement({
    takes: { nowMs: instant, fromMs: instant },
    gives: {
      /** The start of the hour in which they were last seen; null for an earlier hour, and for never. */
      hourMs: instant.orNull('g.hour'),
      devices: int4('g.devices'),
    },
    text: ({ nowMs, fromMs, row }) => `
select ${row} from (
  select case when d.last_seen_at >= ${fromMs} then date_trunc('hour', d.last_seen_at, 'UTC') end as hour, count(*)::int4 as devices
  from (select * from device limit ${bounds.devices}) d
  where d.unpaired_at is null and d.last_seen_at is not null and coalesce(d.online_until < ${nowMs}, true)
  group by 1
) g`,
  });

/** `bounds` are smaller in tests. */
export function prepareDailyHealth({ stats: pool }: Pick<Database, 'stats'>, bounds = usualBounds) {
  const [day, away] = [readDay(bounds), readAway(bounds)];
  return {
    /**
     * A row for each hour that had texts, and for each account in which something happened. `fromMs` is the start of an
     * hour.
     */
    readDailyHealth: (of: {
      fromMs: number;
      dayMs: number;
      hourMs: number;
      nowMs: number;
    }): Promise<DayRow[]> => day.run(pool, of),

    /** Devices that are away now, by the hour in which they were last seen. */
    readDevicesAway: (nowMs: number, fromMs: number) => away.run(pool, { nowMs, fromMs }),
  };
}

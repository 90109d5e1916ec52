// The stats of an account: sums over its counted days, however many texts they stand for.
import type { Database } from '../postgres/database.ts';
import { count, date, int4, int8, text, word } from '../postgres/kinds.ts';
import { type RowOf, statement } from '../postgres/statement.ts';

/** The lengths of time that stats are summed over. A week begins on Monday. */
export type StatsPeriod = 'day' | 'week' | 'month';

/** What stats may be split by. */
export type StatsSplit = 'device' | 'reason';

/** The texts of a period; where they are divided, those of one device or carrier, or of one reason. */
export type Stat = RowOf<typeof stat>;
const stat = {
  /** The first day of the period. */
  day: date('f.day::text'),
  /** Null where stats are not divided by devices, and for texts of none. */
  deviceId: int8.orNull('nullif(f.device_id, 0)'),
  /** Null for a device that is forgotten. */
  deviceName: text.orNull('d.name'),
  carrier: text.orNull("nullif(f.carrier, '')"),
  /** Null where stats are not divided by reasons, and for texts that did not fail. */
  reason: text.orNull("nullif(f.reason, '')"),
  /** Accepted to be sent, without those that were cancelled. */
  sent: count('f.sent'),
  delivered: count('f.delivered'),
  failed: count('f.failed'),
  cancelled: count('f.cancelled'),
  received: count('f.received'),
  /** How many of those are replies: see count_texts.ts. */
  replied: count('f.replied'),
};

/** Which stats are asked for: days from `from` to `to`, both included. */
export interface StatsRange {
  from: string;
  to: string;
  by: StatsPeriod;
  split: StatsSplit | null;
}

const summed = (condition: string) => `coalesce(sum(d.texts) filter (where ${condition}), 0)::int8`;

const isFailure = "d.outcome not in ('received', 'delivered', 'pending', 'cancelled')";

const listed = statement({
  takes: {
    accountId: int8,
    from: date,
    to: date,
    by: word<StatsPeriod>(),
    split: word<StatsSplit>().orNull,
    most: int4,
  },
  gives: stat,
  text: ({ accountId, from, to, by, split, most, row }) => `
select ${row} from (
  select greatest(date_trunc(${by}, d.day::timestamp)::date, ${from}) as day,
    case when ${split} = 'device' then d.device_id else 0 end as device_id,
    case when ${split} = 'device' then d.carrier else '' end as carrier,
    case when ${split} = 'reason' and ${isFailure} then d.outcome else '' end as reason,
    ${summed("d.outcome not in ('received', 'cancelled')")} as sent,
    ${summed("d.outcome = 'delivered'")} as delivered,
    ${summed(isFailure)} as failed,
    ${summed("d.outcome = 'cancelled'")} as cancelled,
    ${summed("d.outcome = 'received'")} as received,
    coalesce(sum(d.replies), 0)::int8 as replied
  from stats_day d
  where d.account_id = ${accountId} and d.day >= ${from} and d.day <= ${to} and d.texts > 0
  group by 1, 2, 3, 4 order by 1, 2, 3, 4 limit ${most}
) f left join device d on d.account_id = ${accountId} and d.id = f.device_id
order by f.day, f.device_id, f.carrier, f.reason`,
});

export const prepareStats = ({ reads }: Pick<Database, 'reads'>) => ({
  /** The stats of an account as far as they are counted, in order, at most `most` of them. */
  listStats: (accountId: bigint, { from, to, by, split }: StatsRange, most: number): Promise<Stat[]> =>
    listed.run(reads, { accountId, from, to, by, split, most }),
});

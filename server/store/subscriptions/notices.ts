// Notices: what happens to an account and is no text. They are found by looking, a few times a minute, and only for
// accounts with a webhook that asks for them. What was noticed of a device or of a month is kept, so that each change
// makes one notice, whichever core looks. Ids are counted under the account's lock, so that no reader misses one that
// comes late. An account that something else has locked is left to the next look.
import type { Database } from '../postgres/database.ts';
import { date, float8, instant, int4, int8, json, text, textArray, uuid } from '../postgres/kinds.ts';
import { locking } from '../postgres/locking.ts';
import { list, type RowOf, statement } from '../postgres/statement.ts';

/** A notice as it is stored. */
export type NoticeRow = RowOf<typeof noticeRow>;
const noticeRow = {
  id: int8,
  identity: uuid.orNull,
  type: text,
  atMs: instant,
  data: json<Record<string, unknown>>()('data::json'),
};

/**
 * A notice for each row of `found`, which has account_id, subject, type and data (jsonb), and whose accounts are `locked` by
 * the same statement (its rows have id).
 */
export const addNotices = (found: string, locked: string, at: string): string => `
  insert into notice (account_id, id, type, at, data)
  select f.account_id,
    coalesce((select max(n.id) from notice n where n.account_id = f.account_id), 0)
      + row_number() over (partition by f.account_id order by f.subject),
    f.type, ${at}, f.data
  from ${found} f join ${locked} l on l.id = f.account_id`;

/** Whether an account has a webhook that asks for a type. */
export const asks = (account: string, type: string) =>
  `exists (select from webhook w where w.account_id = ${account} and w.disabled_at is null and ${type} = any (w.types))`;

const noticeDevices = locking(({ skipLocked }) =>
  statement({
    takes: { nowMs: instant },
    gives: { accountId: int8('account_id') },
    text: ({ nowMs, row }) => `
with now_so as materialized (
  select d.account_id, d.id, d.name, 'device:' || d.id as subject,
    case when d.online_until > ${nowMs} then 'device.online' else 'device.offline' end as type
  from (select distinct account_id from webhook where disabled_at is null) u
  join device d on d.account_id = u.account_id
  where d.unpaired_at is null and (${asks('u.account_id', `'device.online'`)} or ${asks('u.account_id', `'device.offline'`)})
), changed as materialized (
  select s.*, k.state is null as is_first from now_so s
  left join noticed k on k.account_id = s.account_id and k.subject = s.subject
  where k.state is distinct from s.type
), locked as materialized (
  select id from account where id in (select account_id from changed where not is_first) order by id for update ${skipLocked}
), kept as (
  insert into noticed as k (account_id, subject, state)
  select account_id, subject, type from changed where is_first or account_id in (select id from locked)
  on conflict (account_id, subject) do update set state = excluded.state where k.state <> excluded.state
  returning k.account_id, k.subject
), found as materialized (
  select c.account_id, c.subject, c.type, jsonb_build_object('device_id', c.id, 'name', c.name) as data
  from changed c join kept using (account_id, subject) where not c.is_first
), written as (${addNotices('found', 'locked', nowMs)})
select ${row} from found`,
  }),
);

// Each level of the cap is noticed once a month: the level is part of what is kept.
const noticeUsage = locking(({ skipLocked }) =>
  statement({
    takes: {
      tiers: list({ plan: text, cap: int4 }),
      levels: list({ level: float8 }),
      month: date,
      nowMs: instant,
    },
    gives: { accountId: int8('account_id') },
    text: ({ tiers, levels, month, nowMs, row }) => `
with reached as materialized (
  select a.id as account_id, max(v.level) as level, a.texts_used, t.cap
  from (select distinct account_id from webhook where disabled_at is null) u
  join account a on a.id = u.account_id
  join ${tiers.as('t')} on t.plan = a.plan
  join ${levels.as('v')} on a.texts_used >= t.cap * v.level
  where a.period = ${month} and not a.exempt and ${asks('a.id', `'usage.near_cap'`)}
  group by a.id, a.texts_used, t.cap
), changed as materialized (
  select r.*, 'usage' as subject, ${month}::text || ' ' || r.level as state from reached r
  left join noticed k on k.account_id = r.account_id and k.subject = 'usage'
  where k.state is distinct from ${month}::text || ' ' || r.level
    and (k.state is null or k.state not like ${month}::text || ' %' or split_part(k.state, ' ', 2)::float8 < r.level)
), locked as materialized (
  select id from account where id in (select account_id from changed) order by id for update ${skipLocked}
), kept as (
  insert into noticed as k (account_id, subject, state)
  select account_id, subject, state from changed where account_id in (select id from locked)
  on conflict (account_id, subject) do update set state = excluded.state where k.state <> excluded.state
  returning k.account_id
), found as materialized (
  select c.account_id, c.subject, 'usage.near_cap' as type,
    jsonb_build_object('texts_used', c.texts_used, 'texts_cap', c.cap, 'percent', (c.level * 100)::int4) as data
  from changed c join kept using (account_id)
), written as (${addNotices('found', 'locked', nowMs)})
select ${row} from found`,
  }),
);

const listAfter = statement({
  takes: { accountId: int8, after: int8, types: textArray, most: int4 },
  gives: noticeRow,
  text: ({ accountId, after, types, most, row }) => `
select ${row} from notice where account_id = ${accountId} and id > ${after}
  and type = any (${types})
order by id limit ${most}`,
});

export const prepareNotices = ({ reads, batches }: Pick<Database, 'reads' | 'batches'>) => ({
  /** Notices which devices came online or went offline since the last look. Returns the accounts with news. */
  async noticeDevices(nowMs: number): Promise<bigint[]> {
    const { rows } = await noticeDevices.run(batches, { nowMs }, 'wait_seldom');
    return rows.map(({ accountId }) => accountId);
  },

  /** Notices accounts that reached a level of their cap (0.8 is 80 %) in the month that begins at `month`. */
  noticeUsage: async (of: {
    tiers: readonly { plan: string; cap: number }[];
    levels: readonly number[];
    month: string;
    nowMs: number;
  }): Promise<bigint[]> => {
    const levels = of.levels.map((level) => ({ level }));
    const { rows } = await noticeUsage.run(batches, { ...of, levels }, 'wait_seldom');
    return rows.map(({ accountId }) => accountId);
  },

  /** Up to `most` notices of some types after one, in order. */
  listNotices: (
    accountId: bigint,
    after: bigint,
    types: readonly string[],
    most: number,
  ): Promise<NoticeRow[]> => listAfter.run(reads, { accountId, after, types, most }),
});

// Accounts, the tenants: their settings, their quiet hours, the operator's list of them, and what their texts leave by.
import type { GatewayRoute } from '../../domain/accounts/gateway_route.ts';
import type { QuietHours } from '../../domain/accounts/quiet_hours.ts';
import { simulatedWord } from '../../domain/carriers/simulators.ts';
import { folded } from '../folding.ts';
import { hasRoute } from '../outbound/routes.ts';
import type { Database } from '../postgres/database.ts';
import {
  bool,
  count,
  date,
  instant,
  int2,
  int4,
  int8,
  int8Array,
  json,
  text,
  type ValuesOf,
} from '../postgres/kinds.ts';
import { group, type RowOf, statement } from '../postgres/statement.ts';
import { isZone } from '../postgres/zones.ts';
import { isSandboxed } from './sandboxes.ts';

/** The columns of a new account. */
type NewAccount = ValuesOf<typeof newAccount>;
const newAccount = {
  id: int8,
  name: text,
  country: text,
  plan: text.orNull,
  subscriptionStatus: text.orNull,
  exempt: bool,
  /** First day of the month that textsUsed counts. */
  period: date,
  createdAtMs: instant,
};

/** An account as the operator's list shows it. */
export type ListedAccount = RowOf<typeof listedAccount>;
const listedAccount = {
  ...newAccount,
  textsUsed: int4,
  /** Null for an account that is not suspended. */
  suspendedAtMs: instant.orNull('suspended_at'),
  /** Why, in the operator's words. */
  suspensionReason: text("coalesce(suspension_reason, '')"),
};

const accountRow = { ...listedAccount, hasRoute: bool, isSuspended: bool('suspended_at is not null') };

/** An account as it is stored, with the facts that its quota depends on. */
export type AccountRow = RowOf<typeof accountRow>;

const listCountries = statement({
  takes: { ids: int8Array },
  gives: { id: int8, country: text },
  text: ({ ids, row }) => `select ${row} from account where id = any (${ids})`,
});

const insert = statement({
  takes: newAccount,
  text: ({ id, name, country, plan, subscriptionStatus, exempt, period, createdAtMs }) => `
insert into account (id, name, country, plan, subscription_status, exempt, period, created_at, texts_used,
  last_message_id, last_seq, last_device_id)
values (${id}, ${name}, ${country}, ${plan}, ${subscriptionStatus}, ${exempt}, ${period}, ${createdAtMs}, 0, 0, 0, 0)
on conflict do nothing returning id`,
});

const findStatement = (gateway: GatewayRoute) =>
  statement({
    takes: { id: int8 },
    gives: {
      ...accountRow,
      hasRoute: bool(`(${isSandboxed('account.id')} or ${hasRoute(gateway, 'account.id')})`),
    },
    text: ({ id, row }) => `select ${row} from account where id = ${id}`,
  });

const quietHours = group({ zone: text('quiet_zone'), from: int2('quiet_from'), until: int2('quiet_until') });

const findHours = statement({
  takes: { accountId: int8 },
  gives: { hours: quietHours.orNull },
  text: ({ accountId, row }) => `select ${row} from account where id = ${accountId}`,
});

const setHours = statement({
  takes: { accountId: int8, zone: text, from: int2, until: int2 },
  gives: { isZone: bool('z.is_zone'), isSet: bool('(select count(*) from changed) > 0') },
  text: ({ accountId, zone, from, until, row }) => `
with z as materialized (
  select ${isZone(zone)} as is_zone
), changed as (
  update account set quiet_zone = ${zone}, quiet_from = ${from}, quiet_until = ${until}
  from z where id = ${accountId} and z.is_zone returning id
)
select ${row} from z`,
});

const clearHours = statement({
  takes: { accountId: int8 },
  gives: { accountId: int8('id') },
  text: ({ accountId, row }) => `
update account set quiet_zone = null, quiet_from = null, quiet_until = null where id = ${accountId} returning ${row}`,
});

/** Most accounts that a page looks at. */
const mostLookedAt = 20_000;

const search = statement({
  takes: { part: text.orNull, id: int8.orNull, after: int8, looks: int4, most: count },
  gives: { ...listedAccount, isAsked: bool, isEnough: bool },
  text: ({ part, id, after, looks, most, row }) => `
select ${row} from (
  select *, row_number() over (order by id) = ${looks} as is_enough,
    ${part} is null or strpos(${folded('name')}, ${folded(part)}) > 0 or id = ${id} as is_asked
  from account where id > ${after} and not ${isSandboxed('id')} order by id limit ${looks}
) a where is_asked or is_enough order by id limit ${most}`,
});

// When a clock was ahead as a text was charged, the account's month lies in the future: the account would stay at its
// cap until that month. It goes back to the current month, and its charges there are counted from the texts themselves:
// from the newest back to the first one that is a day older than the month, because no clock is a day off unnoticed.
// Every change of a text moves the account's last_seq: where another statement moved it meanwhile, nothing is done, and
// the caller asks again.
const heal = statement({
  takes: { accountIds: int8Array, month: date, newestMonth: date },
  gives: { accountId: int8('s.id'), isHealed: bool('h.id is not null') },
  expects: 'some',
  text: ({ accountIds, month, newestMonth, row }) => `
with seen as materialized (
  select a.id, a.last_seq, (
    select count(*) from message m
    where m.account_id = a.id and m.charged and m.created_at >= ${month} and m.id > coalesce((
      select o.id from message o
      where o.account_id = a.id and o.direction = 'out' and o.created_at < ${month} - interval '1 day'
      order by o.id desc limit 1), 0)
  ) as used
  from account a where a.id = any (${accountIds}) and a.period > ${newestMonth}
), healed as (
  update account a set period = ${month}, texts_used = s.used
  from seen s where a.id = s.id and a.last_seq = s.last_seq and a.period > ${newestMonth}
  returning a.id
)
select ${row} from (select) one left join seen s on true left join healed h on h.id = s.id`,
});

const deviceCounts = {
  total: int4('d.total'),
  online: int4('d.online'),
  /** Devices that a problem keeps from sending. */
  problems: int4('d.problems'),
};

const readRoutes = statement({
  takes: { accountId: int8, nowMs: instant },
  gives: {
    /** Paired devices. */
    devices: group(deviceCounts),
    hasSimulatedDevice: bool('d.has_simulated'),
    /** How many numbers it has on each carrier on which it has any. */
    numbers: json<Readonly<Record<string, number>>>()(`coalesce(n.numbers, '{}')`),
  },
  expects: 'one',
  text: ({ accountId, nowMs, row }) => `
select ${row} from (
  select count(*)::int4 as total, count(*) filter (where online_until > ${nowMs})::int4 as online,
    count(*) filter (where problem <> '')::int4 as problems, coalesce(bool_or(driver = '${simulatedWord}'), false) as has_simulated
  from device where account_id = ${accountId} and unpaired_at is null
) d
cross join (
  select json_object_agg(c.carrier, c.numbers) as numbers from (
    select carrier, count(*) as numbers from carrier_number where account_id = ${accountId} group by carrier
  ) c
) n`,
});

/** `gateway` says which accounts have route gateway; `looks` is for tests. */
export function prepareAccounts(
  { reads, writes, batches }: Database,
  gateway: GatewayRoute,
  looks = mostLookedAt,
) {
  const find = findStatement(gateway);
  return {
    findAccount: (id: bigint) => find.first(reads, { id }),

    /** The country of each account that exists. */
    async listCountries(ids: readonly bigint[]): Promise<Map<bigint, string>> {
      const rows = await listCountries.run(reads, { ids });
      return new Map(rows.map(({ id, country }) => [id, country]));
    },

    /** Returns false when the id is taken. */
    insertAccount: (fresh: NewAccount) => insert.any(writes, fresh),

    /** Null for an account without quiet hours, undefined for an unknown account. */
    findQuietHours: async (accountId: bigint): Promise<QuietHours | null | undefined> =>
      (await findHours.first(writes, { accountId }))?.hours,

    /** Returns what is wrong: `zone` if the database does not know the zone, `account` if there is no such account. */
    async setQuietHours(accountId: bigint, hours: QuietHours): Promise<'zone' | 'account' | undefined> {
      const done = await setHours.first(writes, { accountId, ...hours });
      if (done?.isSet) return undefined;
      return done?.isZone ? 'account' : 'zone';
    },

    /** Returns false for an unknown account. */
    clearQuietHours: (accountId: bigint) => clearHours.any(writes, { accountId }),

    /**
     * Up to `limit` accounts with ids above `after`, ascending: all of them, or the one with the id and those with
     * `part` in their name, in any case. It looks at `looks` accounts; `nextAfter` says where to go on, and is null on
     * the last page.
     */
    async listAccounts(
      { part, id }: { part: string | null; id: bigint | null },
      after: bigint,
      limit: number,
    ): Promise<{ accounts: ListedAccount[]; nextAfter: bigint | null }> {
      const rows = await search.run(reads, { part, id, after, looks, most: limit + 1 });
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      const isMore = rows.length > limit || last?.isEnough === true;
      const accounts = page.filter(({ isAsked }) => isAsked);
      return { accounts, nextAfter: isMore && last ? last.id : null };
    },

    /** Returns the accounts that are still ahead of `newestMonth`: a statement of another replica came in between. */
    async healPeriods(accountIds: readonly bigint[], month: string, newestMonth: string): Promise<bigint[]> {
      const seen = await heal.run(batches, { accountIds, month, newestMonth });
      return seen.filter(({ isHealed }) => !isHealed).map(({ accountId }) => accountId);
    },

    /** An account's routes; none for an unknown account. */
    readAccountRoutes: async (accountId: bigint, nowMs: number) => {
      const routes = await readRoutes.first(reads, { accountId, nowMs });
      return routes as NonNullable<typeof routes>;
    },
  };
}

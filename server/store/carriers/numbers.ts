// The accounts that carriers' numbers belong to: each number to one account, or to none.
import type { GatewayRoute } from '../../domain/accounts/gateway_route.ts';
import { additionTo } from '../accounts/additions.ts';
import { isSandboxed } from '../accounts/sandboxes.ts';
import {
  hasRealRoute,
  retireSimulators,
  simulatorRule,
  simulatorRuleOf,
} from '../devices/retire_simulators.ts';
import type { Database } from '../postgres/database.ts';
import { bool, count, instant, int4, int8, text, textArray, type ValuesOf } from '../postgres/kinds.ts';
import { group, type RowOf, statement } from '../postgres/statement.ts';

/** A carrier's number. */
export type NumberRef = ValuesOf<typeof numberRef>;
const numberRef = {
  carrier: text,
  /** As it is stored: E.164, a short code or a name. */
  number: text,
};

/** A number that an account owns. */
export type NumberRow = RowOf<typeof stored>;
const stored = {
  ...numberRef,
  accountId: int8,
  assignedAtMs: count('(extract(epoch from assigned_at) * 1000)::int8'),
};

/** The account of a number, and the country that the account reads numbers in. */
export type NumberOwner = RowOf<typeof numberOwner>;
const numberOwner = { accountId: int8('n.account_id'), country: text('a.country') };

/** The result of assigning a number. */
type AssignOutcome = NumberRow | 'no_account' | 'taken' | 'full' | 'has_real_route';

/** Most numbers of one account on one carrier. */
export const maxNumbers = 10_000;

const assign = statement({
  takes: {
    ...numberRef,
    accountId: int8,
    nowMs: instant,
    most: int4,
    isSimulated: bool,
    ...simulatorRule,
  },
  gives: {
    isAccount: bool('exists (select from named)'),
    isFull: bool('coalesce((select is_full from seen), false)'),
    isTaken: bool('exists (select from taken)'),
    hasRealRoute: bool('exists (select from barred)'),
    assigned: group(stored).orNull,
  },
  text: ({ carrier, number, accountId, nowMs, most, isSimulated, row, ...rule }) => `
with named as (
  select id from account where id = ${accountId} and not ${isSandboxed('id')}
), taken as (
  select from carrier_number where carrier = ${carrier} and number = ${number} and account_id <> ${accountId}
), barred as (
  select from named n where ${isSimulated} and ${hasRealRoute('n.id', rule)}
), ${additionTo({
    table: 'account',
    id: accountId,
    isFull: `select count(*) >= ${most} from carrier_number n
      where n.account_id = o.id and n.carrier = ${carrier} and n.number <> ${number}`,
    where: `not ${isSandboxed('o.id')} and not exists (select from barred)`,
    isExact: true,
  })}, stored as (
  insert into carrier_number as n (carrier, number, account_id, assigned_at)
  select ${carrier}, ${number}, t.id, ${nowMs} from turn t
  on conflict (carrier, number) do update set assigned_at = n.assigned_at
  where n.account_id = excluded.account_id
  returning carrier, number, account_id, assigned_at
), owner as (
  select account_id as id, null::int8 as successor from stored where not ${isSimulated}
), ${retireSimulators(nowMs, rule.simulatedCarriers)}
select ${row} from (select) as always left join stored on true`,
});

const release = statement({
  takes: numberRef,
  gives: stored,
  text: ({ carrier, number, row }) =>
    `delete from carrier_number where carrier = ${carrier} and number = ${number} returning ${row}`,
});

const list = statement({
  takes: { accountId: int8.orNull, afterCarrier: text.orNull, afterNumber: text.orNull, limit: int4 },
  gives: stored,
  text: ({ accountId, afterCarrier, afterNumber, limit, row }) => `
select ${row} from carrier_number
where (account_id = ${accountId} or ${accountId} is null and not ${isSandboxed('account_id')})
  and (${afterCarrier} is null
    or (carrier collate "C", number collate "C") > (${afterCarrier}, ${afterNumber}))
order by carrier collate "C", number collate "C" limit ${limit}`,
});

const findOwners = statement({
  takes: { carrier: text, numbers: textArray },
  gives: { number: text('n.number'), ...numberOwner },
  text: ({ carrier, numbers, row }) => `
select ${row} from carrier_number n join account a on a.id = n.account_id
where n.carrier = ${carrier} and n.number = any (${numbers})`,
});

/** How many digits at the end of a number are looked for: fewer than any number has behind its country code. */
export const endingLength = 6;

const findByEnding = statement({
  takes: { carrier: text, endings: textArray },
  gives: { number: text('n.number'), ...numberOwner },
  text: ({ carrier, endings, row }) => `
select ${row} from carrier_number n join account a on a.id = n.account_id
where n.carrier = ${carrier} and right(n.number, ${endingLength}) = any (${endings}) and n.number like '+%'`,
});

export function prepareNumbers({ reads, writes }: Database, gateway: GatewayRoute) {
  const rule = simulatorRuleOf(gateway);
  return {
    /**
     * Assigns a number to an account; if it has the number already, the time stays. If two accounts ask at once, one
     * gets it. An account has at most `most` on a carrier. A number on a real carrier retires the account's simulators;
     * one on a simulated carrier is only for accounts without a real route.
     */
    async assignNumber(
      { carrier, number }: NumberRef,
      accountId: bigint,
      nowMs: number,
      most = maxNumbers,
    ): Promise<AssignOutcome> {
      for (;;) {
        const isSimulated = gateway.simulated.includes(carrier);
        const asked = { carrier, number, accountId, nowMs, most, isSimulated, ...rule };
        const row = await assign.first(writes, asked);
        if (row?.assigned) return row.assigned;
        if (!row?.isAccount) return 'no_account';
        if (row.hasRealRoute) return 'has_real_route';
        if (row.isFull) return 'full';
        if (row.isTaken) return 'taken';
      }
    },

    /** Takes a number back. Returns it as it was; undefined if no account had it. */
    releaseNumber: ({ carrier, number }: NumberRef) => release.first(writes, { carrier, number }),

    /** Up to `limit` numbers after one, in order of carrier and number by code point; of one account or of all. */
    async listNumbers(accountId: bigint | null, after: NumberRef | null, limit: number) {
      const afterCarrier = after?.carrier ?? null;
      return list.run(reads, { accountId, afterCarrier, afterNumber: after?.number ?? null, limit });
    },

    /** The owner of each number of a carrier that has one. */
    async ownersOf(carrier: string, numbers: readonly string[]): Promise<Map<string, NumberOwner>> {
      const owners = await findOwners.run(reads, { carrier, numbers });
      return new Map(owners.map(({ number, ...owner }) => [number, owner]));
    },

    /** The owner of each phone number of a carrier that ends in one of these digits, `endingLength` each. */
    async ownersByEnding(carrier: string, endings: readonly string[]): Promise<Map<string, NumberOwner>> {
      const owners = await findByEnding.run(reads, { carrier, endings });
      return new Map(owners.map(({ number, ...owner }) => [number, owner]));
    },
  };
}

// Which account a carrier's number belongs to. A number is one account's or nobody's; each write is one statement.

import { additionTo } from '../accounts/additions.ts';
import type { Database } from '../database/database.ts';
import { bool, count, instant, int4, int8, text, textArray } from '../database/kinds.ts';
import { group, statement } from '../database/statement.ts';
import { isSimulated } from '../messages/real_ways.ts';

/** A carrier's number. */
export interface NumberRef {
  carrier: string;
  /** As it is stored: E.164, a short code or a name. */
  number: string;
}

/** A number that an account owns. */
export interface NumberRow extends NumberRef {
  accountId: bigint;
  assignedAtMs: number;
}

/** The account of a number, and the country that the account reads numbers in. */
export interface NumberOwner {
  accountId: bigint;
  country: string;
}

/** What became of a wish to assign. */
type AssignOutcome = NumberRow | 'no_account' | 'taken' | 'full';

/** Most numbers of one account on one carrier. */
export const maxNumbers = 10_000;

const stored = {
  carrier: text,
  number: text,
  accountId: int8,
  assignedAtMs: count('(extract(epoch from assigned_at) * 1000)::int8'),
};

const assign = statement({
  takes: { carrier: text, number: text, accountId: int8, nowMs: instant, most: int4 },
  gives: {
    isAccount: bool('exists (select from named)'),
    isFull: bool('coalesce((select is_full from seen), false)'),
    isTaken: bool('exists (select from taken)'),
    assigned: group(stored).orNull,
  },
  text: ({ carrier, number, accountId, nowMs, most, row }) => `
with named as (
  select id from account where id = ${accountId}
), taken as (
  select from carrier_number where carrier = ${carrier} and number = ${number} and account_id <> ${accountId}
), ${additionTo({
    table: 'account',
    id: accountId,
    isFull: `select count(*) >= ${most} from carrier_number n
      where n.account_id = o.id and n.carrier = ${carrier} and n.number <> ${number}`,
  })}, stored as (
  insert into carrier_number as n (carrier, number, account_id, assigned_at)
  select ${carrier}, ${number}, t.id, ${nowMs} from turn t
  on conflict (carrier, number) do update set assigned_at = n.assigned_at
  where n.account_id = excluded.account_id
  returning carrier, number, account_id, assigned_at
), fenced as (
  -- A claim that began before gives the account's simulated devices no real text after.
  update sim s set present = s.present from stored n join device d on d.account_id = n.account_id and ${isSimulated}
  where s.account_id = d.account_id and s.device_id = d.id
)
select ${row} from (select) as always left join stored on true`,
});

const release = statement({
  takes: { carrier: text, number: text },
  gives: stored,
  text: ({ carrier, number, row }) =>
    `delete from carrier_number where carrier = ${carrier} and number = ${number} returning ${row}`,
});

const list = statement({
  takes: { accountId: int8.orNull, afterCarrier: text.orNull, afterNumber: text.orNull, limit: int4 },
  gives: stored,
  text: ({ accountId, afterCarrier, afterNumber, limit, row }) => `
select ${row} from carrier_number
where (${accountId} is null or account_id = ${accountId})
  and (${afterCarrier} is null
    or (carrier collate "C", number collate "C") > (${afterCarrier}, ${afterNumber}))
order by carrier collate "C", number collate "C" limit ${limit}`,
});

const findOwners = statement({
  takes: { carrier: text, numbers: textArray },
  gives: { number: text('n.number'), accountId: int8('n.account_id'), country: text('a.country') },
  text: ({ carrier, numbers, row }) => `
select ${row} from carrier_number n join account a on a.id = n.account_id
where n.carrier = ${carrier} and n.number = any (${numbers})`,
});

/** Prepares reads and writes of numbers. */
export function prepareNumbers({ reads, writes }: Database) {
  return {
    /**
     * Gives a number to an account; what it has already keeps its time. Of two that come at once, one gets it. An account has
     * at most `most` on a carrier, however many come at once.
     */
    async assignNumber(
      { carrier, number }: NumberRef,
      accountId: bigint,
      nowMs: number,
      most = maxNumbers,
    ): Promise<AssignOutcome> {
      for (;;) {
        const [row] = await assign.run(writes, { carrier, number, accountId, nowMs, most });
        if (row?.assigned) return row.assigned;
        if (!row?.isAccount) return 'no_account';
        if (row.isFull) return 'full';
        if (row.isTaken) return 'taken';
      }
    },

    /** Takes a number back. Returns it as it was; undefined when it is nobody's. */
    async releaseNumber({ carrier, number }: NumberRef): Promise<NumberRow | undefined> {
      return (await release.run(writes, { carrier, number }))[0];
    },

    /** Up to `limit` numbers after one, in order of carrier and number by code point; of one account or of all. */
    async listNumbers(
      accountId: bigint | null,
      after: NumberRef | null,
      limit: number,
    ): Promise<NumberRow[]> {
      const afterCarrier = after?.carrier ?? null;
      return list.run(reads, { accountId, afterCarrier, afterNumber: after?.number ?? null, limit });
    },

    /** The owner of each number of a carrier that has one. */
    async ownersOf(carrier: string, numbers: readonly string[]): Promise<Map<string, NumberOwner>> {
      const owners = await findOwners.run(reads, { carrier, numbers });
      return new Map(owners.map(({ number, ...owner }) => [number, owner]));
    },
  };
}

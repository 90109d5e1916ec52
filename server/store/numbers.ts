// Which account a carrier's number belongs to. A number is one account's or nobody's; each write is one statement.
import type { Database } from './database.ts';
import { arrayLiteral, instantLiteral, type Row } from './driver.ts';
import { isSimulated } from './real_ways.ts';

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

/** Whose a number is, and the country that its account reads numbers in. */
export interface NumberOwner {
  accountId: bigint;
  country: string;
}

/** What became of a wish to assign. */
export type AssignOutcome = NumberRow | 'no_account' | 'taken' | 'full';

/** Most numbers of one account on one carrier. */
export const maxNumbers = 10_000;

const columns = 'carrier, number, account_id, (extract(epoch from assigned_at) * 1000)::int8';

const toNumber = (row: Row): NumberRow => ({
  carrier: row[0] as string,
  number: row[1] as string,
  accountId: row[2] as bigint,
  assignedAtMs: Number(row[3] as bigint),
});

/** Prepares reads and writes of numbers. */
export function prepareNumbers({ reads, writes }: Database) {
  return {
    /**
     * Gives a number to an account; what it has already keeps its time. Of two that come at once, one gets it. Numbers
     * assigned at the same moment do not see each other, so that a full account may get as many more as came at once.
     */
    async assignNumber(
      { carrier, number }: NumberRef,
      accountId: bigint,
      nowMs: number,
    ): Promise<AssignOutcome> {
      const rows = await writes.run(
        `with named as (
          select id from account where id = $3::int8
        ), owned as (
          select count(*) as numbers from carrier_number
          where account_id = $3::int8 and carrier = $1::text and number <> $2::text
        ), stored as (
          insert into carrier_number as n (carrier, number, account_id, assigned_at)
          select $1::text, $2::text, named.id, $4::timestamptz from named cross join owned where owned.numbers < $5::int8
          on conflict (carrier, number) do update set assigned_at = n.assigned_at
          where n.account_id = excluded.account_id
          returning ${columns}
        ), fenced as (
          -- A claim that began before hands the account's simulated devices no real text after.
          update sim s set present = s.present from stored n join device d on d.account_id = n.account_id and ${isSimulated}
          where s.account_id = d.account_id and s.device_id = d.id
        )
        select stored.*, exists (select from named), (select numbers from owned) >= $5::int8
        from (select) as always left join stored on true`,
        [carrier, number, accountId, instantLiteral(nowMs), maxNumbers],
      );
      const row = rows[0] as Row;
      if (row[2] !== null) return toNumber(row);
      if (!row[4]) return 'no_account';
      return row[5] ? 'full' : 'taken';
    },

    /** Takes a number back. Answers it as it was; undefined when it is nobody's. */
    async releaseNumber({ carrier, number }: NumberRef): Promise<NumberRow | undefined> {
      const [row] = await writes.run(
        `delete from carrier_number where carrier = $1::text and number = $2::text returning ${columns}`,
        [carrier, number],
      );
      return row && toNumber(row);
    },

    /** Up to `limit` numbers after one, in order of carrier and number by code point; of one account or of all. */
    async listNumbers(
      accountId: bigint | null,
      after: NumberRef | null,
      limit: number,
    ): Promise<NumberRow[]> {
      const rows = await reads.run(
        `select ${columns} from carrier_number
        where ($1::int8 is null or account_id = $1::int8)
          and ($2::text is null or (carrier collate "C", number collate "C") > ($2::text, $3::text))
        order by carrier collate "C", number collate "C" limit $4::int8`,
        [accountId, after?.carrier ?? null, after?.number ?? null, limit],
      );
      return rows.map(toNumber);
    },

    /** The owner of each number of a carrier that has one. */
    async ownersOf(carrier: string, numbers: readonly string[]): Promise<Map<string, NumberOwner>> {
      const rows = await reads.run(
        `select n.number, n.account_id, a.country from carrier_number n join account a on a.id = n.account_id
        where n.carrier = $1::text and n.number = any ($2::text[])`,
        [carrier, arrayLiteral(numbers)],
      );
      return new Map(
        rows.map((row) => [row[0] as string, { accountId: row[1] as bigint, country: row[2] as string }]),
      );
    },
  };
}

// The texts that wait for carriers, a few of each account, and the senders of their accounts. It locks nothing; the
// claim judges each text again.
import { isServedBy } from '../accounts/sandboxes.ts';
import { waitsForCarrier } from '../messages/status_moves.ts';
import { carriersOfSender, isForCarriers } from '../outbound/routes.ts';
import type { Batches } from '../postgres/database.ts';
import {
  bool,
  columnsOf,
  count,
  instant,
  int2,
  int4,
  int8,
  json,
  text,
  type ValuesOf,
} from '../postgres/kinds.ts';
import { group, list, type RowOf, statement } from '../postgres/statement.ts';

/** A configured carrier. */
type SearchedCarrier = ValuesOf<typeof searchedCarrier>;
const searchedCarrier = {
  name: text,
  /** Whether it can take texts now. */
  isOpen: bool,
  /** The sender of accounts without a number of their own; null when there is none. */
  sharedSender: text.orNull,
};

/** The bounds of a search. */
interface CarrierSearch {
  nowMs: number;
  /** The accounts after this one come first, then those up to it. */
  afterAccountId: bigint;
  /** Most accounts that are looked at, at least 1. */
  accounts: number;
  /** About how many texts are wanted; each account gives an equal share of them, at least one. */
  texts: number;
}

const waitingText = {
  id: int8,
  /** How often it was claimed so far: fences the claim. */
  attempt: int2,
  addressNorm: text,
  /** Its parts on the air. */
  segments: int2,
  /** The account's number that it must leave from; null for the carrier's. */
  sender: text.orNull,
  /** The carrier that has a part of it already; null while none left. */
  carrier: text.orNull,
};

/** A text that may go now. */
export interface CarrierText extends RowOf<typeof waitingText> {
  /** Which of the carriers may have it: those with the number that it must leave from. */
  takers: readonly boolean[];
}

/** An account of which texts wait. */
export interface WaitingAccount {
  accountId: bigint;
  /** Its sender on each of the carriers; null where it has none. */
  senders: readonly (string | null)[];
  /** In the order of their ids; none when all of them wait for another carrier or a later time. */
  texts: readonly CarrierText[];
}

/** The result of a search. */
export interface CarrierFound {
  /** In the order in which they were looked at. */
  accounts: readonly WaitingAccount[];
  /** The last account that was looked at, whether or not any of its texts may go; null when nothing waits at all. */
  lastAccountId: bigint | null;
  /** Everything that waits now for the open carriers was looked at. */
  isAll: boolean;
}

const waits = waitsForCarrier('m');

// The two walks hop from account to account in message_carrier_queue, where only texts that wait have an entry: neither
// history nor an account without waiting texts costs anything. A suspended account takes a turn, and gives nothing. The
// second walk is not begun when the first finds enough.
const listed = statement({
  takes: {
    carriers: list(searchedCarrier),
    nowMs: instant,
    afterAccountId: int8,
    accounts: int4,
    texts: int4,
  },
  gives: {
    /** Null in the last row, which is about the walk. */
    ord: count.orNull('a.ord'),
    accountId: int8('a.account_id'),
    senders: json<(string | null)[]>()('a.senders'),
    /** How many texts an account's share is; in the last row how many accounts were walked. */
    most: count('s.most'),
    text: group({
      ...columnsOf(waitingText, 't'),
      senderOn: json<readonly string[] | null>()('t.sender_on'),
    }).orNull,
  },
  expects: 'any',
  text: ({ carriers, nowMs, afterAccountId, accounts, texts, row, rowOf }) => `
with recursive onward as (
  (select m.account_id from message m where ${waits} and m.account_id > ${afterAccountId} order by m.account_id limit 1)
  union all
  select (select m.account_id from message m where ${waits} and m.account_id > o.account_id order by m.account_id limit 1)
  from onward o where o.account_id is not null
), again as (
  (select m.account_id from message m where ${waits} and m.account_id <= ${afterAccountId} order by m.account_id limit 1)
  union all
  select (
    select m.account_id from message m
    where ${waits} and m.account_id > a.account_id and m.account_id <= ${afterAccountId} order by m.account_id limit 1
  )
  from again a where a.account_id is not null
), walked as materialized (
  select account_id, row_number() over () as ord
  from (
    select account_id from onward where account_id is not null
    union all
    select account_id from again where account_id is not null
    limit ${accounts}
  ) w
), sender as materialized (
  select w.account_id, w.ord, c.no, c.name, c.is_open,
    case when ${isServedBy('w.account_id', 'c.name')} then coalesce(n.number, c.shared_sender) end as number
  from walked w
  cross join ${carriers.as('c', 'no')}
  left join lateral (
    select n.number from carrier_number n
    where n.account_id = w.account_id and n.carrier = c.name order by n.assigned_at, n.number limit 1
  ) n on true
), able as materialized (
  select account_id, ord, array_agg(name) filter (where number is not null and is_open) as names, json_agg(number order by no) as senders
  from sender where not exists (select from account x where x.id = account_id and x.suspended_at is not null)
  group by account_id, ord having count(number) filter (where is_open) > 0
), share as (
  select greatest(${texts} / greatest(count(*), 1), 1)::int4 as most from able
)
select ${row}
from able a
cross join share s
left join lateral (
  select m.id, m.attempt, m.address_norm, m.segments, m.sender, m.carrier,
    ${carriersOfSender('m.account_id', 'm.sender')} as sender_on
  from message m
  where m.account_id = a.account_id and ${waits} and m.deadline_at > ${nowMs}
    and (m.retry_at is null or m.retry_at <= ${nowMs}) and (m.carrier is null or m.carrier = any (a.names))
    and ${isForCarriers('m.account_id', 'm.sender', 'a.names')}
  order by m.id limit s.most
) t on true
union all (
  select ${rowOf({ accountId: 'w.account_id', most: 'w.ord' })} from walked w order by w.ord desc limit 1
)
order by ord, id`,
});

export const prepareListCarrierQueue = (batches: Batches) => ({
  /** The texts that the open carriers could take now. */
  async listCarrierQueue(carriers: readonly SearchedCarrier[], search: CarrierSearch): Promise<CarrierFound> {
    const found = new Map<bigint, WaitingAccount & { texts: CarrierText[] }>();
    let walked = 0;
    let lastAccountId: bigint | null = null;
    let isAll = true;
    const rows = await listed.run(batches, { carriers, ...search });
    for (const { ord, accountId, senders, most, text } of rows) {
      if (ord === null) {
        lastAccountId = accountId;
        walked = most;
        continue;
      }
      const account = found.get(accountId) ?? { accountId, senders, texts: [] };
      found.set(accountId, account);
      if (text === null) continue;
      const { senderOn, ...rest } = text;
      const takers = carriers.map(({ name }) => senderOn === null || senderOn.includes(name));
      account.texts.push({ ...rest, takers });
      if (account.texts.length >= most) isAll = false;
    }
    return { accounts: [...found.values()], lastAccountId, isAll: isAll && walked < search.accounts };
  },
});

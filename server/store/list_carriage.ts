// Which texts wait for a carrier, a few of each account, and which senders their accounts have. It locks nothing; what
// is decided by it is judged again by the claim.
import type { GatewayRoute } from '../domain/gateway_route.ts';
import type { Batches } from './batches.ts';
import { arrayLiteral, instantLiteral } from './driver.ts';
import { checkNonce, createNonce } from './nonce.ts';
import { hasSimulatedGateway, isMagic, isRealCarrier, mayBeSimulated } from './real_ways.ts';

/** A carrier that can take texts now. */
export interface OpenCarrier {
  name: string;
  /** The sender of accounts without a number of their own; null when there is none. */
  sharedSender: string | null;
}

/** What is looked for. */
export interface CarriageSearch {
  nowMs: number;
  /** The accounts after this one come first, then those up to it. */
  afterAccountId: bigint;
  /** Most accounts that are looked at, at least 1. */
  accounts: number;
  /** About how many texts are wanted; each account gives an equal share of them, at least one. */
  texts: number;
}

/** A text that may go now. */
export interface CarriageText {
  id: bigint;
  /** How often it was claimed so far: fences the claim. */
  attempt: number;
  addressNorm: string;
  /** Its parts on the air. */
  segments: number;
  /** The carrier that has a part of it already; null while none left. */
  carrier: string | null;
  /** Which of the open carriers may have it: a simulated one has nothing that can really leave. */
  takers: readonly boolean[];
}

/** An account of which texts wait. */
export interface WaitingAccount {
  accountId: bigint;
  /** Its sender on each of the open carriers; null where it has none. */
  senders: readonly (string | null)[];
  /** In the order of their ids; none when all of them wait for another carrier or a later time. */
  texts: readonly CarriageText[];
}

/** What a search found. */
export interface CarriageFound {
  /** In the order in which they were looked at. */
  accounts: readonly WaitingAccount[];
  /** The last account that was looked at, whether anything of it may go or not; null when nothing waits at all. */
  lastAccountId: bigint | null;
  /** All that waits now for these carriers was looked at. */
  isAll: boolean;
}

const waits = "m.route = 'gateway' and m.holder is null and m.status in ('queued', 'sending')";

// The two walks hop from account to account in message_carriage, where only texts that wait have an entry: neither
// history nor an account without waiting texts costs anything. The second walk is not begun when the first finds enough.
const statementFor = (gateway: GatewayRoute) => `
with recursive onward as (
  (select m.account_id from message m where ${waits} and m.account_id > $1::int8 order by m.account_id limit 1)
  union all
  select (select m.account_id from message m where ${waits} and m.account_id > o.account_id order by m.account_id limit 1)
  from onward o where o.account_id is not null
), again as (
  (select m.account_id from message m where ${waits} and m.account_id <= $1::int8 order by m.account_id limit 1)
  union all
  select (
    select m.account_id from message m
    where ${waits} and m.account_id > a.account_id and m.account_id <= $1::int8 order by m.account_id limit 1
  )
  from again a where a.account_id is not null
), walked as materialized (
  select account_id, row_number() over () as ord
  from (
    select account_id from onward where account_id is not null
    union all
    select account_id from again where account_id is not null
    limit $2::int4
  ) w
), sender as materialized (
  select w.account_id, w.ord, c.no, c.name, coalesce(n.number, c.shared) as number
  from walked w
  cross join unnest($4::text[], $5::text[]) with ordinality as c (name, shared, no)
  left join lateral (
    select n.number from carrier_number n
    where n.account_id = w.account_id and n.carrier = c.name order by n.assigned_at, n.number limit 1
  ) n on true
), able as materialized (
  select account_id, ord, array_agg(name) filter (where number is not null) as names, json_agg(number order by no) as senders,
    coalesce(array_agg(name) filter (where number is not null and ${isRealCarrier(gateway, 'name')}), '{}') as real_names
  from sender group by account_id, ord having count(number) > 0
), share as (
  select greatest($3::int4 / greatest(count(*), 1), 1)::int4 as most from able
)
select $7::text, a.ord, a.account_id, a.senders, t.id, t.attempt, t.address_norm, t.segments, t.carrier, s.most, t.takers
from able a
cross join share s
left join lateral (
  select m.id, m.attempt, m.address_norm, m.segments, m.carrier, ${takers(gateway)} as takers from message m
  where m.account_id = a.account_id and ${waits} and m.deadline_at > $6::timestamptz
    and (m.retry_at is null or m.retry_at <= $6::timestamptz) and (m.carrier is null or m.carrier = any (a.names))
    and ${hasTaker(gateway)}
  order by m.id limit s.most
) t on true
union all (
  select $7::text, null, w.account_id, null, w.ord, null, null, null, null, null, null from walked w order by w.ord desc limit 1
)
order by 2, 5`;

const hasSimulators = ({ simulated }: GatewayRoute) => simulated.carriers.length > 0;

/** Which carriers may have a text; looked up only where a simulated one is configured. */
const takers = (gateway: GatewayRoute) =>
  hasSimulators(gateway)
    ? `case
      when ${isMagic('m.address_norm')} and ${hasSimulatedGateway(gateway, 'a.account_id')} then 'simulated'
      when ${mayBeSimulated(gateway, 'a.account_id', 'm.address_norm')} then 'any'
      else 'real' end`
    : "'any'";

/** Of those that are open, one may have the text. */
const hasTaker = (gateway: GatewayRoute) =>
  hasSimulators(gateway)
    ? `case ${takers(gateway)}
      when 'real' then a.real_names <> '{}' and (m.carrier is null or m.carrier = any (a.real_names))
      when 'simulated' then a.names <> a.real_names
      else true end`
    : 'true';

/** Makes the search for the configured carriers. */
export function prepareListCarriage(batches: Batches, gateway: GatewayRoute) {
  const statement = statementFor(gateway);
  const isSimulated = (name: string) => gateway.simulated.carriers.includes(name);
  return (carriers: readonly OpenCarrier[], search: CarriageSearch) =>
    listCarriage(batches, statement, carriers, search, isSimulated);
}

/** Looks for texts that the open carriers could take now. */
async function listCarriage(
  batches: Batches,
  statement: string,
  carriers: readonly OpenCarrier[],
  { nowMs, afterAccountId, accounts, texts }: CarriageSearch,
  isSimulated: (name: string) => boolean,
): Promise<CarriageFound> {
  const nonce = createNonce();
  const rows = await batches.run(statement, [
    afterAccountId,
    accounts,
    texts,
    arrayLiteral(carriers.map(({ name }) => name)),
    arrayLiteral(carriers.map(({ sharedSender }) => sharedSender)),
    instantLiteral(nowMs),
    nonce,
  ]);
  checkNonce(nonce, rows, rows.length);
  const found = new Map<bigint, WaitingAccount & { texts: CarriageText[] }>();
  let walked = 0;
  let lastAccountId: bigint | null = null;
  let isAll = true;
  for (const row of rows) {
    const accountId = row[2] as bigint;
    if (row[1] === null) {
      lastAccountId = accountId;
      walked = Number(row[4]);
      continue;
    }
    const account = found.get(accountId) ?? { accountId, senders: row[3] as (string | null)[], texts: [] };
    found.set(accountId, account);
    if (row[4] === null) continue;
    account.texts.push({
      id: row[4] as bigint,
      attempt: row[5] as number,
      addressNorm: row[6] as string,
      segments: row[7] as number,
      carrier: row[8] as string | null,
      takers: carriers.map(({ name }) => {
        const taker = isSimulated(name) ? 'simulated' : 'real';
        return row[10] === 'any' || row[10] === taker;
      }),
    });
    if (account.texts.length >= (row[9] as number)) isAll = false;
  }
  return { accounts: [...found.values()], lastAccountId, isAll: isAll && walked < accounts };
}

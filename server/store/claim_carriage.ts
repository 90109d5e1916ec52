// The one statement that takes waiting texts into a replica's hand. What it answers is committed before the first part
// of it is submitted, and is nobody else's until its outcome is recorded.

import type { GatewayRoute } from '../domain/gateway_route.ts';
import type { Encoding } from '../domain/message.ts';
import type { Batches } from './batches.ts';
import { bodyWhileSmall, readLeftBodies } from './claimed_bodies.ts';
import { arrayLiteral, instantLiteral } from './driver.ts';
import { checkNonce, createNonce } from './nonce.ts';
import { isRealCarrier, mayBeSimulated } from './real_ways.ts';

/** A waiting text and where it is to go. */
export interface CarriageRequest {
  accountId: bigint;
  id: bigint;
  /** As it was listed: a text that was claimed since is not claimed. */
  attempt: number;
  /** The carrier's name. */
  carrier: string;
}

/** A part that left, or may have left, when the text was claimed before. */
export interface EarlierPart {
  part: number;
  total: number;
  isUnknown: boolean;
}

/** A text in hand. */
export interface CarriageClaim {
  accountId: bigint;
  id: bigint;
  /** This claim's number, from 1. */
  attempt: number;
  /** Names the text for ever; null for one from before there were identities. */
  identity: string | null;
  seq: bigint;
  /** E.164. */
  recipient: string;
  body: string;
  encoding: Encoding;
  /** No part may be submitted after this. */
  expiresAtMs: number;
  earlierParts: readonly EarlierPart[];
}

// Judged on the row under its lock: of several replicas that ask for a text, one gets it. `attempt` also makes the list
// of earlier parts whole: it was as it is now before this statement began, and parts are written only by the claim that
// they were submitted under. A replica that is dead by the database's clock claims nothing. A text that waits for
// another try is shown as sending already, so that its next claim is no change to be told. The cast of the status keeps
// the planner from comparing each text with everything that waits.
const statementFor = (gateway: GatewayRoute) => `
with asked as (
  select * from unnest($1::int8[], $2::int8[], $3::int2[], $4::text[]) with ordinality
    as t (account_id, id, attempt, carrier, ord)
), locked as materialized (
  select id, last_seq from account where id in (select account_id from asked) order by id for update
), numbered as materialized (
  select a.*, l.last_seq + row_number() over (partition by a.account_id order by a.id) as seq
  from asked a
  join locked l on l.id = a.account_id
  where exists (select from core_replica r where r.id = $5::int8 and r.alive_until > now())
), claimed as (
  update message m set
    seq = case when m.status = 'queued' then n.seq else m.seq end,
    status = 'sending',
    carrier = n.carrier,
    holder = $5::int8,
    retry_at = null,
    attempt = m.attempt + 1,
    deadline_at = m.deadline_at + make_interval(secs => $7::int4)
  from numbered n
  where m.account_id = n.account_id and m.id = n.id and m.attempt = n.attempt
    and m.route = 'gateway' and m.holder is null and m.status::text in ('queued', 'sending')
    and m.deadline_at > $6::timestamptz and (m.retry_at is null or m.retry_at <= $6::timestamptz)
    and (m.carrier is null or m.carrier = n.carrier)
    and ${mayTake(gateway)}
  returning n.ord, m.account_id, m.id, m.attempt, m.seq, m.address_norm, m.body, m.encoding,
    m.deadline_at - make_interval(secs => $7::int4) as expires_at, m.identity
), moved as (
  update account a set last_seq = greatest(a.last_seq, c.seq)
  from (select account_id, max(seq) as seq from claimed group by account_id) c
  where a.id = c.account_id
)
select $8::text, c.ord, c.account_id, c.id, c.attempt, c.seq, c.address_norm, ${bodyWhileSmall('c', 'c.ord')},
  c.encoding::text, c.expires_at,
  case when c.attempt > 1 then (
    select json_agg(json_build_object('part', s.part, 'total', s.total, 'isUnknown', s.state = 'unknown') order by s.part)
    from submission s where s.account_id = c.account_id and s.message_id = c.id
  ) end, c.identity
from (select) one left join claimed c on true order by c.ord`;

/** A simulated carrier takes nothing that can really leave. */
const mayTake = (gateway: GatewayRoute) =>
  gateway.simulated.carriers.length === 0
    ? 'true'
    : `(${isRealCarrier(gateway, 'n.carrier')} or ${mayBeSimulated(gateway, 'm.account_id', 'm.address_norm')})`;

/** Makes the claim for the configured carriers. */
export function prepareClaimCarriage(batches: Batches, gateway: GatewayRoute) {
  const statement = statementFor(gateway);
  return (replica: bigint, requests: readonly CarriageRequest[], instants: CarriageInstants) =>
    claimCarriage(batches, statement, replica, requests, instants);
}

interface CarriageInstants {
  nowMs: number;
  sendingGraceMs: number;
}

/**
 * Takes texts into the replica's hand, in one commit. Answers a claim or undefined for each request, in their order.
 * `sendingGraceMs` is how much longer than its expiry a text may be in hand.
 */
async function claimCarriage(
  batches: Batches,
  statement: string,
  replica: bigint,
  requests: readonly CarriageRequest[],
  { nowMs, sendingGraceMs }: CarriageInstants,
): Promise<(CarriageClaim | undefined)[]> {
  const nonce = createNonce();
  const rows = await batches.runPastLocks(statement, [
    arrayLiteral(requests.map(({ accountId }) => accountId)),
    arrayLiteral(requests.map(({ id }) => id)),
    arrayLiteral(requests.map(({ attempt }) => attempt)),
    arrayLiteral(requests.map(({ carrier }) => carrier)),
    replica,
    instantLiteral(nowMs),
    Math.round(sendingGraceMs / 1000),
    nonce,
  ]);
  checkNonce(nonce, rows, Math.max(rows.length, 1));
  const claims: (CarriageClaim | undefined)[] = requests.map(() => undefined);
  for (const row of rows) {
    if (row[1] === null) continue;
    claims[Number(row[1]) - 1] = {
      accountId: row[2] as bigint,
      id: row[3] as bigint,
      attempt: row[4] as number,
      seq: row[5] as bigint,
      recipient: row[6] as string,
      body: row[7] as string,
      encoding: row[8] as Encoding,
      expiresAtMs: Date.parse(row[9] as string),
      earlierParts: (row[10] as EarlierPart[] | null) ?? [],
      identity: row[11] as string | null,
    };
  }
  await readLeftBodies(
    batches,
    claims.filter((claim) => claim !== undefined),
  );
  return claims;
}

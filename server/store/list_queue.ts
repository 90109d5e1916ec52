// Which texts wait for a device, and where each may go: what the dispatcher decides by. It locks nothing; what is
// decided is judged again by the claim.
import type { GatewayRoute } from '../domain/gateway_route.ts';
import type { Batches } from './batches.ts';
import { arrayLiteral, instantLiteral } from './driver.ts';
import { checkNonce, createNonce } from './nonce.ts';
import { hasRealWay, hasSimulatedDevice, isMagic } from './real_ways.ts';

/** A part of one account's queue. */
export interface QueueRequest {
  accountId: bigint;
  /** Only texts above this id. */
  afterId: bigint;
  /** Most texts, at least 1. */
  most: number;
}

/** The instants that a queue is read by, in milliseconds. */
export interface QueueInstants {
  nowMs: number;
  awayMs: number;
  freshMs: number;
}

/** A text that waits. */
export interface WaitingText {
  id: bigint;
  addressNorm: string;
  /** Its parts on the air. */
  parts: number;
  /** The SIM that its recipient stays on; null when it has none yet. */
  keptOn: { deviceId: bigint; slot: number } | null;
  /** When the recipient may leave that SIM: the thread's version, for the claim. */
  version: string | null;
  /** An older text to the same recipient waits at or below `afterId`. */
  overtakes: boolean;
  /** It was there before `freshMs` already. */
  hasWaited: boolean;
  /** A simulated device may have it: its recipient is a magic number, or the account has no real way out. */
  mayBeSimulated: boolean;
  /** A real device may have it: there is no simulated one that its magic number is for. */
  mayBeReal: boolean;
}

// A recipient leaves its SIM when the device was revoked, was offline or had a problem for all the time before $4, or
// has that SIM no more; and only while the device holds nothing for it. One that is not for such a device leaves it at
// once, a simulated device whatever it holds. A SIM that is not in the table belongs to a
// device that has not opened a link since SIMs are kept, and is taken to be there.
// Whether an account has simulators is asked once for its queue: the offsets keep the planner from asking for each text.
// The cast of the status keeps the planner from reading the whole queue for one recipient's part of it: a recipient's
// texts above the oldest one that waits are few, because nothing waits longer than a day.
const statementFor = (gateway: GatewayRoute) => `
select $5::text, q.ord, w.id, w.address_norm, w.segments, t.device_id, coalesce(t.sim, 1),
  case when t.device_id is not null and (k.is_misplaced and k.is_simulated or (k.is_misplaced
    or exists (
      select from device k where k.account_id = q.account_id and k.id = t.device_id and (
        k.revoked_at is not null or coalesce(k.online_until, k.created_at) <= $4::timestamptz
        or k.problem_since <= $4::timestamptz or exists (
          select from sim s
          where s.account_id = k.account_id and s.device_id = k.id and s.slot = coalesce(t.sim, 1) and not s.present)))
    ) and not exists (
      select from message h where h.account_id = q.account_id and h.device_id = t.device_id and h.status = 'sending'
        and h.address_norm = w.address_norm))
  then t.version end,
  o.id <= q.after_id and exists (
    select from message e where e.account_id = q.account_id and e.address_norm = w.address_norm
      and e.id >= o.id and e.id <= q.after_id and e.status::text = 'queued' and e.route = 'device'
      and e.deadline_at > $6::timestamptz),
  w.created_at < $7::timestamptz, s.may_be_simulated, s.may_be_real
from unnest($1::int8[], $2::int8[], $3::int4[]) with ordinality as q (account_id, after_id, most, ord)
cross join lateral (
  select m.id from message m where m.account_id = q.account_id and m.status = 'queued' and m.route = 'device'
  order by m.id limit 1
) o
cross join lateral (
  select h.has_simulated, case when h.has_simulated then ${hasRealWay(gateway, 'q.account_id')} else true end as has_real
  from (select ${hasSimulatedDevice(gateway, 'q.account_id')} as has_simulated offset 0) h offset 0
) a
cross join lateral (
  select m.id, m.address_norm, m.segments, m.created_at from message m
  where m.account_id = q.account_id and m.id > q.after_id and m.status = 'queued' and m.route = 'device'
    and m.deadline_at > $6::timestamptz
  order by m.id limit q.most
) w
cross join lateral (
  select t.device_id, t.sim, t.xmin::text as version from thread t
  where t.account_id = q.account_id and t.address_norm = w.address_norm limit 1
) t
cross join lateral (select ${isMagic('w.address_norm')} as is_magic) x
cross join lateral (
  select
    ${gateway.hasSimulatedDevices ? '(x.is_magic or not a.has_real)' : 'false'} as may_be_simulated,
    not (a.has_simulated and x.is_magic) as may_be_real
) s
left join lateral (
  select d.driver = 'simulated' as is_simulated,
    case when d.driver = 'simulated' then not s.may_be_simulated else not s.may_be_real end as is_misplaced
  from device d where ${gateway.hasSimulatedDevices ? 'a.has_simulated and ' : ''}d.account_id = q.account_id and d.id = t.device_id
) k on true
union all select $5::text, null, null, null, null, null, null, null, null, null, null, null
order by 2, 3`;

/** Makes the read for the configured carriers. */
export function prepareListQueue(batches: Batches, gateway: GatewayRoute) {
  const statement = statementFor(gateway);
  return (requests: readonly QueueRequest[], instants: QueueInstants) =>
    listQueue(batches, statement, requests, instants);
}

/**
 * The texts of each part of a queue, in the order of their ids; one list a request. `awayMs` is the instant before
 * which a device must have become unusable for its recipients to leave it, `freshMs` the one from which on a text has
 * only just been queued.
 */
async function listQueue(
  batches: Batches,
  statement: string,
  requests: readonly QueueRequest[],
  { nowMs, awayMs, freshMs }: QueueInstants,
): Promise<WaitingText[][]> {
  const nonce = createNonce();
  const rows = await batches.run(statement, [
    arrayLiteral(requests.map((request) => request.accountId)),
    arrayLiteral(requests.map((request) => request.afterId)),
    arrayLiteral(requests.map((request) => request.most)),
    instantLiteral(awayMs),
    nonce,
    instantLiteral(nowMs),
    instantLiteral(freshMs),
  ]);
  checkNonce(nonce, rows, Math.max(rows.length, 1));
  const lists: WaitingText[][] = requests.map(() => []);
  for (const row of rows) {
    if (row[1] === null) continue;
    lists[Number(row[1]) - 1]?.push({
      id: row[2] as bigint,
      addressNorm: row[3] as string,
      parts: row[4] as number,
      keptOn: row[5] === null ? null : { deviceId: row[5] as bigint, slot: row[6] as number },
      version: row[7] as string | null,
      overtakes: row[8] as boolean,
      hasWaited: row[9] as boolean,
      mayBeSimulated: row[10] as boolean,
      mayBeReal: row[11] as boolean,
    });
  }
  return lists;
}

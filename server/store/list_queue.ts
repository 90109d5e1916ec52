// Which texts wait for a device, and where each may go: what the dispatcher decides by. It locks nothing; what is
// decided is judged again by the claim.
import type { Batches } from './batches.ts';
import { arrayLiteral, instantLiteral } from './driver.ts';
import { checkNonce, createNonce } from './nonce.ts';

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
}

// A recipient leaves its SIM when the device was revoked, was offline or had a problem for all the time before $4, or
// has that SIM no more; and only while the device holds nothing for it. A SIM that is not in the table belongs to a
// device that has not opened a link since SIMs are kept, and is taken to be there.
// The cast of the status keeps the planner from reading the whole queue for one recipient's part of it: a recipient's
// texts above the oldest one that waits are few, because nothing waits longer than a day.
const statement = `
select $5::text, q.ord, w.id, w.address_norm, w.segments, t.device_id, coalesce(t.sim, 1),
  case when t.device_id is not null
    and exists (
      select from device k where k.account_id = q.account_id and k.id = t.device_id and (
        k.revoked_at is not null or coalesce(k.online_until, k.created_at) <= $4::timestamptz
        or k.problem_since <= $4::timestamptz or exists (
          select from sim s
          where s.account_id = k.account_id and s.device_id = k.id and s.slot = coalesce(t.sim, 1) and not s.present)))
    and not exists (
      select from message h where h.account_id = q.account_id and h.device_id = t.device_id and h.status = 'sending'
        and h.address_norm = w.address_norm)
  then t.version end,
  o.id <= q.after_id and exists (
    select from message e where e.account_id = q.account_id and e.address_norm = w.address_norm
      and e.id >= o.id and e.id <= q.after_id and e.status::text = 'queued' and e.route = 'device'
      and e.deadline_at > $6::timestamptz),
  w.created_at < $7::timestamptz
from unnest($1::int8[], $2::int8[], $3::int4[]) with ordinality as q (account_id, after_id, most, ord)
cross join lateral (
  select m.id from message m where m.account_id = q.account_id and m.status = 'queued' and m.route = 'device'
  order by m.id limit 1
) o
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
union all select $5::text, null, null, null, null, null, null, null, null, null
order by 2, 3`;

/**
 * The texts of each part of a queue, in the order of their ids; one list a request. `awayMs` is the instant before
 * which a device must have become unusable for its recipients to leave it, `freshMs` the one from which on a text has
 * only just been queued.
 */
export async function listQueue(
  batches: Batches,
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
    });
  }
  return lists;
}

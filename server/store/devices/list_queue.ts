// Which texts wait for a device, and where each may go: what the dispatcher decides by. It locks nothing; what is
// decided is judged again by the claim.
import type { GatewayRoute } from '../../domain/gateway_route.ts';
import type { Pool } from '../database/driver.ts';
import { bool, count, instant, int2, int4, int8, text, type ValuesOf } from '../database/kinds.ts';
import { group, list, type RowOf, statement } from '../database/statement.ts';
import { hasRealWay, hasSimulatedDevice, isMagic } from '../messages/real_ways.ts';
import { waitsForDevice } from '../messages/status_moves.ts';

/** A part of one account's queue. */
export type QueueRequest = ValuesOf<typeof queueRequest>;
const queueRequest = {
  accountId: int8,
  /** Only texts above this id. */
  afterId: int8,
  /** Most texts, at least 1. */
  most: int4,
};

/** The instants that a queue is read by, in milliseconds. */
export type QueueInstants = ValuesOf<typeof queueInstants>;
const queueInstants = {
  nowMs: instant,
  /** A device must have become unusable before it for its recipients to leave it. */
  awayMs: instant,
  /** From it on a text has only just been queued. */
  freshMs: instant,
};

/** A text that waits. */
export type WaitingText = RowOf<typeof waitingText>;
const waitingText = {
  id: int8,
  addressNorm: text,
  /** Its parts on the air. */
  parts: int2,
  /** The SIM that its recipient stays on; null when it has none yet. */
  keptOn: group({ deviceId: int8, slot: int2 }).orNull,
  /** When the recipient may leave that SIM: the thread's version, for the claim. */
  version: text.orNull,
  /** What it must leave by: a device or a SIM of one; null for any. */
  sender: text.orNull,
  /** An older text to the same recipient, that must leave by the same, waits at or below `afterId`. */
  overtakes: bool,
  /** It was there before `freshMs` already. */
  hasWaited: bool,
  /** A simulated device may have it: its recipient is a magic number, or the account has no real way out. */
  mayBeSimulated: bool,
  /** A real device may have it: there is no simulated one that its magic number is for. */
  mayBeReal: bool,
};

// A recipient leaves its SIM when the device was revoked or is gone, was offline or had a problem for all the time before `awayMs`, or
// has that SIM no more; and only while the device holds nothing for it. One that is not for such a device leaves it at
// once, a simulated device whatever it holds. A SIM that is not in the table belongs to a
// device that has not opened a link since SIMs are kept, and is taken to be there.
// Whether an account has simulators is asked once for its queue: the offsets keep the planner from asking for each text.
// The cast of the status keeps the planner from reading the whole queue for one recipient's part of it: a recipient's
// texts above the oldest one that waits are few, because nothing waits longer than a day.
// Nothing is listed of a suspended account. The search begins where the account's queue does: while a backup or another long transaction is open, what has left the
// queue keeps its entry in the index, and would be looked at by each search.
const listStatement = (gateway: GatewayRoute) =>
  statement({
    takes: { requests: list(queueRequest), ...queueInstants },
    gives: { ord: count, text: group(waitingText) },
    expects: 'some',
    text: ({ requests, nowMs, awayMs, freshMs, row, rowOf }) => `
select ${row} from (select q.ord, w.id, w.address_norm, w.segments as parts, w.sender, t.device_id, coalesce(t.sim, 1) as slot,
  case when t.device_id is not null and (k.is_misplaced and k.is_simulated or (k.is_misplaced
    or not exists (
      select from device k where k.account_id = q.account_id and k.id = t.device_id and (
        k.revoked_at is not null or coalesce(k.online_until, k.created_at) <= ${awayMs}
        or k.problem_since <= ${awayMs} or exists (
          select from sim s
          where s.account_id = k.account_id and s.device_id = k.id and s.slot = coalesce(t.sim, 1) and not s.present)) is not true)
    ) and not exists (
      select from message h where h.account_id = q.account_id and h.device_id = t.device_id and h.status = 'sending'
        and h.address_norm = w.address_norm))
  then t.version end as version,
  o.id <= q.after_id and exists (
    select from message e where e.account_id = q.account_id and e.address_norm = w.address_norm
      and e.sender is not distinct from w.sender and e.id >= o.id and e.id <= q.after_id and ${waitsForDevice('e', 'e.status::text')}
      and e.deadline_at > ${nowMs}) as overtakes,
  coalesce(w.send_at, w.created_at) < ${freshMs} as has_waited, s.may_be_simulated, s.may_be_real
from ${requests.as('q', 'ord')}
cross join lateral (select waits_from from account where id = q.account_id and suspended_at is null limit 1) c
cross join lateral (
  select m.id from message m where m.account_id = q.account_id and m.id >= c.waits_from and ${waitsForDevice('m')}
  order by m.id limit 1
) o
cross join lateral (
  select h.has_simulated, case when h.has_simulated then ${hasRealWay(gateway, 'q.account_id')} else true end as has_real
  from (select ${hasSimulatedDevice(gateway, 'q.account_id')} as has_simulated offset 0) h offset 0
) a
cross join lateral (
  select m.id, m.address_norm, m.segments, m.sender, m.created_at, m.send_at from message m
  where m.account_id = q.account_id and m.id >= greatest(q.after_id + 1, c.waits_from) and ${waitsForDevice('m')}
    and m.deadline_at > ${nowMs}
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
) k on true) w
union all select ${rowOf({})}
order by ord, id`,
  });

/** Makes what reads the texts of each part of a queue, in the order of their ids; one list a request. */
export function prepareListQueue(pool: Pick<Pool, 'run'>, gateway: GatewayRoute) {
  const listed = listStatement(gateway);
  return async (requests: readonly QueueRequest[], instants: QueueInstants): Promise<WaitingText[][]> => {
    const lists: WaitingText[][] = requests.map(() => []);
    for (const { ord, text } of await listed.run(pool, { requests, ...instants })) lists[ord - 1]?.push(text);
    return lists;
  };
}

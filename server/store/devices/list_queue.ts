// The texts that wait for devices, and where each may go. It locks nothing; the claim judges each text again.
import { waitsForDevice } from '../messages/status_moves.ts';
import type { Database } from '../postgres/database.ts';
import { bool, count, instant, int2, int4, int8, text, type ValuesOf } from '../postgres/kinds.ts';
import { group, list, type RowOf, statement } from '../postgres/statement.ts';

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
type QueueInstants = ValuesOf<typeof queueInstants>;
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
  /** The device or SIM that it must leave by; null for any. */
  sender: text.orNull,
  /** An older text to the same recipient with the same sender waits at or below `afterId`. */
  overtakes: bool,
  /** It was there before `freshMs` already. */
  hasWaited: bool,
};

// A recipient leaves its SIM if the device was unpaired or deleted, was offline or had a problem for all the time before
// `awayMs`, or no longer has that SIM; and only while the device holds nothing for it. A SIM that is not in the table
// belongs to a device from before SIMs were stored, and is taken to be there. The cast of the status keeps the planner
// from reading the whole queue for one recipient: a recipient's texts above the oldest one that waits are few, because
// no text waits longer than a day. Nothing is listed of a suspended account. The search begins where the account's
// queue does: during a backup or another long transaction, texts that have left the queue keep their entries in the
// index, and each search would read them.
const listed = statement({
  takes: { requests: list(queueRequest), ...queueInstants },
  gives: { ord: count, text: group(waitingText) },
  expects: 'some',
  text: ({ requests, nowMs, awayMs, freshMs, row, rowOf }) => `
select ${row} from (
  select asked.ord, text.id, text.address_norm, text.segments as parts, text.sender,
    kept.device_id, coalesce(kept.sim, 1) as slot,
    case when kept.device_id is not null and not exists (
      select from device
      where device.account_id = asked.account_id and device.id = kept.device_id and (
        device.unpaired_at is not null or coalesce(device.online_until, device.created_at) <= ${awayMs}
        or device.problem_since <= ${awayMs} or exists (
          select from sim
          where sim.account_id = device.account_id and sim.device_id = device.id and sim.slot = coalesce(kept.sim, 1)
            and not sim.present)) is not true
    ) and not exists (
      select from message held
      where held.account_id = asked.account_id and held.device_id = kept.device_id and held.status = 'sending'
        and held.address_norm = text.address_norm
    ) then kept.version end as version,
    oldest.id <= asked.after_id and exists (
      select from message earlier
      where earlier.account_id = asked.account_id and earlier.address_norm = text.address_norm
        and earlier.sender is not distinct from text.sender and earlier.id >= oldest.id and earlier.id <= asked.after_id
        and ${waitsForDevice('earlier', 'earlier.status::text')} and earlier.deadline_at > ${nowMs}
    ) as overtakes,
    coalesce(text.send_at, text.created_at) < ${freshMs} as has_waited
  from ${requests.as('asked', 'ord')}
  cross join lateral (
    select waits_from from account where id = asked.account_id and suspended_at is null limit 1
  ) queue
  cross join lateral (
    select message.id from message
    where message.account_id = asked.account_id and message.id >= queue.waits_from and ${waitsForDevice('message')}
    order by message.id limit 1
  ) oldest
  cross join lateral (
    select message.id, message.address_norm, message.segments, message.sender, message.created_at, message.send_at from message
    where message.account_id = asked.account_id and message.id >= greatest(asked.after_id + 1, queue.waits_from)
      and ${waitsForDevice('message')} and message.deadline_at > ${nowMs}
    order by message.id limit asked.most
  ) text
  cross join lateral (
    select device_id, sim, xmin::text as version from thread
    where account_id = asked.account_id and address_norm = text.address_norm limit 1
  ) kept
) waiting
union all select ${rowOf({})}
order by ord, id`,
});

export const prepareListQueue = ({ claims }: Pick<Database, 'claims'>) => ({
  /** The texts of each part of a queue, in the order of their ids; one list a request. */
  async listQueue(requests: readonly QueueRequest[], instants: QueueInstants): Promise<WaitingText[][]> {
    const lists: WaitingText[][] = requests.map(() => []);
    for (const { ord, text } of await listed.run(claims, { requests, ...instants }))
      lists[ord - 1]?.push(text);
    return lists;
  },
});

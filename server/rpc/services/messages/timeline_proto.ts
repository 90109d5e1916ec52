// The timeline of a text in protobuf.
import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  EventKind,
  type ListMessageEventsResponseSchema,
  WaitKind,
} from '../../../../proto/gen/textrelay/v1/timeline_pb.ts';
import type { EventKind as Kind, TextEvent, Timeline } from '../../../app/messages/timeline.ts';
import type { WaitingFor } from '../../../app/messages/waiting_for.ts';
import { nullsAbsent, toTimestamp } from '../../../connect/proto_values.ts';

const kinds: Record<Kind, EventKind> = {
  accepted: EventKind.ACCEPTED,
  scheduled: EventKind.SCHEDULED,
  quiet_hours: EventKind.QUIET_HOURS,
  released: EventKind.RELEASED,
  moved: EventKind.MOVED,
  handed_over: EventKind.HANDED_OVER,
  part_accepted: EventKind.PART_ACCEPTED,
  part_unknown: EventKind.PART_UNKNOWN,
  part_refused: EventKind.PART_REFUSED,
  another_try: EventKind.ANOTHER_TRY,
  part_delivered: EventKind.PART_DELIVERED,
  part_failed: EventKind.PART_FAILED,
  sent: EventKind.SENT,
  delivered: EventKind.DELIVERED,
  expired: EventKind.EXPIRED,
  cancelled: EventKind.CANCELLED,
  failed: EventKind.FAILED,
  unit_returned: EventKind.UNIT_RETURNED,
  received: EventKind.RECEIVED,
  omitted: EventKind.OMITTED,
  answers_stopped: EventKind.ANSWERS_STOPPED,
  awaits_approval: EventKind.AWAITS_APPROVAL,
  approved: EventKind.APPROVED,
  held: EventKind.HELD,
};

const waits: Record<WaitingFor['what'], WaitKind> = {
  scheduled: WaitKind.SCHEDULED,
  quiet_hours: WaitKind.QUIET_HOURS,
  no_device: WaitKind.NO_DEVICE,
  device_away: WaitKind.DEVICE_AWAY,
  device_problem: WaitKind.DEVICE_PROBLEM,
  budget: WaitKind.BUDGET,
  carrier_down: WaitKind.CARRIER_DOWN,
  another_try: WaitKind.ANOTHER_TRY,
  turn: WaitKind.TURN,
  suspended: WaitKind.SUSPENDED,
  approval: WaitKind.APPROVAL,
  release: WaitKind.RELEASE,
};

const toEvent = ({ kind, atMs, untilMs, sender, ...event }: TextEvent) => ({
  ...nullsAbsent(event),
  kind: kinds[kind],
  at: toTimestamp(atMs),
  until: toTimestamp(untilMs),
  sender: sender ? { label: sender.label, hint: sender.hint, user: sender.isUser } : undefined,
});

/** The answer that a timeline is sent as. */
export const toTimeline = ({
  events,
  waitingFor,
}: Timeline): Pick<MessageInitShape<typeof ListMessageEventsResponseSchema>, 'events' | 'waitingFor'> => ({
  events: events.map(toEvent),
  waitingFor: waitingFor
    ? { ...nullsAbsent(waitingFor), what: waits[waitingFor.what], until: toTimestamp(waitingFor.untilMs) }
    : undefined,
});

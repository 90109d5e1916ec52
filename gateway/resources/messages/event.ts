// The steps of a text, and what it waits for (beyond the promised interface).
import { Type } from 'typebox';
import {
  EventKind,
  type ListMessageEventsResponse,
  type MessageEvent,
  type Sender,
  type WaitingFor,
  WaitKind,
} from '../../../proto/gen/textrelay/v1/timeline_pb.ts';
import { flag, instant, integer, nullable, sentence, text } from '../../schemas/kinds.ts';
import { madeOf, names } from '../../schemas/resource.ts';
import { MessageShape } from './message.ts';

const kinds = names({
  [EventKind.ACCEPTED]: 'accepted',
  [EventKind.SCHEDULED]: 'scheduled',
  [EventKind.QUIET_HOURS]: 'quiet_hours',
  [EventKind.RELEASED]: 'released',
  [EventKind.MOVED]: 'moved',
  [EventKind.HANDED_OVER]: 'handed_over',
  [EventKind.PART_ACCEPTED]: 'part_accepted',
  [EventKind.PART_UNKNOWN]: 'part_unknown',
  [EventKind.PART_REFUSED]: 'part_refused',
  [EventKind.ANOTHER_TRY]: 'another_try',
  [EventKind.PART_DELIVERED]: 'part_delivered',
  [EventKind.PART_FAILED]: 'part_failed',
  [EventKind.SENT]: 'sent',
  [EventKind.DELIVERED]: 'delivered',
  [EventKind.EXPIRED]: 'expired',
  [EventKind.CANCELLED]: 'cancelled',
  [EventKind.FAILED]: 'failed',
  [EventKind.UNIT_RETURNED]: 'unit_returned',
  [EventKind.RECEIVED]: 'received',
  [EventKind.OMITTED]: 'omitted',
  [EventKind.ANSWERS_STOPPED]: 'answers_stopped',
  [EventKind.AWAITS_APPROVAL]: 'awaits_approval',
  [EventKind.APPROVED]: 'approved',
  [EventKind.HELD]: 'held',
});
const waits = names({
  [WaitKind.SCHEDULED]: 'scheduled',
  [WaitKind.QUIET_HOURS]: 'quiet_hours',
  [WaitKind.NO_DEVICE]: 'no_device',
  [WaitKind.DEVICE_AWAY]: 'device_away',
  [WaitKind.DEVICE_PROBLEM]: 'device_problem',
  [WaitKind.BUDGET]: 'budget',
  [WaitKind.CARRIER_DOWN]: 'carrier_down',
  [WaitKind.SUSPENDED]: 'suspended',
  [WaitKind.APPROVAL]: 'approval',
  [WaitKind.RELEASE]: 'release',
  [WaitKind.ANOTHER_TRY]: 'another_try',
  [WaitKind.TURN]: 'turn',
});

const sender = madeOf<Sender>().resource('Sender', 'Who sent a text.', {
  label: text('The label of the key; empty for a person.'),
  hint: text('The end of the key; empty for a person.'),
  user: flag('Sent by a person in the console.'),
});

const ofEvent = madeOf<MessageEvent>();

const event = ofEvent.resource(
  'MessageEvent',
  'One step of a text. What does not apply is null.',
  {
    at: nullable(instant('When; null for the failure of a text from before steps were kept.')),
    kind: ofEvent.field(
      kinds.schema(
        'What happened. scheduled and quiet_hours: it does not leave before until, as it was asked for or because of the ' +
          'account’s quiet hours; released: that time has come; awaits_approval: a person has to approve it before until; held: the service was restored from a backup while it waited, and its operator has to release it. A part is what leaves on the air; another_try: what did not leave is tried again; unit_returned: it ' +
          'does not count as a text any more; answers_stopped: it was the last of so many answers in a row to its recipient, and a further ' +
          'one is loop_suspected before until; omitted: so many steps were there that some of them are left out.',
      ),
      ({ kind }) => kinds.of(kind),
    ),
    device_id: nullable(integer(1, 'The device.')),
    sim: nullable(integer(1, 'The slot of its SIM.')),
    carrier: nullable(text('The carrier.')),
    part: nullable(integer(1, 'Which part.')),
    parts: nullable(integer(1, 'How many parts the text has there.')),
    ref: nullable(text('The carrier’s name for the part.')),
    until: nullable(instant('When it is tried again, or leaves, or when the next answer is accepted.')),
    reason: nullable(text('How it ended: the code that its error begins with.')),
    code: nullable(text('The network’s own code, as its operator knows it.')),
    meaning: sentence('In words.'),
    by: ofEvent.field(nullable(sender.Shape), (step) => (step.sender ? sender.render(step.sender) : null)),
  },
  {
    at: '2026-11-21T08:30:15.190Z',
    kind: 'handed_over',
    device_id: 3,
    sim: 1,
    meaning: 'it was handed over',
  },
);

export const EventShape = event.Shape;

const ofWait = madeOf<WaitingFor>();

const waiting = ofWait.resource(
  'WaitingFor',
  'What a text that still waits is waiting for.',
  {
    what: ofWait.field(waits.schema('What.'), ({ what }) => waits.of(what)),
    device_id: nullable(integer(1, 'The device, where it is one.')),
    sim: nullable(integer(1, 'The slot of its SIM.')),
    carrier: nullable(text('The carrier, where it is one.')),
    until: nullable(instant('Until when; null where that is not known.')),
    meaning: sentence('In words.'),
  },
  { what: 'device_away', device_id: 3, meaning: 'its device is not connected' },
);

export const WaitingShape = waiting.Shape;

export const EventsAnswer = Type.Object(
  {
    events: Type.Array(EventShape, { description: 'In the order of their instants.' }),
    waiting_for: nullable(WaitingShape),
    message: Type.Optional(MessageShape),
  },
  {
    title: 'Timeline',
    description:
      'Every step of a text; waiting_for is null unless it still waits, and message is there where it was asked for.',
  },
);

export const renderTimeline = ({
  events,
  waitingFor,
}: Pick<ListMessageEventsResponse, 'events' | 'waitingFor'>) => ({
  events: events.map(event.render),
  waiting_for: waitingFor ? waiting.render(waitingFor) : null,
});

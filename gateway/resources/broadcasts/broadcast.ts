// A broadcast and its recipients.

import {
  type Broadcast,
  type BroadcastRecipient,
  BroadcastSource,
  BroadcastState,
  type FaultyRow,
} from '../../../proto/gen/textrelay/v1/broadcast_service_pb.ts';
import { Route } from '../../../proto/gen/textrelay/v1/message_pb.ts';
import { adviceFor } from '../../errors/error_body.ts';
import {
  flag,
  instant,
  integer,
  nullable,
  nullableOneOf,
  oneOf,
  sentence,
  text,
} from '../../schemas/kinds.ts';
import { madeOf, names } from '../../schemas/resource.ts';
import { routes } from '../messages/message.ts';

const states = names({
  [BroadcastState.DRAFT]: 'draft',
  [BroadcastState.RUNNING]: 'running',
  [BroadcastState.PAUSED]: 'paused',
  [BroadcastState.DONE]: 'done',
  [BroadcastState.CANCELLED]: 'cancelled',
});
const sources = names({ [BroadcastSource.FILE]: 'file', [BroadcastSource.FAILED]: 'failed' });
const ofBroadcast = madeOf<Broadcast>();
const { field } = ofBroadcast;

export const { Shape: BroadcastShape, render: renderBroadcast } = ofBroadcast.resource(
  'Broadcast',
  'Many texts by one template.',
  {
    id: integer(1, 'In order of creation within the account.'),
    name: text('For people.'),
    client_ref: nullable(text('Its own idempotency key; null for none.')),
    template: text('The text of its recipients, in which {field} stands for the recipient’s own words.'),
    source: field(
      sources.schema(
        'Where its recipients came from: they were put, or are those of another broadcast that failed.',
      ),
      ({ source }) => sources.of(source),
    ),
    failed_of: nullable(integer(1, 'The broadcast whose failed recipients it has; null for any other.')),
    state: field(
      states.schema(
        'A draft takes recipients. While it is running they leave; it is done when none waits. Paused, it goes on when it is ' +
          'resumed; cancelled, never.',
      ),
      ({ state }) => states.of(state),
    ),
    pause_reason: nullable(
      text(
        'The code of the refusal that paused it: account_suspended, cap_reached, no_plan, no_subscription, no_route or ' +
          'not_found. Null where it did not pause itself.',
      ),
    ),
    send_at: nullable(instant('No recipient leaves before; null for at once.')),
    route: field(
      nullableOneOf(['device', 'gateway'], 'The route that its texts ask for; null for any.'),
      ({ route }) => (route === Route.UNSPECIFIED ? null : routes.of(route)),
    ),
    from: nullable(text('What its texts must leave by; null for any.')),
    urgent: flag('Its texts leave in quiet hours as well.'),
    recipients: integer(0, 'How many it has.'),
    accepted: integer(0, 'Rows that became texts.'),
    refused: integer(0, 'Rows that were refused and become none.'),
    delivered: integer(0, 'Texts that were delivered, as counted seconds ago while somebody looks.'),
    failed: integer(0, 'Texts that failed, without those that were cancelled; likewise.'),
    cancelled: integer(0, 'Texts that were cancelled; likewise.'),
    replied: integer(0, 'Recipients who wrote back after their text; likewise.'),
    created_at: instant('When it was made.'),
    started_at: nullable(instant('When it was started; null before.')),
    ended_at: nullable(instant('When it was done or cancelled; null before.')),
  },
  {
    id: 4,
    name: 'Opening hours in December',
    client_ref: 'december-hours',
    template: 'Hello {name}, we are open until 8 pm on {day}.',
    state: 'running',
    recipients: 1200,
    accepted: 700,
    refused: 2,
    delivered: 655,
    failed: 4,
    replied: 12,
    created_at: '2026-11-21T08:30:20.000Z',
    started_at: '2026-11-21T08:31:02.480Z',
  },
);

export const recipientStatuses = [
  'waiting',
  'refused',
  'queued',
  'sending',
  'sent',
  'delivered',
  'failed',
] as const;

const ofRow = madeOf<BroadcastRecipient>();

export const { Shape: BroadcastRecipientShape, render: renderRow } = ofRow.resource(
  'BroadcastRecipient',
  'A recipient of a broadcast.',
  {
    number: integer(1, 'Its number.'),
    address: text('The recipient as given.'),
    address_norm: nullable(text('E.164; null where it could not be read.')),
    body: text('The finished text; empty for a recipient that was refused when it was put.'),
    send_at: nullable(instant('Its text does not leave before; null for at once.')),
    status: ofRow.field(
      oneOf(recipientStatuses, 'waiting, refused, or the status of its text.'),
      ({ status }) => recipientStatuses.find((known) => known === status),
    ),
    code: nullable(text('The code of the refusal; null unless refused.')),
    next: ofRow.field(
      nullable(text('What to do about a refusal of this code; null unless refused.')),
      ({ code }) => (code === undefined ? null : adviceFor(code)),
    ),
    error: nullable(sentence('Why it was refused, or why its text failed; null for any other.')),
    message_id: nullable(integer(1, 'Its text; null before.')),
    replied: flag('The recipient wrote back after the text.'),
  },
  {
    number: 17,
    address: '(500) 555-0006',
    address_norm: '+15005550006',
    body: 'Hello Ada, we are open until 8 pm on Monday.',
    status: 'delivered',
    message_id: 812,
  },
);

const ofFaulty = madeOf<FaultyRow>();

export const { Shape: FaultyRowShape, render: renderFaultyRow } = ofFaulty.resource(
  'FaultyRow',
  'A recipient that can never be sent.',
  {
    number: integer(1, 'Its number.'),
    code: text('The code of its refusal.'),
    next: ofFaulty.field(text('What to do about a refusal of this code.'), ({ code }) => adviceFor(code)),
    error: text('What is wrong with it.'),
  },
);

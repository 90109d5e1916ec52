// A broadcast and its recipients, with what to do about refusals of them.
import {
  type BroadcastRecipient,
  BroadcastSchema,
  type FaultyRow,
} from '../../../proto/gen/textrelay/v1/broadcast_service_pb.ts';
import { adviceFor } from '../../errors/error_body.ts';
import { resource } from '../../interface/resources.ts';
import { flag, instant, integer, nullable, oneOf, sentence, text } from '../../schemas/kinds.ts';
import { madeOf } from '../../schemas/resource.ts';

export const { Shape: BroadcastShape, render: renderBroadcast } = resource(BroadcastSchema);

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

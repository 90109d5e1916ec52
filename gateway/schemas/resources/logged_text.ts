// A text with the way that it took, and with all that is known of it.
import { type Static, Type } from 'typebox';
import type { Message } from '../../../proto/gen/textrelay/v1/message_pb.ts';
import type { GetMessageResponse } from '../../../proto/gen/textrelay/v1/message_service_pb.ts';
import { flag, instant, integer, nullable, text } from '../kinds.ts';
import { instantOrNull, missing, numberOrNull } from '../resource.ts';
import { MessageShape, renderMessage } from './message.ts';

const wayFields = {
  ...MessageShape.properties,
  device_id: nullable(integer(1, 'The device that it was handed to or came from; null for none.')),
  sim: nullable(integer(1, 'The slot of the SIM that it was handed to; null for none.')),
  carrier: nullable(text('The carrier that it was handed to or came from; null for none.')),
  charged: flag('Whether it counts against its month’s cap.'),
};

export const LoggedTextShape = Type.Object(wayFields, {
  title: 'LoggedText',
  description: 'One text, with the way that it took.',
});

export const TextDetailShape = Type.Object(
  {
    ...wayFields,
    deadline_at: nullable(instant('When its state has lasted too long; null in final states.')),
    attempt: integer(0, 'How often it was handed over.'),
    parts_delivered: nullable(integer(0, 'Parts that a carrier reported as delivered; null for none.')),
  },
  { title: 'TextDetail', description: 'One text, with all that is known of its way.' },
);

export const renderLogged = (message: Message): Static<typeof LoggedTextShape> => ({
  ...renderMessage(message),
  device_id: numberOrNull(message.deviceId),
  sim: message.sim ?? null,
  carrier: message.carrier ?? null,
  charged: message.charged ?? missing(),
});

export const renderDetail = (found: GetMessageResponse): Static<typeof TextDetailShape> => ({
  ...renderLogged(found.message ?? missing()),
  deadline_at: instantOrNull(found.deadlineAt),
  attempt: found.attempt,
  parts_delivered: found.partsDelivered ?? null,
});

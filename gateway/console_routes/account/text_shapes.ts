// Texts and conversations as the console's pages see them.

import { type Static, Type } from 'typebox';
import type {
  GetTextResponse,
  LoggedText,
  UnreadThread,
} from '../../../proto/gen/textrelay/v1/console_service_pb.ts';
import { flag, instant, integer, nullable, text } from '../../schemas/kinds.ts';
import { instantOrNull, missing, numberOrNull } from '../../schemas/resource.ts';
import { MessageShape, renderMessage } from '../../schemas/resources/message.ts';
import { renderThread, ThreadShape } from '../../schemas/resources/thread.ts';

const wayFields = {
  ...MessageShape.properties,
  device_id: nullable(integer(1, 'The device that it was handed to or came from; null for none.')),
  sim: nullable(integer(1, 'The slot of the SIM that it was handed to; null for none.')),
  carrier: nullable(text('The carrier that it was handed to or came from; null for none.')),
  charged: flag('Whether it counts against its month’s cap.'),
};

export const LoggedTextShape = Type.Object(wayFields, {
  title: 'ConsoleText',
  description: 'One text, with the way that it took.',
});

export const TextDetailShape = Type.Object(
  {
    ...wayFields,
    deadline_at: nullable(instant('When its state has lasted too long; null in final states.')),
    attempt: integer(0, 'How often it was handed over.'),
    parts_delivered: nullable(integer(0, 'Parts that a carrier reported as delivered; null for none.')),
  },
  { title: 'ConsoleTextDetail', description: 'One text, with all that is known of its way.' },
);

export const UnreadThreadShape = Type.Object(
  {
    ...ThreadShape.properties,
    unread: integer(0, 'Received texts that the person has not read, among the newest 100.'),
  },
  { title: 'ConsoleThread', description: 'The conversation with one address.' },
);

export const renderLogged = ({
  message,
  deviceId,
  sim,
  carrier,
  charged,
}: LoggedText): Static<typeof LoggedTextShape> => ({
  ...renderMessage(message ?? missing()),
  device_id: numberOrNull(deviceId),
  sim: sim ?? null,
  carrier: carrier ?? null,
  charged,
});

export const renderDetail = (found: GetTextResponse): Static<typeof TextDetailShape> => ({
  ...renderLogged(found.text ?? missing()),
  deadline_at: instantOrNull(found.deadlineAt),
  attempt: found.attempt,
  parts_delivered: found.partsDelivered ?? null,
});

export const renderUnread = ({ thread, unread }: UnreadThread): Static<typeof UnreadThreadShape> => ({
  ...renderThread(thread ?? missing()),
  unread,
});

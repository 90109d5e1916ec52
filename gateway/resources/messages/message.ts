// A text (SPEC: Message), and what the console shows of its way besides.
import { Type } from 'typebox';
import { type Message, MessageSchema } from '../../../proto/gen/textrelay/v1/message_pb.ts';
import type { GetMessageResponse } from '../../../proto/gen/textrelay/v1/message_service_pb.ts';
import { resource } from '../../interface/resources.ts';
import { flag, instant, integer, nullable, text } from '../../schemas/kinds.ts';
import { instantOrNull, missing, numberOrNull } from '../../schemas/resource.ts';

export const { Shape: MessageShape, render: renderMessage } = resource(MessageSchema);

const way = {
  device_id: nullable(integer(1, 'The device that it was handed to or came from; null for none.')),
  sim: nullable(
    integer(
      1,
      'The slot of the SIM that it was handed to or came to; null for none, and where that is not known.',
    ),
  ),
  carrier: nullable(text('The carrier that it was handed to or came from; null for none.')),
  charged: flag('Whether it counts against its month’s cap.'),
};

export const LoggedTextShape = Type.Object(
  { ...MessageShape.properties, ...way },
  { title: 'LoggedText', description: 'One text, with the way that it took.' },
);

export function renderLogged(message: Message) {
  const { deviceId, sim = null, carrier = null, charged = missing() } = message;
  return { ...renderMessage(message), device_id: numberOrNull(deviceId), sim, carrier, charged };
}

const detail = {
  ...way,
  deadline_at: nullable(instant('When its state will have lasted too long; null in final states.')),
  attempt: integer(0, 'How often it was handed over.'),
  parts_delivered: nullable(integer(0, 'Parts that a carrier reported as delivered; null for none.')),
};

export const TextDetailShape = Type.Object(
  { ...MessageShape.properties, ...detail },
  { title: 'TextDetail', description: 'One text, with all that is known of its way.' },
);

type Detailed = Pick<GetMessageResponse, 'message' | 'deadlineAt' | 'attempt' | 'partsDelivered'>;

export const renderDetail = ({ message, deadlineAt, attempt, partsDelivered }: Detailed) => ({
  ...renderLogged(message ?? missing()),
  deadline_at: instantOrNull(deadlineAt),
  attempt,
  parts_delivered: partsDelivered ?? null,
});

const { body: _words, ...wordless } = MessageShape.properties;

/** What a text says stays the account's own. */
export const WordlessTextShape = Type.Object(
  { ...wordless, ...detail },
  {
    title: 'WordlessText',
    description: 'One text of an account, as the operator of the service sees it: all but its words.',
  },
);

export function renderWordless(detailed: Detailed) {
  const { body: _body, ...rest } = renderDetail(detailed);
  return rest;
}

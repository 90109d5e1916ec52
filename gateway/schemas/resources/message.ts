// A text (SPEC: Message).
import {
  Direction,
  Encoding,
  Keyword,
  type Message,
  MessageStatus,
  Route,
} from '../../../proto/gen/textrelay/v1/message_pb.ts';
import { toNumber } from '../integers.ts';
import { extension, instant, integer, nullable, nullableOneOf, text } from '../kinds.ts';
import { fieldOf, instantOrNull, missing, names, renderInstant, resource } from '../resource.ts';

const directions = names({ [Direction.OUT]: 'out', [Direction.IN]: 'in' });
const statuses = names({
  [MessageStatus.QUEUED]: 'queued',
  [MessageStatus.SENDING]: 'sending',
  [MessageStatus.SENT]: 'sent',
  [MessageStatus.DELIVERED]: 'delivered',
  [MessageStatus.RECEIVED]: 'received',
  [MessageStatus.FAILED]: 'failed',
});
export const routes = names({ [Route.DEVICE]: 'device', [Route.GATEWAY]: 'gateway' });
export const encodings = names({ [Encoding.GSM7]: 'gsm7', [Encoding.UCS2]: 'ucs2' });

const keywords: Readonly<Record<number, 'stop' | 'start' | 'help' | 'maybe_stop'>> = {
  [Keyword.STOP]: 'stop',
  [Keyword.START]: 'start',
  [Keyword.HELP]: 'help',
  [Keyword.MAYBE_STOP]: 'maybe_stop',
};

const field = fieldOf<Message>();

export const {
  Shape: MessageShape,
  render: renderMessage,
  example: exampleMessage,
} = resource('Message', 'One text, sent or received.', {
  id: field(integer(1, 'Counted per account, in order of creation.'), ({ id }) => toNumber(id), 17),
  seq: field(
    integer(1, 'Change cursor: advances whenever the text changes. The value to pass as since.'),
    ({ seq }) => toNumber(seq),
    42,
  ),
  direction: field(
    directions.schema('out was sent by the account, in was received by it.'),
    ({ direction }) => directions.of(direction),
    'out',
  ),
  address: field(text('The other party, as given or received.'), ({ address }) => address, '+15005550006'),
  address_norm: field(
    text('Its E.164 form; for senders that are short codes or names, the address itself.'),
    ({ addressNorm }) => addressNorm,
    '+15005550006',
  ),
  body: field(text('The text.'), ({ body }) => body, 'Your parcel arrives today.'),
  status: field(
    statuses.schema(
      'Moves only forward: queued, sending, sent, then delivered or failed. Inbound texts are received.',
    ),
    ({ status }) => statuses.of(status),
    'queued',
  ),
  route: field(
    routes.schema('The way it leaves or came in: a paired phone, or an upstream carrier.'),
    ({ route }) => routes.of(route),
    'device',
  ),
  error: field(
    nullable(
      text(
        'Why it failed: a stable code, then a colon and a sentence. The codes are expired_in_queue, ' +
          'outcome_unknown, rejected_by_network, device_failed, carrier_failed, opted_out and cancelled. Null unless failed.',
      ),
    ),
    ({ error }) => error ?? null,
    null,
  ),
  created_at: field(
    instant('When it was accepted or received.'),
    ({ createdAt }) => renderInstant(createdAt ?? missing()),
    '2026-11-21T08:30:15.007Z',
  ),
  sent_at: field(
    nullable(instant('When the network took it; null before.')),
    ({ sentAt }) => instantOrNull(sentAt),
    null,
  ),
  delivered_at: field(
    nullable(instant('When the recipient’s phone had it; null before.')),
    ({ deliveredAt }) => instantOrNull(deliveredAt),
    null,
  ),
  segments: field(
    integer(1, 'Parts that the text takes on the air. It counts as one text whatever its length.'),
    ({ segments }) => segments,
    1,
  ),
  encoding: field(
    encodings.schema('The alphabet of those parts.'),
    ({ encoding }) => encodings.of(encoding),
    'gsm7',
  ),
  client_ref: field(
    nullable(text('The client_ref that it was sent under; null without one, and for inbound texts.')),
    ({ clientRef }) => clientRef ?? null,
    'parcel-2231',
  ),
  keyword: field(
    extension(
      nullableOneOf(
        Object.values(keywords),
        'What a received text asks for by its words alone: stop opted its sender out, start lifted that, help asks who ' +
          'you are, maybe_stop comes near a stop and was not acted on. Null for every other text.',
      ),
    ),
    ({ keyword }) => (keyword === Keyword.UNSPECIFIED ? null : (keywords[keyword] ?? missing())),
    null,
  ),
  from: field(
    extension(
      nullable(text('The device, SIM or number that it must leave by; null for any, and for inbound texts.')),
    ),
    ({ from }) => from ?? null,
    null,
  ),
  send_at: field(
    extension(
      nullable(
        instant(
          'It does not leave before: as it was asked for, or the end of the account’s quiet hours. Null for at once, and for ' +
            'inbound texts.',
        ),
      ),
    ),
    ({ sendAt }) => instantOrNull(sendAt),
    null,
  ),
});

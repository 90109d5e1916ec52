// A text (SPEC: Message), and what the console shows of its way besides.
import {
  Awaiting,
  Direction,
  Encoding,
  Keyword,
  type Message,
  MessageStatus,
  Route,
} from '../../../proto/gen/textrelay/v1/message_pb.ts';
import type { GetMessageResponse } from '../../../proto/gen/textrelay/v1/message_service_pb.ts';
import { extension, flag, instant, integer, nullable, nullableOneOf, text } from '../../schemas/kinds.ts';
import { madeOf, missing, names } from '../../schemas/resource.ts';

const directions = names({ [Direction.OUT]: 'out', [Direction.IN]: 'in' });
export const statuses = names({
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

const awaited: Readonly<Record<number, 'approval' | 'release'>> = {
  [Awaiting.APPROVAL]: 'approval',
  [Awaiting.RELEASE]: 'release',
};

const { field, resource } = madeOf<Message>();

const fields = {
  id: integer(1, 'Counted per account, in order of creation.'),
  seq: integer(1, 'Change cursor: advances whenever the text changes. The value to pass as since.'),
  direction: field(
    directions.schema('out was sent by the account, in was received by it.'),
    ({ direction }) => directions.of(direction),
  ),
  address: text('The other party, as given or received.'),
  address_norm: text('Its E.164 form; for senders that are short codes or names, the address itself.'),
  body: text('The text.'),
  status: field(
    statuses.schema(
      'Moves only forward: queued, sending, sent, then delivered or failed. Inbound texts are received.',
    ),
    ({ status }) => statuses.of(status),
  ),
  route: field(
    routes.schema('The way it leaves or came in: a paired phone, or an upstream carrier.'),
    ({ route }) => routes.of(route),
  ),
  error: nullable(
    text(
      'Why it failed: a stable code, then a colon and a sentence. The codes are expired_in_queue, ' +
        'outcome_unknown, rejected_by_network, device_failed, carrier_failed, opted_out, cancelled, approval_rejected ' +
        'and approval_expired. Null unless failed.',
    ),
  ),
  created_at: instant('When it was accepted or received.'),
  sent_at: nullable(instant('When the network took it; null before.')),
  delivered_at: nullable(instant('When the recipient’s phone had it; null before.')),
  segments: integer(1, 'Parts that the text takes on the air. It counts as one text whatever its length.'),
  encoding: field(encodings.schema('The alphabet of those parts.'), ({ encoding }) => encodings.of(encoding)),
  client_ref: nullable(
    text('The client_ref that it was sent under; null without one, and for inbound texts.'),
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
  ),
  from: extension(
    nullable(text('The device, SIM or number that it must leave by; null for any, and for inbound texts.')),
  ),
  send_at: extension(
    nullable(
      instant(
        'It does not leave before: as it was asked for, or the end of the account’s quiet hours. Null for at once, and for ' +
          'inbound texts, and while it awaits an approval.',
      ),
    ),
  ),
  awaiting: field(
    extension(
      nullableOneOf(
        ['approval', 'release'],
        'approval while it is queued and a person has to approve it, because the policy of its key says so; release while ' +
          'it is queued and the operator of the service has to release it, after a restored backup. Null for every other text.',
      ),
    ),
    ({ awaiting }) => awaited[awaiting] ?? null,
  ),
  body_removed_at: extension(
    nullable(
      instant(
        'When its words were removed, because the account keeps them no longer: body is empty then. Null for a text that has them.',
      ),
    ),
  ),
};

export const { Shape: MessageShape, render: renderMessage } = resource(
  'Message',
  'One text, sent or received.',
  fields,
  {
    id: 17,
    seq: 44,
    address: '+15005550006',
    address_norm: '+15005550006',
    body: 'Your parcel arrives today.',
    status: 'delivered',
    created_at: '2026-11-21T08:30:15.007Z',
    sent_at: '2026-11-21T08:30:15.912Z',
    delivered_at: '2026-11-21T08:30:17.260Z',
    client_ref: 'parcel-2231',
  },
);

const wayFields = {
  ...fields,
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

export const { Shape: LoggedTextShape, render: renderLogged } = resource(
  'LoggedText',
  'One text, with the way that it took.',
  wayFields,
);

const detailed = madeOf<Message & Pick<GetMessageResponse, 'deadlineAt' | 'attempt' | 'partsDelivered'>>();

const detailFields = {
  ...wayFields,
  deadline_at: nullable(instant('When its state will have lasted too long; null in final states.')),
  attempt: integer(0, 'How often it was handed over.'),
  parts_delivered: nullable(integer(0, 'Parts that a carrier reported as delivered; null for none.')),
};

const { Shape: TextDetailShape, render } = detailed.resource(
  'TextDetail',
  'One text, with all that is known of its way.',
  detailFields,
);

export { TextDetailShape };

const { body: _words, ...wordlessFields } = detailFields;

/** What a text says stays the account's own. */
export const { Shape: WordlessTextShape, render: renderWordless } = detailed.resource(
  'WordlessText',
  'One text of an account, as the operator of the service sees it: all but its words.',
  wordlessFields,
);

export const renderDetail = ({ message, ...rest }: GetMessageResponse) =>
  render({ ...rest, ...(message ?? missing()) });

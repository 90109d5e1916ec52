// The recipients of a broadcast: put into a draft, each once, and listed with what became of their texts.
import { type Static, Type } from 'typebox';
import { BroadcastService } from '../../../proto/gen/textrelay/v1/broadcast_service_pb.ts';
import { accountOf } from '../../edge/app.ts';
import { route } from '../../interface/route.ts';
import {
  BroadcastRecipientShape,
  FaultyRowShape,
  recipientStatuses,
  renderFaultyRow,
  renderRow,
} from '../../resources/broadcasts/broadcast.ts';
import { pageAnswer } from '../../schemas/answers.ts';
import { maxInstantLength, readInstant } from '../../schemas/instants.ts';
import { integer, nullable, oneOf } from '../../schemas/kinds.ts';
import { idCursor, type Parameter, pageOf, readText } from '../../schemas/parameters.ts';
import { numberOrNull } from '../../schemas/resource.ts';
import { maxAddressLength, requireText } from '../../schemas/text_rules.ts';
import { namedIn, path, tag } from './broadcast_moves.ts';

const { method } = BroadcastService;

/** Largest body of recipients, in bytes. */
const recipientsBytes = 1024 * 1024;
/** The highest number of a recipient. */
export const maxNumber = 100_000;

/** When a text leaves at the soonest. */
export const sendAt = (description: string) =>
  Type.Optional(nullable(Type.String({ minLength: 1, maxLength: maxInstantLength, description })));

const NewRecipient = Type.Object(
  {
    number: Type.Integer({
      minimum: 1,
      maximum: maxNumber,
      description: 'Its number, which names its text: a recipient is put, and sent, once.',
    }),
    address: Type.String({ maxLength: maxAddressLength, description: 'The recipient, as in a single send.' }),
    fields: Type.Optional(
      Type.Unsafe<Record<string, string>>({
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'The values of the template’s fields by their names: at most 100.',
      }),
    ),
    send_at: sendAt(
      'Its text leaves no earlier than this, as in a single send. Null means the same as left out: with the broadcast.',
    ),
  },
  { title: 'NewBroadcastRecipient', description: 'A recipient.' },
);

/** A recipient as the core takes it. Throws a Refusal for what protobuf cannot carry. */
function readRecipient({ number, address, fields = {}, send_at: at }: Static<typeof NewRecipient>) {
  requireText(address, 'recipients[].address');
  for (const [name, value] of Object.entries(fields)) {
    requireText(name, 'a name in recipients[].fields');
    requireText(value, 'a value in recipients[].fields');
  }
  return {
    number,
    address,
    fields,
    sendAt: at == null ? undefined : readInstant(at, 'recipients[].send_at'),
  };
}

export const putBroadcastRecipients = route('PUT /api/v1/broadcasts/:id/recipients', {
  id: 'putBroadcastRecipients',
  tag,
  summary: 'Put recipients into a draft.',
  description:
    'Up to 1,000 recipients, 1 MiB and 40,000 values; a broadcast has at most 100,000, whose numbers are 1 to 100,000. A ' +
    'recipient that is there already stays as it is, so that a request may be repeated. A recipient that can never be sent ' +
    'is kept as refused, and is named in faulty.',
  admittedFor: method.putBroadcastRecipients,
  bodyBytes: recipientsBytes,
  path,
  body: Type.Object(
    { recipients: Type.Array(NewRecipient, { minItems: 1, maxItems: 1_000, description: 'In any order.' }) },
    { title: 'PutBroadcastRecipients', description: 'Recipients of a broadcast.' },
  ),
  answer: Type.Object(
    {
      added: integer(0, 'Recipients that were new.'),
      faulty: Type.Array(FaultyRowShape, {
        description: 'Recipients of the request that can never be sent, in their order.',
      }),
    },
    { title: 'PutBroadcastRecipientsAnswer', description: 'What became of recipients that were put.' },
  ),
  handler: async (request, { ask }) => {
    const recipients = request.body.recipients.map(readRecipient);
    const { added, faulty } = await ask(method.putBroadcastRecipients, { ...namedIn(request), recipients });
    return { added, faulty: faulty.map(renderFaultyRow) };
  },
});

const statusFilter: Parameter<string | undefined> = {
  schema: oneOf(
    [...recipientStatuses, 'cancelled', 'replied'],
    'Only recipients of this status (`failed`: without those that were cancelled), those whose texts were cancelled, or those who ' +
      'wrote back.',
  ),
  read: readText,
};

export const listBroadcastRecipients = route('GET /api/v1/broadcasts/:id/recipients', {
  id: 'listBroadcastRecipients',
  tag,
  summary: 'List the recipients of a broadcast in order of their numbers.',
  description:
    'A page may have few recipients or none although more follow: go on while there is a next_cursor.',
  admittedFor: method.listBroadcastRecipients,
  path,
  query: { ...pageOf('entries', idCursor, { min: 1, max: 200, fallback: 100 }), status: statusFilter },
  answer: pageAnswer('recipients', BroadcastRecipientShape, 'In order of their numbers.', {
    title: 'BroadcastRecipientPage',
    description: 'A page of recipients.',
  }),
  holdsTexts: true,
  handler: async (request, { ask, unread, limits }, reply) => {
    await unread.enter(accountOf(request), reply, limits.pageBytes);
    const { recipients, nextCursor } = await ask(method.listBroadcastRecipients, {
      ...namedIn(request),
      ...request.query,
    });
    return {
      recipients: recipients.map(renderRow),
      next_cursor: numberOrNull(nextCursor)?.toString() ?? null,
    };
  },
});

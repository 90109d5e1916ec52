// Sendings: many texts by one template, which the service sends by itself. A client makes a sending, puts its rows, and
// then starts it; each of these may be repeated.
import { type Static, Type } from 'typebox';
import { Route as TextRoute } from '../../../proto/gen/textrelay/v1/message_pb.ts';
import { SendingService } from '../../../proto/gen/textrelay/v1/sending_service_pb.ts';
import { accountOf } from '../../edge/app.ts';
import { pageAnswer } from '../../schemas/answers.ts';
import { maxBodyLength, maxClientRefLength } from '../../schemas/bodies.ts';
import { maxInstantLength, readInstant } from '../../schemas/instants.ts';
import { flag, integer, nullable, nullableOneOf, oneOf } from '../../schemas/kinds.ts';
import { idCursor, type Parameter, pageOf, readText } from '../../schemas/parameters.ts';
import { numberOrNull } from '../../schemas/resource.ts';
import {
  FaultyRowShape,
  renderFaultyRow,
  renderRow,
  renderSending,
  rowStatuses,
  SendingRowShape,
  SendingShape,
} from '../../schemas/resources/sendings/sending.ts';
import { maxAddressLength, requireText } from '../../schemas/text_rules.ts';
import { type Route, route } from '../route.ts';
import { downloadSendings } from './sending_file.ts';
import { namedIn, OneSending, path, sendingMoves, tag } from './sending_moves.ts';

const { method } = SendingService;

const MadeSending = Type.Object(
  { sending: SendingShape, replayed: flag('True if the client_ref was used before.') },
  { title: 'MadeSending', description: 'A draft.' },
);

/** Largest body of rows, in bytes. */
const rowsBytes = 1024 * 1024;
const maxNameLength = 100;
const maxFromLength = 64;
const maxRow = 100_000;

const name = Type.String({ minLength: 1, maxLength: maxNameLength, description: 'For people.' });
const clientRef = Type.Optional(
  nullable(
    Type.String({
      minLength: 1,
      maxLength: maxClientRefLength,
      description: 'Idempotency key: one sending for ever. Null means the same as left out.',
    }),
  ),
);
const sendAt = (description: string) =>
  Type.Optional(nullable(Type.String({ minLength: 1, maxLength: maxInstantLength, description })));

const routes = { device: TextRoute.DEVICE, gateway: TextRoute.GATEWAY } as const;

const createSending = route('POST /api/v1/sendings', {
  id: 'createSending',
  tag,
  summary: 'Make a sending: a draft that takes rows.',
  description:
    'Put its rows, then start it. An account may have 20 that are neither done nor cancelled; a draft can be started ' +
    'for 30 days.',
  admittedFor: method.createSending,
  body: Type.Object(
    {
      name,
      template: Type.String({
        minLength: 1,
        maxLength: maxBodyLength,
        description:
          'The text of its rows. {field} stands for the row’s own words; the case of names does not count.',
      }),
      client_ref: clientRef,
      route: Type.Optional(
        nullableOneOf(
          Object.keys(routes) as (keyof typeof routes)[],
          'The route of its texts, as in a single send.',
        ),
      ),
      from: Type.Optional(
        nullable(
          Type.String({
            minLength: 1,
            maxLength: maxFromLength,
            description: 'What its texts must leave by, as in a single send.',
          }),
        ),
      ),
      urgent: Type.Optional(nullable(flag('True leaves in quiet hours of the account as well.'))),
    },
    { title: 'CreateSending', description: 'A sending to make.' },
  ),
  answer: MadeSending,
  handler: async (request, { ask }) => {
    const { client_ref: ref, route: asked, from, urgent, ...fields } = request.body;
    const { sending, replayed } = await ask(method.createSending, {
      accountId: accountOf(request),
      ...fields,
      clientRef: ref ?? undefined,
      route: asked ? routes[asked] : TextRoute.UNSPECIFIED,
      from: from ?? undefined,
      urgent: urgent ?? false,
    });
    return { sending: renderSending(sending), replayed };
  },
});

const NewRow = Type.Object(
  {
    number: Type.Integer({
      minimum: 1,
      maximum: maxRow,
      description: 'Its number, which names its text: a row is put, and sent, once.',
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
      'Its text leaves no earlier than this, as in a single send. Null means the same as left out: with the sending.',
    ),
  },
  { title: 'NewSendingRow', description: 'A recipient.' },
);

/** A row as the core takes it. Throws a Refusal for what protobuf cannot carry. */
function readRow({ number, address, fields = {}, send_at: at }: Static<typeof NewRow>) {
  requireText(address, 'rows[].address');
  for (const [name, value] of Object.entries(fields)) {
    requireText(name, 'a name in rows[].fields');
    requireText(value, 'a value in rows[].fields');
  }
  return { number, address, fields, sendAt: at == null ? undefined : readInstant(at, 'rows[].send_at') };
}

const putRows = route('PUT /api/v1/sendings/:id/rows', {
  id: 'putSendingRows',
  tag,
  summary: 'Put rows into a draft.',
  description:
    'Up to 1,000 rows, 1 MiB and 40,000 values; a sending has at most 100,000, whose numbers are 1 to 100,000. A row that is there ' +
    'already stays as it is, so that a request may be repeated. A row that can never be sent is kept as refused, and is ' +
    'named in faulty.',
  admittedFor: method.putSendingRows,
  bodyBytes: rowsBytes,
  path,
  body: Type.Object(
    { rows: Type.Array(NewRow, { minItems: 1, maxItems: 1_000, description: 'In any order.' }) },
    { title: 'PutSendingRows', description: 'Rows of a sending.' },
  ),
  answer: Type.Object(
    {
      added: integer(0, 'Rows that were new.'),
      faulty: Type.Array(FaultyRowShape, {
        description: 'Rows of the request that can never be sent, in their order.',
      }),
    },
    { title: 'PutSendingRowsAnswer', description: 'What became of rows that were put.' },
  ),
  handler: async (request, { ask }) => {
    const rows = request.body.rows.map(readRow);
    const { added, faulty } = await ask(method.putSendingRows, { ...namedIn(request), rows });
    return { added, faulty: faulty.map(renderFaultyRow) };
  },
});

const startSending = route('POST /api/v1/sendings/:id/start', {
  id: 'startSending',
  tag,
  summary: 'Start a draft, now or at an instant.',
  description:
    'The service sends its rows in order of their numbers. Of a sending at most 500 texts wait to leave at a time; the ' +
    'next follow as they do. Each text’s client_ref is sending-ID-NUMBER. Quiet hours and opt-outs hold as for any text. ' +
    'Where the account itself may not send, the sending pauses and says why. Repeated, it changes nothing.',
  admittedFor: method.startSending,
  path,
  body: Type.Object(
    {
      send_at: sendAt(
        'No row leaves before this instant, with its offset (RFC 3339), at most 35 days ahead. Null means the same as left out: at once.',
      ),
      rows: Type.Optional(
        nullable(
          Type.Integer({
            minimum: 1,
            maximum: maxRow,
            description:
              'How many rows it must have, so that none is missing. Null means the same as left out: any number.',
          }),
        ),
      ),
    },
    { title: 'StartSending', description: 'When a sending is to begin.' },
  ),
  answer: OneSending,
  handler: async (request, { ask }) => {
    const { send_at: at, rows } = request.body;
    const asked = {
      ...namedIn(request),
      sendAt: at == null ? undefined : readInstant(at, 'send_at'),
      rows: rows ?? undefined,
    };
    return { sending: renderSending((await ask(method.startSending, asked)).sending) };
  },
});

const getSending = route('GET /api/v1/sendings/:id', {
  id: 'getSending',
  tag,
  summary: 'Read a sending with what became of its texts.',
  admittedFor: method.getSending,
  path,
  answer: OneSending,
  handler: async (request, { ask }) => ({
    sending: renderSending((await ask(method.getSending, namedIn(request))).sending),
  }),
});

const listSendings = route('GET /api/v1/sendings', {
  id: 'listSendings',
  tag,
  summary: 'List the account’s sendings, newest first.',
  admittedFor: method.listSendings,
  query: pageOf('entries', idCursor),
  answer: pageAnswer('sendings', SendingShape, 'Newest first.', {
    title: 'SendingPage',
    description: 'A page of sendings.',
  }),
  handler: async (request, { ask }) => {
    const asked = { accountId: accountOf(request), ...request.query };
    const { sendings, nextCursor } = await ask(method.listSendings, asked);
    return { sendings: sendings.map(renderSending), next_cursor: nextCursor?.toString() ?? null };
  },
});

const statusFilter: Parameter<string | undefined> = {
  schema: oneOf(
    [...rowStatuses, 'cancelled', 'replied'],
    'Only rows of this status (`failed`: without those that were cancelled), those whose texts were cancelled, or those whose ' +
      'recipients wrote back.',
  ),
  read: readText,
};

const listSendingRows = route('GET /api/v1/sendings/:id/rows', {
  id: 'listSendingRows',
  tag,
  summary: 'List the rows of a sending in order of their numbers.',
  description: 'A page may have few rows or none although more follow: go on while there is a next_cursor.',
  admittedFor: method.listSendingRows,
  path,
  query: { ...pageOf('entries', idCursor, { min: 1, max: 200, fallback: 100 }), status: statusFilter },
  answer: pageAnswer('rows', SendingRowShape, 'In order of their numbers.', {
    title: 'SendingRowPage',
    description: 'A page of rows.',
  }),
  holdsTexts: true,
  handler: async (request, { ask, unread, limits }, reply) => {
    await unread.enter(accountOf(request), reply, limits.pageBytes);
    const { rows, nextCursor } = await ask(method.listSendingRows, { ...namedIn(request), ...request.query });
    return { rows: rows.map(renderRow), next_cursor: numberOrNull(nextCursor)?.toString() ?? null };
  },
});

const createFailedSending = route('POST /api/v1/sendings/:id/failed', {
  id: 'createFailedSending',
  tag,
  summary: 'Make a draft of the rows whose texts failed.',
  description:
    'Left out are texts that were cancelled, whose recipients want none, and of which nobody knows whether they left ' +
    '(outcome_unknown). The rows keep their numbers; start it as any draft.',
  admittedFor: method.createFailedSending,
  path,
  body: Type.Object(
    { name, client_ref: clientRef },
    { title: 'CreateFailedSending', description: 'A sending to those that failed.' },
  ),
  answer: MadeSending,
  handler: async (request, { ask }) => {
    const { name: its, client_ref: ref } = request.body;
    const asked = { ...namedIn(request), name: its, clientRef: ref ?? undefined };
    const { sending, replayed } = await ask(method.createFailedSending, asked);
    return { sending: renderSending(sending), replayed };
  },
});

export const sendingRoutes: readonly Route[] = [
  createSending,
  putRows,
  startSending,
  getSending,
  listSendings,
  downloadSendings,
  ...sendingMoves,
  listSendingRows,
  createFailedSending,
];

// Broadcasts: many texts by one template, which the service sends by itself. A client makes a broadcast, puts its recipients, and
// then starts it; each of these may be repeated.
import { Type } from 'typebox';
import { BroadcastService } from '../../../proto/gen/textrelay/v1/broadcast_service_pb.ts';
import { Route as TextRoute } from '../../../proto/gen/textrelay/v1/message_pb.ts';
import { accountOf } from '../../edge/app.ts';
import { type Route, route } from '../../interface/route.ts';
import { BroadcastShape, renderBroadcast } from '../../resources/broadcasts/broadcast.ts';
import { pageAnswer } from '../../schemas/answers.ts';
import { maxBodyLength, maxClientRefLength } from '../../schemas/bodies.ts';
import { readInstant } from '../../schemas/instants.ts';
import { flag, nullable, nullableOneOf } from '../../schemas/kinds.ts';
import { idCursor, pageOf } from '../../schemas/parameters.ts';
import { downloadBroadcasts } from './broadcast_file.ts';
import { broadcastMoves, namedIn, OneBroadcast, path, tag } from './broadcast_moves.ts';
import { listBroadcastRecipients, maxNumber, putBroadcastRecipients, sendAt } from './recipients.ts';

const { method } = BroadcastService;

const MadeBroadcast = Type.Object(
  { broadcast: BroadcastShape, replayed: flag('True if the client_ref was used before.') },
  { title: 'MadeBroadcast', description: 'A draft.' },
);

const maxNameLength = 100;
const maxFromLength = 64;

const name = Type.String({ minLength: 1, maxLength: maxNameLength, description: 'For people.' });
const clientRef = Type.Optional(
  nullable(
    Type.String({
      minLength: 1,
      maxLength: maxClientRefLength,
      description: 'Idempotency key: one broadcast for ever. Null means the same as left out.',
    }),
  ),
);
const routes = { device: TextRoute.DEVICE, gateway: TextRoute.GATEWAY } as const;

const createBroadcast = route('POST /api/v1/broadcasts', {
  id: 'createBroadcast',
  tag,
  summary: 'Make a broadcast: a draft that takes recipients.',
  description:
    'Put its recipients, then start it. An account may have 20 that are neither done nor cancelled; a draft can be started ' +
    'for 30 days.',
  admittedFor: method.createBroadcast,
  body: Type.Object(
    {
      name,
      template: Type.String({
        minLength: 1,
        maxLength: maxBodyLength,
        description:
          'The text of its recipients. {field} stands for the recipient’s own words; the case of names does not count.',
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
    { title: 'CreateBroadcast', description: 'A broadcast to make.' },
  ),
  answer: MadeBroadcast,
  handler: async (request, { ask }) => {
    const { client_ref: ref, route: asked, from, urgent, ...fields } = request.body;
    const { broadcast, replayed } = await ask(method.createBroadcast, {
      accountId: accountOf(request),
      ...fields,
      clientRef: ref ?? undefined,
      route: asked ? routes[asked] : TextRoute.UNSPECIFIED,
      from: from ?? undefined,
      urgent: urgent ?? false,
    });
    return { broadcast: renderBroadcast(broadcast), replayed };
  },
});

const startBroadcast = route('POST /api/v1/broadcasts/:id/start', {
  id: 'startBroadcast',
  tag,
  summary: 'Start a draft, now or at an instant.',
  description:
    'The service sends its recipients in order of their numbers. Of a broadcast at most 500 texts wait to leave at a time; the ' +
    'next follow as they do. Each text’s client_ref is broadcast-ID-NUMBER. Quiet hours and opt-outs hold as for any text. ' +
    'Where the account itself may not send, the broadcast pauses and says why. Repeated, it changes nothing.',
  admittedFor: method.startBroadcast,
  path,
  body: Type.Object(
    {
      send_at: sendAt(
        'No recipient leaves before this instant, with its offset (RFC 3339), at most 35 days ahead. Null means the same as left out: at once.',
      ),
      recipients: Type.Optional(
        nullable(
          Type.Integer({
            minimum: 1,
            maximum: maxNumber,
            description:
              'How many recipients it must have, so that none is missing. Null means the same as left out: any number.',
          }),
        ),
      ),
    },
    { title: 'StartBroadcast', description: 'When a broadcast is to begin.' },
  ),
  answer: OneBroadcast,
  handler: async (request, { ask }) => {
    const { send_at: at, recipients } = request.body;
    const asked = {
      ...namedIn(request),
      sendAt: at == null ? undefined : readInstant(at, 'send_at'),
      recipients: recipients ?? undefined,
    };
    return { broadcast: renderBroadcast((await ask(method.startBroadcast, asked)).broadcast) };
  },
});

const getBroadcast = route('GET /api/v1/broadcasts/:id', {
  id: 'getBroadcast',
  tag,
  summary: 'Read a broadcast with what became of its texts.',
  admittedFor: method.getBroadcast,
  path,
  answer: OneBroadcast,
  handler: async (request, { ask }) => ({
    broadcast: renderBroadcast((await ask(method.getBroadcast, namedIn(request))).broadcast),
  }),
});

const listBroadcasts = route('GET /api/v1/broadcasts', {
  id: 'listBroadcasts',
  tag,
  summary: 'List the account’s broadcasts, newest first.',
  admittedFor: method.listBroadcasts,
  query: pageOf('entries', idCursor),
  answer: pageAnswer('broadcasts', BroadcastShape, 'Newest first.', {
    title: 'BroadcastPage',
    description: 'A page of broadcasts.',
  }),
  handler: async (request, { ask }) => {
    const asked = { accountId: accountOf(request), ...request.query };
    const { broadcasts, nextCursor } = await ask(method.listBroadcasts, asked);
    return { broadcasts: broadcasts.map(renderBroadcast), next_cursor: nextCursor?.toString() ?? null };
  },
});

const createFailedBroadcast = route('POST /api/v1/broadcasts/:id/failed', {
  id: 'createFailedBroadcast',
  tag,
  summary: 'Make a draft of the recipients whose texts failed.',
  description:
    'Left out are texts that were cancelled, whose recipients want none, and of which nobody knows whether they left ' +
    '(outcome_unknown). The recipients keep their numbers; start it as any draft.',
  admittedFor: method.createFailedBroadcast,
  path,
  body: Type.Object(
    { name, client_ref: clientRef },
    { title: 'CreateFailedBroadcast', description: 'A broadcast to those that failed.' },
  ),
  answer: MadeBroadcast,
  handler: async (request, { ask }) => {
    const { name: its, client_ref: ref } = request.body;
    const asked = { ...namedIn(request), name: its, clientRef: ref ?? undefined };
    const { broadcast, replayed } = await ask(method.createFailedBroadcast, asked);
    return { broadcast: renderBroadcast(broadcast), replayed };
  },
});

export const broadcastRoutes: readonly Route[] = [
  createBroadcast,
  putBroadcastRecipients,
  startBroadcast,
  getBroadcast,
  listBroadcasts,
  downloadBroadcasts,
  ...broadcastMoves,
  listBroadcastRecipients,
  createFailedBroadcast,
];

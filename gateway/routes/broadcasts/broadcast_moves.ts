// Pauses, resumes and cancels a broadcast that was started.
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { BroadcastService } from '../../../proto/gen/textrelay/v1/broadcast_service_pb.ts';
import { accountOf } from '../../edge/app.ts';
import { type Route, route } from '../../interface/route.ts';
import { BroadcastShape, renderBroadcast } from '../../resources/broadcasts/broadcast.ts';
import { pathId } from '../../schemas/parameters.ts';

const { method } = BroadcastService;

export const tag = 'Broadcasts';
export const path = { id: pathId('broadcast', 'The id of the broadcast.') };
export const OneBroadcast = Type.Object({ broadcast: BroadcastShape }, { title: 'OneBroadcast' });

/** The account and the broadcast that a request is about. */
export const namedIn = (request: FastifyRequest & { params: { id: bigint } }) => ({
  accountId: accountOf(request),
  id: request.params.id,
});

const pauseBroadcast = route('POST /api/v1/broadcasts/:id/pause', {
  id: 'pauseBroadcast',
  tag,
  summary: 'Pause a broadcast: once this is answered, no further recipient becomes a text.',
  description: 'Texts that wait to leave already, at most 500, still do. Repeated, it changes nothing.',
  admittedFor: method.pauseBroadcast,
  path,
  answer: OneBroadcast,
  handler: async (request, { ask }) => ({
    broadcast: renderBroadcast((await ask(method.pauseBroadcast, namedIn(request))).broadcast),
  }),
});

const resumeBroadcast = route('POST /api/v1/broadcasts/:id/resume', {
  id: 'resumeBroadcast',
  tag,
  summary: 'Resume a broadcast that was paused, or paused itself.',
  description: 'Repeated, it changes nothing.',
  admittedFor: method.resumeBroadcast,
  path,
  answer: OneBroadcast,
  handler: async (request, { ask }) => ({
    broadcast: renderBroadcast((await ask(method.resumeBroadcast, namedIn(request))).broadcast),
  }),
});

const cancelBroadcast = route('POST /api/v1/broadcasts/:id/cancel', {
  id: 'cancelBroadcast',
  tag,
  summary: 'Cancel the rest of a broadcast, and its texts that still wait.',
  description:
    'Once this is answered, no further recipient becomes a text; texts that wait end as cancelled soon after and give their ' +
    'units back. What was handed over stays. Repeated, it changes nothing.',
  admittedFor: method.cancelBroadcast,
  path,
  answer: OneBroadcast,
  handler: async (request, { ask }) => ({
    broadcast: renderBroadcast((await ask(method.cancelBroadcast, namedIn(request))).broadcast),
  }),
});

export const broadcastMoves: readonly Route[] = [pauseBroadcast, resumeBroadcast, cancelBroadcast];

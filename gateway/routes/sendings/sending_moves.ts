// Pauses, resumes and cancels a sending that was started.
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { SendingService } from '../../../proto/gen/textrelay/v1/sending_service_pb.ts';
import { accountOf } from '../../edge/app.ts';
import { pathId } from '../../schemas/parameters.ts';
import { renderSending, SendingShape } from '../../schemas/resources/sendings/sending.ts';
import { type Route, route } from '../route.ts';

const { method } = SendingService;

export const tag = 'Sendings';
export const path = { id: pathId('sending', 'The id of the sending.') };
export const OneSending = Type.Object({ sending: SendingShape }, { title: 'OneSending' });

/** The account and the sending that a request is about. */
export const namedIn = (request: FastifyRequest & { params: { id: bigint } }) => ({
  accountId: accountOf(request),
  id: request.params.id,
});

const pauseSending = route('POST /api/v1/sendings/:id/pause', {
  id: 'pauseSending',
  tag,
  summary: 'Pause a sending: once this is answered, no further row becomes a text.',
  description: 'Texts that wait to leave already, at most 500, still do. Repeated, it changes nothing.',
  admittedFor: method.pauseSending,
  path,
  answer: OneSending,
  handler: async (request, { ask }) => ({
    sending: renderSending((await ask(method.pauseSending, namedIn(request))).sending),
  }),
});

const resumeSending = route('POST /api/v1/sendings/:id/resume', {
  id: 'resumeSending',
  tag,
  summary: 'Resume a sending that was paused, or paused itself.',
  description: 'Repeated, it changes nothing.',
  admittedFor: method.resumeSending,
  path,
  answer: OneSending,
  handler: async (request, { ask }) => ({
    sending: renderSending((await ask(method.resumeSending, namedIn(request))).sending),
  }),
});

const cancelSending = route('POST /api/v1/sendings/:id/cancel', {
  id: 'cancelSending',
  tag,
  summary: 'Cancel the rest of a sending, and its texts that still wait.',
  description:
    'Once this is answered, no further row becomes a text; texts that wait end as cancelled soon after and give their ' +
    'units back. What was handed over stays. Repeated, it changes nothing.',
  admittedFor: method.cancelSending,
  path,
  answer: OneSending,
  handler: async (request, { ask }) => ({
    sending: renderSending((await ask(method.cancelSending, namedIn(request))).sending),
  }),
});

export const sendingMoves: readonly Route[] = [pauseSending, resumeSending, cancelSending];

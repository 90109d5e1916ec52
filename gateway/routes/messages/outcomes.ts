// Waiting for what becomes of a text: at the end of its send, and by itself (beyond the promised interface).
import { create } from '@bufbuild/protobuf';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import {
  type AcceptedText,
  MessageService,
  OutcomeSchema,
} from '../../../proto/gen/textrelay/v1/message_service_pb.ts';
import { accountOf } from '../../edge/app.ts';
import { type Route, route, type Services } from '../../interface/route.ts';
import { MessageShape } from '../../resources/messages/message.ts';
import { OutcomeShape, renderOutcome } from '../../resources/messages/outcome.ts';
import { longestWait, type readWait } from '../../schemas/bodies.ts';
import { clampedInteger, optionalWord, type Parameter, pathId } from '../../schemas/parameters.ts';
import { missing } from '../../schemas/resource.ts';
import { type WaitedFor, waitedFor } from '../../waiting/await_outcome.ts';

/**
 * Waits for the outcome of a text that was accepted. The send is answered as accepted in any case: an outcome that
 * cannot be read is pending.
 */
export async function outcomeOf(
  { message, replayed }: AcceptedText,
  wait: NonNullable<ReturnType<typeof readWait>>,
  request: FastifyRequest,
  { awaitOutcome }: Services,
  reply: FastifyReply,
) {
  const { id, seq } = message ?? missing();
  // The seq of an earlier text may be above that of its reply.
  const wanted = { ...wait, accountId: accountOf(request), id, since: replayed ? 0n : seq };
  const outcome = await awaitOutcome({ ...wanted, apiKey: request.presentedKey ?? '' }, reply.raw).catch(() =>
    create(OutcomeSchema, { ...(message && { message }), nextSince: wanted.since }),
  );
  return renderOutcome(outcome, wait.waitFor);
}

const waitedWord = optionalWord(waitedFor, 'What to wait for: reply or final. Left out: reply.');
const waitForParameter: Parameter<WaitedFor> = {
  ...waitedWord,
  read: (value, name) => waitedWord.read(value, name) ?? 'reply',
};

const awaitOutcome = route('GET /api/v1/messages/:id/outcome', {
  id: 'awaitOutcome',
  tag: 'Beyond sending',
  summary: 'Wait for the reply to a text, or for its final state.',
  description:
    'Goes on with a send that had wait_for, from the since of its outcome, as often as needed: the service keeps nothing about the wait. No ' +
    'reply is missed, and none is given twice to one since.',
  admittedFor: MessageService.method.listOutcomes,
  refusals: ['not_found'],
  path: { id: pathId('message', 'The id of the text.') },
  query: {
    wait_for: waitForParameter,
    since: clampedInteger(
      { min: 0, max: Number.MAX_SAFE_INTEGER, fallback: 0 },
      'The since of the outcome before; left out, the first reply counts.',
    ),
    wait: clampedInteger({ min: 0, max: longestWait, fallback: 0 }, 'Seconds to wait.'),
  },
  answer: Type.Object({ message: MessageShape, outcome: OutcomeShape }, { title: 'TextOutcome' }),
  handler: async (request, services, reply) => {
    const { wait_for: waitFor, since, wait } = request.query;
    const asked = { accountId: accountOf(request), id: request.params.id, waitFor, waitSeconds: wait };
    const apiKey = request.presentedKey ?? '';
    const outcome = await services.awaitOutcome({ ...asked, since: BigInt(since), apiKey }, reply.raw);
    return renderOutcome(outcome, waitFor);
  },
});

export const outcomeRoutes: readonly Route[] = [awaitOutcome];

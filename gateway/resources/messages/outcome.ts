// What has become of a text that was waited for.
import { type Static, Type } from 'typebox';
import type { Outcome } from '../../../proto/gen/textrelay/v1/message_service_pb.ts';
import { toNumber } from '../../schemas/integers.ts';
import { integer, oneOf } from '../../schemas/kinds.ts';
import { missing } from '../../schemas/resource.ts';
import { stateOf, type WaitedFor } from '../../waiting/await_outcome.ts';
import { MessageShape, renderMessage } from './message.ts';

export const OutcomeShape = Type.Object(
  {
    state: oneOf(
      ['reply', 'final', 'pending'],
      'reply: it is there. final: message.status says how the text ended; one that failed gets no reply. pending: neither came ' +
        'in time; go on with GET /api/v1/messages/{id}/outcome and since.',
    ),
    /** Left out of any other state. */
    reply: Type.Optional(MessageShape),
    id: integer(1, 'The id of the text: with since, all that is needed to go on.'),
    since: integer(
      0,
      'What to pass as since to go on: after a reply it brings the next one. It is a cursor of the change feed as well, in ' +
        'which every reply comes after it.',
    ),
  },
  {
    title: 'Outcome',
    description:
      'What a wait ended with. The reply is the first text of the recipient that was received after this one and came to the ' +
      'phone, or to the number, that this one left by. Two texts to one recipient may have the same reply.',
  },
);

/** The text as it is now, and what the wait ended with. */
export const renderOutcome = (outcome: Outcome, waitFor: WaitedFor) => {
  const { message, reply, nextSince } = outcome;
  const state = stateOf(outcome, waitFor);
  return {
    message: renderMessage(message),
    outcome: {
      state,
      ...(state === 'reply' && { reply: renderMessage(reply) }),
      id: toNumber((message ?? missing()).id),
      since: toNumber(nextSince),
    } satisfies Static<typeof OutcomeShape>,
  };
};

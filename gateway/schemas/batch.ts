// Many texts in one request (beyond the promised interface): what it holds and what it answers.
import { type Static, Type } from 'typebox';
import type { AcceptedText } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { publicError, type Refusal } from '../edge/errors.ts';
import { flag, nullable, text } from './kinds.ts';
import { missing } from './resource.ts';
import { MessageShape, renderMessage } from './resources/message.ts';

/** Most texts of a request. */
const maxTexts = 500;
/** So many texts of a batch, begun, count as one request of the key. */
export const textsOfRequest = 25;
/** Largest body, in bytes. */
export const batchBytes = 1024 * 1024;

/** A text of a batch is looked at alone, so that a malformed one refuses none of the others. */
export const SendBatchBody = Type.Object(
  {
    texts: Type.Array(Type.Unknown(), {
      minItems: 1,
      maxItems: maxTexts,
      description: 'Each as the body of a single send. One that is malformed is refused alone.',
    }),
  },
  { title: 'SendBatch', description: 'Texts to send.' },
);

const Verdict = Type.Object(
  {
    ok: flag('True when the text was accepted, now or before.'),
    /** Left out of a refusal. */
    message: Type.Optional(MessageShape),
    replayed: flag('True for the original of a repeated client_ref.'),
    differs: flag('True when the repeat asked for another body, recipient or route than the original has.'),
    error: nullable(text('Why it was refused; null when it was accepted.')),
    code: nullable(text('The code of the refusal, as a single send would have it.')),
    retry_after: nullable(
      Type.Integer({ minimum: 1, description: 'Seconds after which a repeat makes sense.' }),
    ),
  },
  { title: 'Verdict', description: 'What became of one text of a batch.' },
);

export const BatchAnswer = Type.Object(
  { results: Type.Array(Verdict, { description: 'One for each text, in their order.' }) },
  { title: 'BatchAnswer' },
);

/** The verdict on an accepted text. */
export const acceptedVerdict = ({ message, replayed, differs }: AcceptedText): Static<typeof Verdict> => ({
  ok: true,
  message: renderMessage(message ?? missing()),
  replayed,
  differs,
  error: null,
  code: null,
  retry_after: null,
});

/** The verdict on a refused text. */
export const refusedVerdict = (refusal: Refusal): Static<typeof Verdict> => ({
  ok: false,
  replayed: false,
  differs: false,
  error: refusal.message,
  code: publicError(refusal.code).code,
  retry_after: refusal.retryAfterSeconds ?? null,
});

// Many texts in one request (beyond the promised interface): what it holds and what it answers.
import { type Static, Type } from 'typebox';
import type { AcceptedText, MessagePreview } from '../../../proto/gen/textrelay/v1/message_service_pb.ts';
import { describeError } from '../../errors/error_body.ts';
import { publicError } from '../../errors/error_codes.ts';
import { type Refusal, refusalFrom } from '../../errors/errors.ts';
import { flag, nullable, text } from '../../schemas/kinds.ts';
import { missing } from '../../schemas/resource.ts';
import { MessageShape, renderMessage } from './message.ts';
import { PreviewShape, renderPreview } from './preview.ts';

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
    dry_run: Type.Optional(
      nullable(
        flag(
          'True asks what would become of the texts if they were sent together now: nothing is sent. It is the batch that ' +
            'is run dry: a text of its own with dry_run is refused.',
        ),
      ),
    ),
  },
  { title: 'SendBatch', description: 'Texts to send.' },
);

export const Verdict = Type.Object(
  {
    ok: flag('True when the text was accepted, now or before.'),
    /** Left out of a refusal. */
    message: Type.Optional(MessageShape),
    replayed: flag('True for the original of a repeated client_ref.'),
    differs: flag(
      'True when the repeat asked for another body, recipient, route or from than the original has.',
    ),
    error: nullable(text('Why it was refused; null when it was accepted.')),
    code: nullable(text('The code of the refusal, as a single send would have it.')),
    next: nullable(text('What to do about a refusal of this code; null when it was accepted.')),
    retry_after: nullable(
      Type.Integer({ minimum: 1, description: 'Seconds after which a repeat makes sense.' }),
    ),
    /** Of a dry run only. */
    preview: Type.Optional(PreviewShape),
  },
  { title: 'Verdict', description: 'What became of one text, or in a dry run would become of it.' },
);

export const BatchAnswer = Type.Object(
  { results: Type.Array(Verdict, { description: 'One for each text, in their order.' }) },
  { title: 'BatchAnswer' },
);

const accepted = { ok: true, error: null, code: null, next: null, retry_after: null };

/** The verdict on an accepted text. */
export const acceptedVerdict = ({ message, replayed, differs }: AcceptedText): Static<typeof Verdict> => ({
  ...accepted,
  message: renderMessage(message ?? missing()),
  replayed,
  differs,
});

/** The verdict on a refused text. */
export const refusedVerdict = (refusal: Refusal): Static<typeof Verdict> => ({
  ok: false,
  replayed: false,
  differs: false,
  ...describeError(refusal.message, publicError(refusal.code).code),
  retry_after: refusal.retryAfterSeconds ?? null,
});

/** The verdict that a dry run has for a text. */
export const previewVerdict = (preview: MessagePreview): Static<typeof Verdict> => {
  const { error, original, replayed, differs } = preview;
  return {
    ...(error ? refusedVerdict(refusalFrom(error)) : accepted),
    ...(original && { message: renderMessage(original) }),
    replayed,
    differs,
    preview: renderPreview(preview),
  };
};

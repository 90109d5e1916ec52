// A send, or a dry run, with the key at the door: the key is judged together with the text.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { ErrorCode } from '../../../proto/gen/textrelay/v1/error_pb.ts';
import type { OutboundText } from '../../../proto/gen/textrelay/v1/message_pb.ts';
import {
  type AcceptedText,
  type MessagePreview,
  MessageService,
} from '../../../proto/gen/textrelay/v1/message_service_pb.ts';
import type { Ask } from '../../core_client/ask.ts';
import { ofKeyAtDoor, takeAdmission } from '../../edge/app.ts';
import { publicError } from '../../errors/error_codes.ts';
import { Refusal, refusalFrom, unavailable } from '../../errors/errors.ts';
import { rateHeaders } from '../../errors/rate_limit.ts';
import type { Services } from '../../interface/route.ts';
import { admitNow } from '../../keys/admit_now.ts';
import { previewVerdict, refusedVerdict, type Verdict } from '../../resources/messages/batch.ts';

const { method } = MessageService;

/** The verdicts on texts that are not sent, in their order; a Refusal among them stands for a text that could not be read. */
export async function judgeDry(
  ask: Ask,
  texts: readonly (OutboundText | Refusal)[],
): Promise<Static<typeof Verdict>[]> {
  const asked = texts.filter((text): text is OutboundText => !(text instanceof Refusal));
  const previews = asked.length > 0 ? (await ask(method.previewMessages, { texts: asked })).previews : [];
  if (previews.length !== asked.length) throw unavailable();
  const next = previews.values();
  return texts.map((text) =>
    text instanceof Refusal ? refusedVerdict(text) : previewVerdict(next.next().value as MessagePreview),
  );
}

/** Judges a text as a send would be, and sends nothing. The request at the door is counted by itself. */
export async function runDry(
  text: OutboundText,
  request: FastifyRequest,
  { ask, core }: Services,
  reply: FastifyReply,
) {
  await admitNow(request, { core }, reply);
  Object.assign(text, ofKeyAtDoor(request));
  const [verdict] = await judgeDry(ask, [text]);
  return { dry_run: true, verdict };
}

/** Sends a text for the key at the door. Throws a Refusal for one that is not accepted. */
export async function sendAtDoor(
  text: OutboundText,
  request: FastifyRequest,
  { core, onSend }: Services,
  reply: FastifyReply,
): Promise<AcceptedText> {
  // One that was admitted before names its account and its key.
  if (text.accountId === 0n) text.admission = takeAdmission(request);
  const { outcome, rate, accountId } = await core.send(text).catch((error) => {
    onSend(publicError(ErrorCode.UNAVAILABLE).code);
    throw error;
  });
  if (rate) reply.headers(rateHeaders(rate));
  if (outcome.case !== 'accepted') {
    const refusal = outcome.case === 'error' ? refusalFrom(outcome.value) : unavailable();
    onSend(publicError(refusal.code).code);
    throw refusal;
  }
  onSend(outcome.value.replayed ? 'replayed' : 'accepted');
  request.caller ??= { case: 'accountId', value: accountId };
  return outcome.value;
}

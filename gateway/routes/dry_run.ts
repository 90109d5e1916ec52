// What would become of texts: the same bodies as a send's, judged and not sent (beyond the promised interface).
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { OutboundText } from '../../proto/gen/textrelay/v1/message_pb.ts';
import type { MessagePreview } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import type { Core } from '../core/client.ts';
import { takeAdmission } from '../edge/app.ts';
import { Refusal, refusalFrom, unavailable } from '../edge/errors.ts';
import { rateHeaders } from '../keys/admission.ts';
import { previewVerdict, refusedVerdict, type Verdict } from '../schemas/batch.ts';

/** Counts the request at the door by itself; returns the account that it acts for. Throws its refusal. */
export async function admitAtTheDoor(
  core: Pick<Core, 'admit'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<bigint> {
  const { outcome, rate } = await core.admit(takeAdmission(request));
  if (rate) reply.headers(rateHeaders(rate));
  if (outcome.case === 'error') throw refusalFrom(outcome.value);
  const caller = outcome.value?.caller;
  if (caller?.case !== 'accountId') throw unavailable();
  return caller.value;
}

/** The verdicts on texts of an account, in their order; a Refusal among them stands for a text that could not be read. */
export async function judgeDry(
  core: Pick<Core, 'previewMessages'>,
  texts: readonly (OutboundText | Refusal)[],
): Promise<Static<typeof Verdict>[]> {
  const asked = texts.filter((text): text is OutboundText => !(text instanceof Refusal));
  const previews = (asked.length > 0 ? await core.previewMessages(asked) : []).values();
  return texts.map((text) =>
    text instanceof Refusal ? refusedVerdict(text) : previewVerdict(previews.next().value as MessagePreview),
  );
}

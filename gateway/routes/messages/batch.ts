// Many texts in one request (beyond the promised interface). Each gets the verdict that it would get alone. They are
// sent in groups, one after the other, so that a large batch keeps no other request waiting.
import { create } from '@bufbuild/protobuf';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { AdmissionRequestSchema } from '../../../proto/gen/textrelay/v1/access_service_pb.ts';
import type { OutboundText } from '../../../proto/gen/textrelay/v1/message_pb.ts';
import { MessageService } from '../../../proto/gen/textrelay/v1/message_service_pb.ts';
import { methodName } from '../../../runtime/method_name.ts';
import { ofKeyAtDoor } from '../../edge/app.ts';
import { KnownFields } from '../../edge/requests/known_fields.ts';
import { ownerOf } from '../../edge/requests/owners_turns.ts';
import { publicError } from '../../errors/error_codes.ts';
import { invalidRequest, Refusal, refusalFrom, unavailable } from '../../errors/errors.ts';
import { toRefusal } from '../../http/error_answer.ts';
import { route, type Services } from '../../interface/route.ts';
import {
  acceptedVerdict,
  BatchAnswer,
  batchBytes,
  refusedVerdict,
  SendBatchBody,
  textsOfRequest,
} from '../../resources/messages/batch.ts';
import { readSendMessage, SendMessageBody } from '../../schemas/bodies.ts';
import { judgeDry } from './door_sends.ts';

const { sendMessages } = MessageService.method;
const fieldsOfText = new KnownFields(SendMessageBody);

type Verdict = Static<typeof BatchAnswer>['results'][number];

/** Counts a further request of a key that was admitted; returns its refusal when it may make none now. */
async function admitFurther(apiKey: string, { core, log }: Services): Promise<Refusal | undefined> {
  try {
    const asked = create(AdmissionRequestSchema, { apiKey, method: methodName(sendMessages) });
    const { outcome } = await core.admit(asked);
    if (outcome.case === 'admission') return undefined;
    return outcome.case === 'error' ? refusalFrom(outcome.value) : unavailable();
  } catch (error) {
    return toRefusal(error, log);
  }
}

/** How many of the texts may be judged, from the first on, and why not the others. */
export async function admitTexts(apiKey: string, texts: number, services: Services) {
  // The request itself was counted at the door.
  const further = Math.ceil(texts / textsOfRequest) - 1;
  const answers = await Promise.all(Array.from({ length: further }, () => admitFurther(apiKey, services)));
  const refusals = answers.filter((answer) => answer !== undefined);
  return { admitted: (1 + further - refusals.length) * textsOfRequest, refusal: refusals[0] };
}

/** Returns a function that reads the texts of a request: each is one to send, or its refusal. */
function readerOf(request: FastifyRequest, { log }: Services): (item: unknown) => OutboundText | Refusal {
  const validate = request.compileValidationSchema(SendMessageBody);
  return (item) => {
    try {
      fieldsOfText.hold(item, request, 'texts[].');
      if (!validate(item)) throw { validation: validate.errors };
      const body = item as Static<typeof SendMessageBody>;
      if (body.dry_run) throw invalidRequest('dry_run must stand beside texts: it is for the whole batch');
      if (body.wait_for != null || body.wait != null)
        throw invalidRequest('wait_for and wait must not be given: they are for a text that is sent alone');
      return Object.assign(readSendMessage(body), ofKeyAtDoor(request));
    } catch (error) {
      return toRefusal(error, log);
    }
  };
}

function refuse(refusal: Refusal, { onSend }: Services): Verdict {
  onSend(publicError(refusal.code).code);
  return refusedVerdict(refusal);
}

/** Sends one text, if it is one; its verdict. */
async function send(text: OutboundText | Refusal, services: Services): Promise<Verdict> {
  const { core, log, onSend } = services;
  if (text instanceof Refusal) return refuse(text, services);
  try {
    const { outcome } = await core.send(text);
    if (outcome.case !== 'accepted')
      throw outcome.case === 'error' ? refusalFrom(outcome.value) : unavailable();
    onSend(outcome.value.replayed ? 'replayed' : 'accepted');
    return acceptedVerdict(outcome.value);
  } catch (error) {
    return refuse(toRefusal(error, log), services);
  }
}

export const sendBatch = route('POST /api/v1/messages/batch', {
  id: 'sendBatch',
  tag: 'Beyond sending',
  summary: 'Send up to 500 texts, each with a verdict of its own.',
  description:
    `Every ${textsOfRequest} texts that are begun count as one request of the key: texts for which it has none left ` +
    'are refused as rate_limited, and the others are sent. Give each text a client_ref, and repeat what was not ' +
    'accepted, or the whole batch after a lost connection: nothing is sent twice. With dry_run nothing is sent at all.',
  admittedFor: sendMessages,
  bodyBytes: batchBytes,
  takesTurns: true,
  judgesEach: { name: 'texts', schema: SendMessageBody },
  body: SendBatchBody,
  answer: BatchAnswer,
  handler: async (request, services) => {
    const { texts, dry_run: isDry } = request.body;
    const read = readerOf(request, services);
    const { admitted, refusal } = await admitTexts(request.presentedKey ?? '', texts.length, services);
    const [first, rest] = [texts.slice(0, admitted), texts.slice(admitted)];
    const refused = rest.map(() => refusal ?? unavailable());
    const owner = ownerOf(request);
    const { batches, reads } = services.turns;
    if (isDry) {
      const judge = () => judgeDry(services.ask, [...first.map(read), ...refused]);
      return { results: await reads.run(owner, judge, unavailable) };
    }
    const results: Verdict[] = [];
    for (let from = 0; from < first.length; from += textsOfRequest) {
      const group = first.slice(from, from + textsOfRequest);
      const sendAll = () => Promise.all(group.map((item) => send(read(item), services)));
      // Nothing was done for texts whose turn did not come: they may be sent again.
      const late = (refusal: unknown) => group.map(() => refuse(toRefusal(refusal, services.log), services));
      results.push(...(await batches.run(owner, sendAll, unavailable).catch(late)));
    }
    return { results: [...results, ...refused.map((one) => refuse(one, services))] };
  },
});

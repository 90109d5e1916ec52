// Many texts in one request (beyond the promised interface). Each has the verdict that it would have alone; they are sent in
// groups, one after the other, so that a large batch keeps nobody else waiting.

import { create } from '@bufbuild/protobuf';
import type { Static } from 'typebox';
import { AdmissionRequestSchema } from '../../proto/gen/textrelay/v1/access_service_pb.ts';
import type { OutboundText } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import type { Log } from '../../runtime/log.ts';
import { methodName } from '../../runtime/method_name.ts';
import type { Core } from '../core/client.ts';
import { type App, accountOf } from '../edge/app.ts';
import type { BodyMemory } from '../edge/body_memory.ts';
import { createBodyParser } from '../edge/body_parser.ts';
import { toRefusal } from '../edge/error_answer.ts';
import { invalidRequest, publicError, Refusal, refusalFrom, unavailable } from '../edge/errors.ts';
import { KnownFields } from '../edge/known_fields.ts';
import {
  acceptedVerdict,
  BatchAnswer,
  batchBytes,
  refusedVerdict,
  SendBatchBody,
  textsOfRequest,
} from '../schemas/batch.ts';
import { readSendMessage, SendMessageBody } from '../schemas/bodies.ts';
import { judgeDry } from './dry_run.ts';

interface BatchRoutesOptions {
  core: Pick<Core, 'send' | 'admit' | 'previewMessages'>;
  bodies: BodyMemory;
  log: Log;
  /** Called with each text's outcome: accepted, replayed or an error code. */
  onSend: (outcome: string) => void;
}

const fieldsOfText = new KnownFields(SendMessageBody);

type Verdict = Static<typeof BatchAnswer>['results'][number];

export function addBatchRoutes(app: App, { core, bodies, log, onSend }: BatchRoutesOptions): void {
  const refuse = (refusal: Refusal): Verdict => {
    onSend(publicError(refusal.code).code);
    return refusedVerdict(refusal);
  };

  const sendOne = async (text: OutboundText): Promise<Verdict> => {
    const { outcome } = await core.send(text);
    if (outcome.case !== 'accepted') {
      return refuse(outcome.case === 'error' ? refusalFrom(outcome.value) : unavailable());
    }
    onSend(outcome.value.replayed ? 'replayed' : 'accepted');
    return acceptedVerdict(outcome.value);
  };

  /** Counts a further request of a key that was admitted; returns its refusal when it may make none now. */
  const admitFurther = async (apiKey: string): Promise<Refusal | undefined> => {
    const asked = create(AdmissionRequestSchema, {
      apiKey,
      method: methodName(MessageService.method.sendMessages),
    });
    try {
      const { outcome } = await core.admit(asked);
      if (outcome.case === 'admission') return undefined;
      return outcome.case === 'error' ? refusalFrom(outcome.value) : unavailable();
    } catch (error) {
      return toRefusal(error, log);
    }
  };

  /** How many of so many texts may be looked at, the first ones, and why not the others. */
  const admit = async (apiKey: string, texts: number) => {
    // The request itself was counted at the door.
    const further = Math.ceil(texts / textsOfRequest) - 1;
    const answers = await Promise.all(Array.from({ length: further }, () => admitFurther(apiKey)));
    const refusals = answers.filter((answer) => answer !== undefined);
    return { admitted: (1 + further - refusals.length) * textsOfRequest, refusal: refusals[0] };
  };

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      createBodyParser(bodies, { bodyBytes: batchBytes, drainBytes: batchBytes }),
    );
    scope.route({
      method: 'POST',
      url: '/api/v1/messages/batch',
      bodyLimit: batchBytes,
      config: {
        id: 'sendBatch',
        tag: 'Beyond sending',
        summary: 'Send up to 500 texts, each with a verdict of its own.',
        description:
          `Every ${textsOfRequest} texts that are begun count as one request of the key: texts for which it has none left ` +
          'are refused as rate_limited, and the others are sent. Give each text a client_ref, and repeat what was not ' +
          'accepted, or the whole batch after a lost connection: nothing is sent twice. With dry_run nothing is sent at all.',
        admittedFor: MessageService.method.sendMessages,
        bodyBytes: batchBytes,
        judgesEach: { name: 'texts', schema: SendMessageBody },
      },
      schema: { body: SendBatchBody, response: { 200: BatchAnswer } },
      handler: async (request) => {
        const accountId = accountOf(request);
        const { texts, dry_run: isDry } = request.body as Static<typeof SendBatchBody>;
        const validate = request.compileValidationSchema(SendMessageBody);

        const read = (item: unknown): OutboundText => {
          fieldsOfText.hold(item, request, 'texts[].');
          if (!validate(item)) throw { validation: validate.errors };
          const body = item as Static<typeof SendMessageBody>;
          if (body.dry_run) throw invalidRequest('dry_run is asked for the whole batch, beside texts');
          return Object.assign(readSendMessage(body), { accountId });
        };

        const tryRead = (item: unknown): OutboundText | Refusal => {
          try {
            return read(item);
          } catch (error) {
            return toRefusal(error, log);
          }
        };

        const decide = async (item: unknown): Promise<Verdict> => {
          const text = tryRead(item);
          if (text instanceof Refusal) return refuse(text);
          return sendOne(text).catch((error) => refuse(toRefusal(error, log)));
        };

        const { admitted, refusal } = await admit(request.presentedKey ?? '', texts.length);
        const [first, rest] = [texts.slice(0, admitted), texts.slice(admitted)];
        const refused = rest.map(() => refusal ?? unavailable());
        if (isDry) return { results: await judgeDry(core, [...first.map(tryRead), ...refused]) };
        const results: Verdict[] = [];
        for (let from = 0; from < first.length; from += textsOfRequest)
          results.push(...(await Promise.all(first.slice(from, from + textsOfRequest).map(decide))));
        return { results: [...results, ...refused.map(refuse)] };
      },
    });
  });
}

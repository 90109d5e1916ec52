// Many texts in one request (beyond the promised interface). Each has the verdict that it would have alone; they are sent in
// groups, one after the other, so that a large batch keeps nobody else waiting.
import { create } from '@bufbuild/protobuf';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { AdmissionRequestSchema, Operation } from '../../proto/gen/textrelay/v1/access_service_pb.ts';
import type { OutboundText } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import type { Log } from '../../runtime/log.ts';
import type { Core } from '../core/client.ts';
import { type App, accountOf } from '../edge/app.ts';
import type { BodyMemory } from '../edge/body_memory.ts';
import { createBodyParser } from '../edge/body_parser.ts';
import { toRefusal } from '../edge/error_answer.ts';
import { invalidRequest, publicError, type Refusal, refusalFrom, unavailable } from '../edge/errors.ts';
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

  /** Counts a further request of the key; returns its refusal when the key may make none now. */
  const admitFurther = async ({ presentedKey, headers }: FastifyRequest): Promise<Refusal | undefined> => {
    const target = headers['x-svc-account'];
    const { outcome } = await core.admit(
      create(AdmissionRequestSchema, {
        apiKey: presentedKey ?? '',
        operation: Operation.SEND_MESSAGE,
        ...(typeof target === 'string' && presentedKey?.startsWith('svc_') && { targetAccount: target }),
      }),
    );
    if (outcome.case === 'admission') return undefined;
    return outcome.case === 'error' ? refusalFrom(outcome.value) : unavailable();
  };

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      createBodyParser(bodies, { bodyBytes: batchBytes, drainBytes: 4 * batchBytes }),
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
        operation: Operation.SEND_MESSAGE,
        bodyBytes: batchBytes,
      },
      schema: { body: SendBatchBody, response: { 200: BatchAnswer } },
      handler: async (request) => {
        const accountId = accountOf(request);
        const { texts, dry_run: isDry } = request.body as Static<typeof SendBatchBody>;
        const validate = request.compileValidationSchema(SendMessageBody);

        const read = (item: unknown): OutboundText => {
          if (!validate(item)) throw { validation: validate.errors };
          const body = item as Static<typeof SendMessageBody>;
          if (body.dry_run) throw invalidRequest('dry_run is asked for the whole batch, beside texts');
          return Object.assign(readSendMessage(body), { accountId });
        };

        const decide = async (item: unknown): Promise<Verdict> => {
          try {
            return await sendOne(read(item));
          } catch (error) {
            return refuse(toRefusal(error, log));
          }
        };

        const tryRead = (item: unknown): OutboundText | Refusal => {
          try {
            return read(item);
          } catch (error) {
            return toRefusal(error, log);
          }
        };

        const results: Verdict[] = [];
        let refusal: Refusal | undefined;
        if (isDry) {
          let admitted = textsOfRequest;
          while (admitted < texts.length && !refusal) {
            refusal = await admitFurther(request).catch((error) => toRefusal(error, log));
            if (!refusal) admitted += textsOfRequest;
          }
          const judged = texts.map((item, index) =>
            index < admitted ? tryRead(item) : (refusal as Refusal),
          );
          return { results: await judgeDry(core, judged) };
        }
        for (let from = 0; from < texts.length; from += textsOfRequest) {
          const group = texts.slice(from, from + textsOfRequest);
          // The request itself was counted at the door.
          if (from > 0) refusal ??= await admitFurther(request).catch((error) => toRefusal(error, log));
          const refused = refusal;
          results.push(
            ...(await Promise.all(group.map((text) => (refused ? refuse(refused) : decide(text))))),
          );
        }
        return { results };
      },
    });
  });
}

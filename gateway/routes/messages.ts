// Sending texts and reading them back (SPEC: /api/v1/messages).
import { create } from '@bufbuild/protobuf';
import { Type } from 'typebox';
import { Operation } from '../../proto/gen/textrelay/v1/access_service_pb.ts';
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { Route } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { type ChangesPage, OutboundTextSchema } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { rateHeaders } from '../admission.ts';
import { type App, accountOf, takeAdmission } from '../app.ts';
import type { Core } from '../core.ts';
import { notFound, publicError, Refusal, refusalFrom, unavailable } from '../errors.ts';
import { parseId, parseInteger, toNumber } from '../integers.ts';
import type { LongPoll } from '../long_poll.ts';
import { renderMessage, renderUsage } from '../render.ts';
import { MessageAnswer, MessagesAnswer, SendMessageAnswer, SendMessageBody } from '../schemas.ts';
import { requireAddress, requireText } from '../text_rules.ts';

export interface MessageRoutesOptions {
  core: Pick<Core, 'send' | 'getMessage'>;
  longPoll: LongPoll;
  /** Told of each text's outcome: accepted, replayed or an error code. */
  onSend: (outcome: string) => void;
}

const routeNames = { device: Route.DEVICE, gateway: Route.GATEWAY } as const;

const sinceRule = { name: 'since', min: 0, max: Number.MAX_SAFE_INTEGER, fallback: 0 };
const limitRule = { name: 'limit', min: 1, max: 500, fallback: 100 };
const waitRule = { name: 'wait', min: 0, max: 25, fallback: 0 };

const renderPage = (page: ChangesPage) => ({
  messages: page.messages.map(renderMessage),
  next_since: toNumber(page.nextSince),
  has_more: page.hasMore,
});

export function addMessageRoutes(app: App, { core, longPoll, onSend }: MessageRoutesOptions): void {
  app.route({
    method: 'POST',
    url: '/api/v1/messages',
    config: {
      summary: 'Send a text; a repeated client_ref answers the original and sends nothing.',
      operation: Operation.SEND_MESSAGE,
      admitsItself: true,
      refusals: [400, 402, 409, 413, 415],
    },
    schema: { body: SendMessageBody, response: { 200: SendMessageAnswer } },
    handler: async (request, reply) => {
      const { address, body, client_ref: clientRef, route } = request.body;
      const text = create(OutboundTextSchema, {
        address: requireAddress(address),
        body: requireText(body, 'body'),
        route: route === undefined ? Route.UNSPECIFIED : routeNames[route],
      });
      if (clientRef !== undefined) text.clientRef = requireText(clientRef, 'client_ref');
      text.admission = takeAdmission(request);
      const { outcome, rate } = await core.send(text).catch((error) => {
        onSend(publicError(ErrorCode.UNAVAILABLE).code);
        throw error;
      });
      if (rate) reply.headers(rateHeaders(rate));
      if (outcome.case !== 'accepted') {
        const refusal = outcome.case === 'error' ? refusalFrom(outcome.value) : unavailable();
        onSend(publicError(refusal.code).code);
        throw refusal;
      }
      const accepted = outcome.value;
      onSend(accepted.replayed ? 'replayed' : 'accepted');
      if (accepted.replayed) reply.header('idempotent-replayed', 'true');
      if (accepted.differs) reply.header('idempotent-differs', 'true');
      const { message, usage } = accepted;
      if (!message || !usage) throw unavailable();
      return { message: renderMessage(message), usage: renderUsage(usage) };
    },
  });

  app.route({
    method: 'GET',
    url: '/api/v1/messages',
    config: {
      summary: 'Read new texts and status changes after a cursor, waiting for them if asked.',
      operation: Operation.READ_MESSAGES,
      parameters: {
        query: {
          since: Type.Integer({ minimum: 0, default: 0, description: 'The last seq seen.' }),
          limit: Type.Integer({ minimum: 1, maximum: 500, default: 100 }),
          wait: Type.Integer({
            minimum: 0,
            maximum: 25,
            default: 0,
            description: 'Seconds to hold the request open until something new arrives.',
          }),
        },
      },
      refusals: [400],
    },
    schema: { response: { 200: MessagesAnswer } },
    handler: (request, reply) => {
      const query = request.query as Record<string, unknown>;
      const asked = {
        accountId: accountOf(request),
        since: BigInt(parseInteger(query.since, sinceRule)),
        limit: parseInteger(query.limit, limitRule),
        waitSeconds: parseInteger(query.wait, waitRule),
      };
      return longPoll(asked, reply.raw).then(renderPage);
    },
  });

  app.route({
    method: 'GET',
    url: '/api/v1/messages/:id',
    config: {
      summary: 'Read one text.',
      operation: Operation.READ_MESSAGES,
      parameters: { path: { id: Type.Integer({ minimum: 1 }) } },
      refusals: [404],
    },
    schema: { response: { 200: MessageAnswer } },
    handler: async (request) => {
      const id = parseId((request.params as { id: string }).id);
      if (id === undefined) throw notFound('message');
      const message = await core.getMessage(accountOf(request), id).catch((error) => {
        // The same words for every id that there is not, whoever finds it out.
        throw error instanceof Refusal && error.code === ErrorCode.NOT_FOUND ? notFound('message') : error;
      });
      return { message: renderMessage(message) };
    },
  });
}

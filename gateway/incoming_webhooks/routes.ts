// The calls of incoming webhooks: /hooks/{name} with a key, /hooks/{account}/{name} with a signature. A body goes to the core as it came, because
// a signature covers each byte of it, and the core knows the template; nothing here reads it.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { FastifyRequest } from 'fastify';
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import {
  type CallIncomingWebhookRequestSchema,
  type IncomingWebhookCallSchema,
  type IncomingWebhookOutcome,
  IncomingWebhookService,
} from '../../proto/gen/textrelay/v1/incoming_webhook_service_pb.ts';
import { accountOf, ofKeyAtDoor } from '../edge/app.ts';
import { createBodyParser, rawBody, refuseEncoding } from '../edge/requests/body_parser.ts';
import { describeError } from '../errors/error_body.ts';
import { publicError } from '../errors/error_codes.ts';
import { invalidKey, invalidRequest } from '../errors/errors.ts';
import { addWithParser, type Route, type Services } from '../interface/route.ts';
import { toNumber } from '../schemas/integers.ts';
import { missing } from '../schemas/resource.ts';
import { incomingWebhookDoor } from './door.ts';

const { callIncomingWebhook } = IncomingWebhookService.method;

const callBytes = 262_144;
/** A body up to this size is read to its end, so that its sender gets to read the 413. */
const drainBytes = 1024 * 1024;
const passedHeaders = ['x-github-event', 'x-github-delivery', 'idempotency-key'] as const;

const jsonType = /^application\/(?:[\w.+-]+\+)?json[ \t]*(?:;|$)/i;
const formType = /^application\/x-www-form-urlencoded[ \t]*(?:;|$)/i;
/** Eighteen digits always fit the database's integers. */
const accountId = /^[1-9]\d{0,17}$/;

const headerOf = ({ headers }: FastifyRequest, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
};

const kind: typeof rawBody = {
  refuseType(headers) {
    const type = headers['content-type'] ?? '';
    if (jsonType.test(type) || formType.test(type)) return refuseEncoding(headers);
    return invalidRequest(
      'the body must be JSON or a form, with Content-Type: application/json or application/x-www-form-urlencoded',
      415,
    );
  },
  parse: rawBody.parse,
};

function callOf(request: FastifyRequest): MessageInitShape<typeof IncomingWebhookCallSchema> {
  const { body } = request;
  const named = passedHeaders.flatMap((name) => {
    const value = headerOf(request, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    body: body instanceof Uint8Array ? body : new Uint8Array(),
    isForm: formType.test(request.headers['content-type'] ?? ''),
    headers: Object.fromEntries(named),
  };
}

/** A recipient is named by its place: what the call or the incoming webhook says of numbers stays there. */
function renderOutcome({ outcome }: IncomingWebhookOutcome, index: number) {
  if (outcome.case === 'text') return { id: toNumber(outcome.value.id), replayed: outcome.value.replayed };
  const { code, message } = outcome.case === 'error' ? outcome.value : missing();
  return { recipient: index + 1, ...describeError(message, publicError(code).code) };
}

async function answer(
  { ask, onSend }: Services,
  asked: MessageInitShape<typeof CallIncomingWebhookRequestSchema>,
): Promise<object> {
  const { outcomes } = await ask(callIncomingWebhook, asked);
  const rendered = outcomes.map(renderOutcome);
  for (const each of rendered) onSend('id' in each ? (each.replayed ? 'replayed' : 'accepted') : each.code);
  return {
    messages: rendered.filter((each) => 'id' in each),
    refused: rendered.filter((each) => 'code' in each),
  };
}

/** The incoming webhook of an address that is called with a signature; every wrong one is refused alike. */
function signedIncomingWebhookOf(request: FastifyRequest) {
  const { account = '', name = '' } = request.params as { account?: string; name?: string };
  const signature = headerOf(request, 'x-hub-signature-256');
  if (signature === undefined || !accountId.test(account)) throw invalidKey();
  return { accountId: BigInt(account), name, caller: { case: 'signature' as const, value: signature } };
}

/** Adds the routes. They are called by programs whose documents are their own, and are in the guide. */
export const addIncomingWebhookCalls: Route = (app, services) => {
  const signed = services.openSignedCalls([ErrorCode.INVALID_API_KEY]);
  const parser = createBodyParser(services.bodies, { bodyBytes: callBytes, drainBytes }, kind);
  addWithParser(app, parser, (scope) => {
    scope.route({
      method: 'POST',
      url: '/hooks/:name',
      config: { foreign: incomingWebhookDoor, admittedFor: callIncomingWebhook },
      handler: (request) => {
        const { admittedKey = '' } = ofKeyAtDoor(request);
        const { name = '' } = request.params as { name?: string };
        const caller = { case: 'admittedKey' as const, value: admittedKey };
        return answer(services, { accountId: accountOf(request), name, call: callOf(request), caller });
      },
    });
    scope.route({
      method: 'POST',
      url: '/hooks/:account/:name',
      onRequest: (request) => signed.admit(request),
      handler: (request) =>
        signed.judge(request, () =>
          answer(services, { ...signedIncomingWebhookOf(request), call: callOf(request) }),
        ),
    });
  });
};

// One place turns what was thrown into the answer to a client. An error of our own is logged and answered as unavailable:
// never a 500, never a stack.
import type { FastifyError, FastifyReply, FastifySchemaValidationError } from 'fastify';
import type { Log } from '../../runtime/log.ts';
import { ordinaryBytes } from '../edge/requests/body_parser.ts';
import { errorBody } from '../errors/error_body.ts';
import { invalidRequest, Refusal, tooLong, unavailable, wrongField } from '../errors/errors.ts';
import { rateHeaderNames } from '../errors/rate_limit.ts';
import { invalidAddressLength } from '../schemas/text_rules.ts';

/** Sends a refusal in the Error shape with the headers that go with it. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): void {
  // Fastify closes the connection after any error in a body; that is needed only while the body still comes in. Whoever
  // asked for the end is answered so: a client that is not would use the connection again.
  const { request, raw } = reply;
  if (request.raw.complete && raw.shouldKeepAlive && reply.hasHeader('connection'))
    reply.removeHeader('connection');
  // The rest of a large body of an unknown sender is not read.
  const isOrdinary = Number(request.headers['content-length']) <= ordinaryBytes;
  if (refusal.isOfUnknown && !request.raw.complete && !isOrdinary) reply.header('connection', 'close');
  const foreign = request.routeOptions.config?.foreign;
  if (refusal.status === 401) {
    reply.header('www-authenticate', foreign?.challenge ?? 'Bearer');
    // A key that was revoked while its request waited has no allowance any more.
    for (const name of rateHeaderNames) reply.removeHeader(name);
  }
  if (refusal.retryAfterSeconds !== undefined)
    reply.header('retry-after', String(Math.max(1, refusal.retryAfterSeconds)));
  const { status, body } = foreign?.render(refusal) ?? { status: refusal.status, body: errorBody(refusal) };
  reply.code(status).header('content-type', 'application/json; charset=utf-8').send(body);
}

/** The answer to a client for anything thrown. */
export function toRefusal(error: unknown, log: Log): Refusal {
  if (error instanceof Refusal) return error;
  const { validation, code, statusCode } = error as FastifyError;
  if (validation?.[0]) return describeBodyError(validation[0]);
  if (code === 'FST_ERR_BAD_URL') return invalidRequest('the path has invalid percent-encoding');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return invalidRequest('the request body must be JSON, with Content-Type: application/json', 415);
  if (code?.startsWith('FST_') && statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return invalidRequest('the request is malformed');
  log.error({ fault: describeFault(error) }, 'an unexpected error');
  return unavailable();
}

/** Name and place; not the message, which may quote what a client sent. */
function describeFault(error: unknown) {
  if (!(error instanceof Error)) return { name: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return { name: error.name, code: (error as FastifyError).code, stack: frames.join('\n') };
}

/** Types as a sentence calls them, where "a" is not the article or the word is JSON's alone. */
const kinds: Readonly<Record<string, string>> = {
  integer: 'an integer',
  array: 'a list',
  object: 'an object',
};

/** As much of a name as an error repeats. */
const maxNameLength = 40;

/** A sentence that names the field, for what the body's schema found. */
function describeBodyError({ instancePath, keyword, params }: FastifySchemaValidationError): Refusal {
  if (keyword === 'required') return wrongField(params.missingProperty as string, 'required', 'is required');
  const field = instancePath.slice(1);
  if (field === '') return invalidRequest('the request body must be a JSON object');
  switch (keyword) {
    case 'additionalProperties':
      return invalidRequest(
        `${JSON.stringify((params.additionalProperty as string).slice(0, maxNameLength))} is not a field of ${field}`,
      );
    case 'type':
      return invalidRequest(`${field} must be ${kinds[params.type as string] ?? `a ${params.type}`}`);
    case 'minLength':
      return wrongField(field, 'empty', 'must not be empty');
    case 'maxLength':
      if (field === 'address') return invalidAddressLength();
      return tooLong(field, params.limit as number);
    case 'enum':
      return invalidRequest(
        `${field} must be one of: ${(params.allowedValues as (string | null)[]).filter((value) => value !== null).join(', ')}`,
      );
    case 'minimum':
      return invalidRequest(`${field} must be at least ${params.limit}`);
    case 'maximum':
      return invalidRequest(`${field} must be at most ${params.limit}`);
    case 'minItems':
      return invalidRequest(`${field} must not be empty`);
    case 'maxItems':
      return invalidRequest(`${field} must have at most ${params.limit} entries`);
    default:
      return invalidRequest(`${field} is malformed`);
  }
}

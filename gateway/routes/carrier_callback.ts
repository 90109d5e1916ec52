// Takes the calls of HTTP carriers. A call goes to the core as it came, because its signature may cover each
// byte of it, and what the core says is the answer; nothing here reads either.
import type { IncomingHttpHeaders } from 'node:http';
import { CarrierService } from '../../proto/gen/textrelay/v1/carrier_service_pb.ts';
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import type { App } from '../edge/app.ts';
import { createBodyParser, rawBody } from '../edge/requests/body_parser.ts';
import { invalidRequest, notFound, unavailable } from '../errors/errors.ts';
import { addWithParser, type Services } from '../interface/route.ts';

const callbackBytes = 256 * 1024;
/** A body up to this size is read to its end, so that its sender gets to read the 413. */
const drainBytes = 1024 * 1024;
const maxQueryLength = 8 * 1024;
const maxHeaderLength = 8 * 1024;
/** As the carriers file allows them; a secret may follow the hook's name. */
const carrierName = /^[a-z0-9][a-z0-9-]{0,31}$/;
const hookName = /^[A-Za-z0-9._~-]{1,128}$/;

export function addCarrierCallbackRoutes(app: App, { ask, bodies, openSignedCalls }: Services): void {
  const parser = createBodyParser(bodies, { bodyBytes: callbackBytes, drainBytes }, rawBody);
  const calls = openSignedCalls([ErrorCode.NOT_FOUND]);
  addWithParser(app, parser, (scope) => {
    for (const method of ['GET', 'POST'] as const)
      scope.route<{ Params: { name: string; hook: string } }>({
        method,
        url: '/webhooks/carriers/:name/:hook',
        // A call has an effect, which HEAD must not have.
        exposeHeadRoute: false,
        onRequest: (request) => calls.admit(request),
        handler: async (request, reply) => {
          const { params, raw, headers, body } = request;
          const { name: carrier, hook } = params;
          if (!carrierName.test(carrier) || !hookName.test(hook)) throw notFound('callback');
          const asked = {
            carrier,
            hook,
            method,
            query: queryOf(raw.url ?? ''),
            headers: listHeaders(headers),
            body: body instanceof Uint8Array ? body : new Uint8Array(),
          };
          const answer = await calls.judge(
            request,
            () => ask(CarrierService.method.takeCallback, asked),
            ({ status }) => status >= 400 && status < 500,
          );
          if (answer.status < 200 || answer.status > 499) throw unavailable();
          reply.code(answer.status);
          if (answer.contentType !== '') reply.header('content-type', answer.contentType);
          return reply.send(answer.body);
        },
      });
  });
}

function queryOf(url: string): string {
  const start = url.indexOf('?');
  const query = start < 0 ? '' : url.slice(start);
  if (query.length > maxQueryLength)
    throw invalidRequest(`the query must have at most ${maxQueryLength} characters`);
  return query;
}

function listHeaders(headers: IncomingHttpHeaders): { name: string; value: string }[] {
  return Object.entries(headers).map(([name, value]) => {
    const text = Array.isArray(value) ? value.join(', ') : (value ?? '');
    if (name.length + text.length > maxHeaderLength)
      throw invalidRequest(`a header must have at most ${maxHeaderLength} characters`, 431);
    return { name, value: text };
  });
}

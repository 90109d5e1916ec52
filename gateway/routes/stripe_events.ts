// Takes Stripe's events. The bytes go to the core as they came, because the signature covers each
// of them; nothing here reads them.
import type { IncomingHttpHeaders } from 'node:http';
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { PlanService } from '../../proto/gen/textrelay/v1/plan_service_pb.ts';
import type { App } from '../edge/app.ts';
import { createBodyParser, rawBody } from '../edge/requests/body_parser.ts';
import { invalidRequest } from '../errors/errors.ts';
import { addWithParser, type Services } from '../interface/route.ts';

/** Stripe's events have some kilobytes; the core takes no larger ones either, and looks up what a larger one would say. */
const eventBytes = 256 * 1024;
/** A body up to this size is read to its end, so that its sender gets to read the 413. */
const drainBytes = 1024 * 1024;
/** A signature header holds a time and a few signatures. */
const maxSignatureLength = 2_000;

/** The signature; undefined unless there is exactly one that is well-formed. */
function signatureOf({ 'stripe-signature': signature }: IncomingHttpHeaders): string | undefined {
  const isOne = typeof signature === 'string' && signature !== '' && signature.length <= maxSignatureLength;
  return isOne ? signature : undefined;
}

export function addStripeEventRoute(app: App, { ask, bodies, openSignedCalls }: Services): void {
  const parser = createBodyParser(bodies, { bodyBytes: eventBytes, drainBytes }, rawBody);
  const calls = openSignedCalls([ErrorCode.INVALID_REQUEST, ErrorCode.NOT_FOUND]);
  addWithParser(app, parser, (scope) =>
    scope.route({
      method: 'POST',
      url: '/webhooks/stripe',
      // A request that cannot be Stripe's is refused before a byte of its body is read.
      onRequest: async (request) => {
        await calls.admit(request);
        if (signatureOf(request.headers)) return;
        calls.refused();
        throw invalidRequest('the Stripe-Signature header is required');
      },
      handler: async (request) => {
        const { body, headers } = request;
        if (!(body instanceof Uint8Array) || body.length === 0)
          throw invalidRequest('the request body must be an event');
        const asked = { payload: body, signature: signatureOf(headers) ?? '' };
        await calls.judge(request, () => ask(PlanService.method.receiveEvent, asked));
        return { received: true };
      },
    }),
  );
}

// Where Stripe tells what happened. The bytes are handed to the core as they came, because the signature covers each
// of them; nothing here reads them.
import type { App } from '../app.ts';
import type { BillingCore } from '../billing_core.ts';
import { createBodyParser, refuseEncoding } from '../body_parser.ts';
import { invalidRequest } from '../errors.ts';

/** Stripe's events are some kilobytes; the core takes no more than this either. */
const eventBytes = 1024 * 1024;
/** A signature header holds a time and a few signatures. */
const maxSignatureLength = 2_000;

export function addWebhookRoute(app: App, { core }: { core: Pick<BillingCore, 'receiveEvent'> }): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      createBodyParser(
        { bodyBytes: eventBytes, drainBytes: eventBytes },
        { refuseType: refuseEncoding, parse: (bytes) => ({ value: bytes }) },
      ),
    );
    scope.route({
      method: 'POST',
      url: '/webhooks/stripe',
      handler: async ({ body, headers }) => {
        const signature = headers['stripe-signature'];
        if (typeof signature !== 'string' || signature === '' || signature.length > maxSignatureLength)
          throw invalidRequest('the Stripe-Signature header is missing');
        if (!(body instanceof Uint8Array) || body.length === 0) throw invalidRequest('the event is missing');
        await core.receiveEvent(body, signature);
        return { received: true };
      },
    });
  });
}

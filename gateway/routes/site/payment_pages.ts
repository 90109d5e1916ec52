// The pages around a payment: the sandbox's checkout, and where Stripe's checkout leads back to. For people, not part of
// the documented interface.
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PlanService } from '../../../proto/gen/textrelay/v1/plan_service_pb.ts';
import { SandboxAction } from '../../../proto/gen/textrelay/v1/sandbox_pb.ts';
import type { Ask } from '../../core_client/ask.ts';
import type { App } from '../../edge/app.ts';
import { createBodyParser, refuseEncoding } from '../../edge/requests/body_parser.ts';
import { invalidRequest, Refusal, unavailable } from '../../errors/errors.ts';
import { actionNames, checkoutPage } from '../../html/checkout_page.ts';
import { html, sendPage } from '../../html/page.ts';
import { addWithParser, type Services } from '../../interface/route.ts';
import { readWord } from '../../schemas/parameters.ts';

const formBytes = 1024;
const formType = /^application\/x-www-form-urlencoded[ \t]*(?:;|$)/i;

const actions: Record<(typeof actionNames)[number], SandboxAction> = {
  pay: SandboxAction.PAY,
  pay_then_decline: SandboxAction.PAY_THEN_DECLINE,
  decline: SandboxAction.DECLINE,
  cancel: SandboxAction.CANCEL,
};

/** True for a form that another site's page sent. Programs send neither header, but know the secret name. */
function isCrossSite({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin, host } = headers;
  return origin !== undefined && origin.replace(/^https?:\/\//, '') !== host;
}

const returns: Record<string, { title: string; text: string }> = {
  paid: { title: 'Thank you', text: 'The payment was received. The plan takes effect within moments.' },
  canceled: {
    title: 'Nothing was changed',
    text: 'The checkout was left. Ask for the plan again at any time.',
  },
};
const anyReturn = { title: 'Textrelay', text: 'You are back from the checkout.' };

/** A failure as a page. */
function sendError(reply: FastifyReply, error: unknown): FastifyReply {
  if (!(error instanceof Refusal)) throw error;
  if (error.status === 404) {
    return sendPage(reply, 404, 'Not found', html`<p>There is no such checkout.</p>`);
  }
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds));
  return sendPage(reply, error.status, 'That did not work', html`<p>${error.message}</p>`);
}

const formBody = {
  refuseType: (headers: IncomingHttpHeaders) =>
    refuseEncoding(headers) ??
    (formType.test(headers['content-type'] ?? '')
      ? undefined
      : invalidRequest(
          'the request body must be a form, with Content-Type: application/x-www-form-urlencoded',
          415,
        )),
  parse: (bytes: Buffer) => ({ value: new URLSearchParams(bytes.toString('latin1')) }),
};

/** Does what the payer chose, and leads back to the page. */
async function act(request: FastifyRequest<{ Params: { id: string } }>, ask: Ask): Promise<string> {
  const { params, body } = request;
  if (isCrossSite(request)) throw invalidRequest('this form can only be sent from its own page', 403);
  const typed = body instanceof URLSearchParams ? body.get('action') : null;
  const asked = { id: params.id, action: actions[readWord(actionNames, typed ?? '', 'action')] };
  const { declined } = await ask(PlanService.method.actOnSandboxCheckout, asked);
  return `/sandbox/checkout/${encodeURIComponent(params.id)}${declined ? '?declined=1' : ''}`;
}

export function addPaymentPages(app: App, { ask, bodies }: Services): void {
  const parser = createBodyParser(bodies, { bodyBytes: formBytes, drainBytes: formBytes * 64 }, formBody);
  addWithParser(app, parser, (scope) => {
    scope.route<{ Params: { id: string }; Querystring: Record<string, unknown> }>({
      method: 'GET',
      url: '/sandbox/checkout/:id',
      handler: async ({ params, query }, reply) => {
        try {
          const { checkout } = await ask(PlanService.method.getSandboxCheckout, { id: params.id });
          if (!checkout) throw unavailable();
          const { title, content } = checkoutPage(checkout, query.declined === '1');
          return sendPage(reply, 200, title, content);
        } catch (error) {
          return sendError(reply, error);
        }
      },
    });

    scope.route<{ Params: { id: string } }>({
      method: 'POST',
      url: '/sandbox/checkout/:id',
      handler: async (request, reply) => {
        try {
          return reply
            .code(303)
            .header('location', await act(request, ask))
            .send();
        } catch (error) {
          return sendError(reply, error);
        }
      },
    });

    scope.route<{ Querystring: Record<string, unknown> }>({
      method: 'GET',
      url: '/billing/return',
      handler: async ({ query }, reply) => {
        const outcome = typeof query.outcome === 'string' ? query.outcome : '';
        if (outcome === 'paid' && typeof query.checkout === 'string')
          await ask(PlanService.method.returnFromCheckout, { id: query.checkout.slice(0, 200) }).catch(
            () => undefined,
          );
        const { title, text } = (Object.hasOwn(returns, outcome) && returns[outcome]) || anyReturn;
        // Somebody who came from the console is led back to their plan; anybody else is shown the same words there.
        if (Object.hasOwn(returns, outcome))
          reply.header('refresh', `0; url=/after-payment?outcome=${outcome}`);
        return sendPage(reply, 200, title, html`<p>${text}</p><p>You can close this page.</p>`);
      },
    });
  });
}

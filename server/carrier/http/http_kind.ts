// The kind `http` in the carriers file: how its settings become a carrier.
import type { CarrierContext } from '../carrier.ts';
import { defineCarrierKind } from '../kind.ts';
import { createCallbackTaker } from './callbacks/callbacks.ts';
import { Courier } from './calls/courier.ts';
import { createRequestMaker } from './calls/request_maker.ts';
import { HttpCarrier } from './http_carrier.ts';
import { errorsOfHttp } from './http_errors.ts';
import { type HttpSettings, httpSettings } from './http_settings.ts';

/** An interface over HTTP that the operator describes. */
export const httpKind = defineCarrierKind({
  kind: 'http',
  settings: httpSettings,
  errorsOf: errorsOfHttp,
  create,
});

function create(settings: HttpSettings, context: CarrierContext): HttpCarrier {
  const { request, callbacks, answers, window = 20, timeout_s = 15, keep_alive_s = 4 } = settings;
  const base = callbacks?.public_url?.replace(/\/$/, '');
  const callbackUrl = base === undefined ? '' : `${base}/webhooks/carriers/${context.name}`;
  const hooks = callbacks?.hooks ?? {};
  return new HttpCarrier(
    {
      window,
      textsPerSecond: settings.texts_per_second ?? null,
      hasReceipts: Object.values(hooks).some(({ receipts }) => receipts !== undefined),
      makeRequest: createRequestMaker(request, callbackUrl),
      courier: new Courier({
        clock: context.clock,
        origin: new URL(request.url.split(/[?{]/, 1)[0] as string),
        ca: request.tls_ca,
        window,
        keepAliveMs: keep_alive_s * 1_000,
        timeoutMs: timeout_s * 1_000,
        isIdempotent: settings.idempotent ?? false,
        answers,
        format: settings.answer_format ?? 'json',
      }),
      callbacks:
        callbacks === undefined
          ? null
          : createCallbackTaker(hooks, (hook) => `${callbackUrl}/${hook}`, context),
    },
    context,
  );
}

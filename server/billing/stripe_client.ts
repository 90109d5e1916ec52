// Stripe's own library, opened so that each request leaves once: the library repeats a request whose connection closed, and then says
// only how the repeat ended.
import Stripe from 'stripe';
import type { StripeSettings } from './stripe_settings.ts';

/** The connection closed before an answer came; whether the request was carried out is unknown. */
export class ConnectionClosed extends Error {}

type HttpClient = ReturnType<typeof Stripe.createNodeHttpClient>;

/** Takes the code off an error by which the library knows that it may repeat. */
function withoutRepeats(client: HttpClient): HttpClient {
  const makeRequest = client.makeRequest.bind(client);
  client.makeRequest = (...args) =>
    makeRequest(...args).catch((error: NodeJS.ErrnoException) => {
      const isClosed = error.syscall !== 'connect' && /^(ECONNRESET|EPIPE)$/.test(error.code ?? '');
      throw isClosed ? new ConnectionClosed(error.message) : error;
    });
  return client;
}

function placeOf(apiUrl: string | undefined) {
  if (apiUrl === undefined) return {};
  const { protocol, hostname, port } = new URL(apiUrl);
  const isPlain = protocol === 'http:';
  return {
    protocol: isPlain ? ('http' as const) : ('https' as const),
    host: hostname,
    port: port || (isPlain ? 80 : 443),
  };
}

/** Opens it; nothing connects before the first call. */
export const openStripe = ({ secretKey, apiUrl, timeoutMs }: StripeSettings): Stripe =>
  new Stripe(secretKey, {
    ...placeOf(apiUrl),
    timeout: timeoutMs,
    // Repeats are ours, so that they end with the call's own deadline.
    maxNetworkRetries: 0,
    httpClient: withoutRepeats(Stripe.createNodeHttpClient()),
    telemetry: false,
  });

// A request as Standard Webhooks 1.0.0 has it.
import { signWebhook } from '../domain/webhook_signature.ts';
import type { WebhookSecrets } from '../store/places/webhooks.ts';

/** The headers of a request whose body is sent at `nowMs`. While a secret is replaced both sign. */
export function signedHeaders(
  { secret, previousSecret, previousUntilMs }: Omit<WebhookSecrets, 'url'>,
  id: string,
  body: string,
  nowMs: number,
): Record<string, string> {
  const atSeconds = Math.floor(nowMs / 1000);
  const isRotating = previousSecret !== null && previousUntilMs !== null && nowMs < previousUntilMs;
  const secrets = isRotating ? [secret, previousSecret] : [secret];
  return {
    'webhook-id': id,
    'webhook-timestamp': String(atSeconds),
    'webhook-signature': signWebhook(secrets, { id, atSeconds, body }),
  };
}

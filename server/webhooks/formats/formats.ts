// All formats by name.
import type { WebhookFormat } from '../../domain/subscriptions/webhook_format.ts';
import type { Format } from './format.ts';
import { createSmsgateFormat } from './smsgate.ts';
import { standardFormat } from './standard.ts';
import { createTwilioFormat, type Reply } from './twilio.ts';

export type Formats = Readonly<Record<WebhookFormat, Format>>;

/** Makes them; `reply` sends what endpoints answer to received texts. */
export const createFormats = ({ reply }: { reply: Reply }): Formats => ({
  standard: standardFormat,
  twilio: createTwilioFormat(reply),
  smsgate: createSmsgateFormat(),
});

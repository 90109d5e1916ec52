// The forms in which endpoints get events: what each has words for, and what it signs with. How a request of each looks is
// said in server/webhooks/formats, a file each.
import { changeTypes, type EventType, smsgateEvents, standardEventTypes } from './event.ts';
import { isWebhookSecret } from './webhook_signature.ts';

export interface FormatRules {
  /** The types of events that it has words for. */
  types: readonly EventType[];
  /** True where an endpoint has exactly one of them. */
  isOfOneType?: boolean;
  isSecret: (secret: string) => boolean;
  /** Completes "secret must be". */
  secretRule: string;
}

/** A secret of its owner's choice, which the endpoint's program may use elsewhere as well. */
const ownToken = {
  isSecret: (secret: string) => /^[\x21-\x7e]{16,128}$/.test(secret),
  secretRule: '16 to 128 printable characters without spaces',
};

export const webhookFormats = {
  standard: {
    types: standardEventTypes,
    isSecret: isWebhookSecret,
    secretRule: 'whsec_ and the base64 of 24 to 64 bytes',
  },
  twilio: { types: changeTypes, ...ownToken },
  smsgate: { types: smsgateEvents, isOfOneType: true, ...ownToken },
} as const satisfies Record<string, FormatRules>;

export type WebhookFormat = keyof typeof webhookFormats;

/** How long the address may be that a text's changes are posted to, in characters. */
export const maxCallbackLength = 2_048;

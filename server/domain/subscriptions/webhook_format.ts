// The formats in which endpoints get events: the types of events that each knows, and its secrets. The requests
// themselves are in server/webhooks/formats, one file per format.
import { changeTypes, type EventType, smsgateEvents, standardEventTypes } from './event.ts';
import { isWebhookSecret } from './webhook_signature.ts';

export interface FormatRules {
  /** The types of events that it knows. */
  types: readonly EventType[];
  /** True where an endpoint has exactly one of them. */
  isOfOneType?: boolean;
  isSecret: (secret: string) => boolean;
  /** Completes "secret must be". */
  secretRule: string;
}

/** A secret that the owner chooses; the endpoint's program may use it elsewhere as well. */
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

/** Longest address that a text's changes are posted to, in characters. */
export const maxCallbackLength = 2_048;

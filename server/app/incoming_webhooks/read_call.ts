// A call to an incoming webhook: reads its body within bounds, and makes texts from it by the incoming webhook's settings.

import { mostFormFields } from '../../../runtime/bodies/form_fields.ts';
import { JsonShape } from '../../../runtime/bodies/json_shape.ts';
import {
  cutText,
  fillIncomingWebhook,
  type IncomingWebhookCall,
  type IncomingWebhookSettings,
  incomingWebhookHeaders,
  maxRecipients,
  nameEvent,
  recipientsAt,
} from '../../domain/incoming_webhooks/incoming_webhook.ts';
import { invalidRequest } from '../../errors.ts';

/** Largest body of a call, in bytes. */
const maxCallBytes = 262_144;
/** Longest header that is looked at. */
const maxHeaderLength = 200;

/** A call that has not been read yet. */
export interface IncomingWebhookCallAsItCame {
  body: Uint8Array;
  isForm: boolean;
  headers: Readonly<Record<string, string>>;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function readUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw invalidRequest('the request body must be UTF-8');
  }
}

/** The fields of a form; a list for one that comes several times. */
function readForm(text: string): Record<string, string | string[]> {
  if (text.split('&', mostFormFields + 1).length > mostFormFields)
    throw invalidRequest(`the body must have at most ${mostFormFields} fields`);
  const fields = Map.groupBy(new URLSearchParams(text), ([name]) => name);
  return Object.fromEntries(
    [...fields].map(([name, pairs]) => {
      const values = pairs.map(([, value]) => value);
      return [name, values.length === 1 ? (values[0] as string) : values];
    }),
  );
}

/** A number as it is written: 9007199254740993 is no other one, and 12.50 not 12.5. The engine passes its source (ECMA-262, JSON.parse). */
const asWritten = (_name: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' ? (context?.source ?? value) : value;

function readJson(bytes: Uint8Array, text: string): unknown {
  const { excess } = new JsonShape().take(bytes);
  if (excess !== undefined) throw invalidRequest(`the body ${excess}`);
  try {
    return JSON.parse(text, asWritten);
  } catch {
    // The parser's own message quotes the body.
    throw invalidRequest('the request body must be valid JSON');
  }
}

/** A form. GitHub puts its JSON into one field of it, unless its settings say otherwise. */
function readFormCall(text: string): unknown {
  if (/^\s*[{[]/.test(text))
    throw invalidRequest('the body must be a form, and looks like JSON: send Content-Type: application/json');
  const form = readForm(text);
  const { payload } = form;
  const isPacked = typeof payload === 'string' && /^\s*[{[]/.test(payload);
  return isPacked && Object.keys(form).length === 1 ? readJson(Buffer.from(payload), payload) : form;
}

/** Reads a call. Throws `invalid_request`. */
export function readCall({ body: bytes, isForm, headers }: IncomingWebhookCallAsItCame): IncomingWebhookCall {
  if (bytes.length > maxCallBytes) throw invalidRequest(`the body must have at most ${maxCallBytes} bytes`);
  const text = readUtf8(bytes);
  const body = isForm ? readFormCall(text) : readJson(bytes, text);
  if (typeof body !== 'object' || body === null) throw invalidRequest('the body must be an object or a list');
  const known = incomingWebhookHeaders.filter((name) => Object.hasOwn(headers, name));
  return {
    body,
    headers: Object.fromEntries(known.map((name) => [name, (headers[name] ?? '').slice(0, maxHeaderLength)])),
  };
}

/** What an incoming webhook makes of a call. */
export interface FilledCall {
  body: string;
  isCut: boolean;
  recipients: readonly string[];
  /** Empty where nothing names the event. */
  eventId: string;
  /** Fields that the call does not have. */
  missing: string[];
  /** Those of them that are part of the event's name. */
  missingOfEvent: string[];
}

/**
 * Fills in what an incoming webhook says. `signedBody` is the SHA-256 of a body that a signature stands for: the headers are not signed, so that whoever
 * has seen the call could send it again under others, and the body names the event in their place. Throws `invalid_request` for too
 * many recipients.
 */
export function fillCall(
  settings: IncomingWebhookSettings,
  call: IncomingWebhookCall,
  signedBody?: string,
): FilledCall {
  const { template, recipients: fixed, recipientsField } = settings;
  const { text, missing } = fillIncomingWebhook(template, call);
  const headers = Object.fromEntries(
    Object.entries(call.headers).map(([name, value]) => [name, signedBody ?? value]),
  );
  const event = nameEvent(settings.eventId, { ...call, headers });
  const recipients = recipientsField === null ? fixed : recipientsAt(call, recipientsField);
  if (recipients.length > maxRecipients)
    throw invalidRequest(`${recipientsField} must name at most ${maxRecipients} recipients`);
  const unnamed = recipientsField !== null && recipients.length === 0 ? [recipientsField] : [];
  return {
    ...cutText(text),
    recipients,
    eventId: event.text || (signedBody ?? call.headers['idempotency-key'] ?? ''),
    missing: [...new Set([...missing, ...event.missing, ...unnamed])],
    missingOfEvent: event.missing,
  };
}

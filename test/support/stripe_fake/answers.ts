// What Stripe answers: a status, JSON and headers, and its refusals in its own words. Knows nothing of what is held.

/** One answer; `isKept` says that it is repeated under its idempotency key. */
export interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
  isKept: boolean;
}

/** The inside of Stripe's error JSON. */
export interface StripeError {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  code?: string;
  decline_code?: string;
  param?: string;
  message: string;
}

export const ok = (body: unknown): Answer => ({ status: 200, body, isKept: true });

const refusal = (status: number, error: StripeError, isKept = false): Answer => ({
  status,
  body: { error },
  isKept,
});

/** A parameter that is wrong. Stripe keeps no answer of a request that it did not begin to carry out. */
export const badParameter = (param: string, message: string, code?: string): Answer =>
  refusal(400, { type: 'invalid_request_error', param, message, ...(code !== undefined && { code }) });

/** The thing that the path names is not there. */
export const missing = (kind: string, id: string, param = 'id'): Answer =>
  refusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param,
    message: `No such ${kind}: '${id}'`,
  });

/** A thing that a parameter names is not there; Stripe answers 400 then. */
export const missingParameter = (kind: string, id: string, param: string): Answer =>
  badParameter(param, `No such ${kind}: '${id}'`, 'resource_missing');

/** The state of the thing does not allow it. */
export const notAllowed = (message: string): Answer =>
  refusal(400, { type: 'invalid_request_error', message });

export const unknownUrl = (method: string, path: string): Answer =>
  refusal(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}).`,
  });

/** The card was refused: the one refusal of the work itself, and kept under the key. */
export const cardDeclined = (): Answer =>
  refusal(
    402,
    {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'generic_decline',
      message: 'Your card was declined.',
    },
    true,
  );

/** The bank wants to ask the payer; kept under the key as well. */
const payerNeeded = (): Answer =>
  refusal(
    402,
    {
      type: 'card_error',
      code: 'subscription_payment_intent_requires_action',
      message:
        'Payment for this subscription requires additional user action before it can be completed successfully.',
    },
    true,
  );

const noCard = (): Answer =>
  refusal(400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message:
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
  });

/** A charge that cannot be made with a customer's card. */
export const chargeRefused = (card: 'declined' | 'needs_payer' | 'none'): Answer =>
  ({ declined: cardDeclined, needs_payer: payerNeeded, none: noCard })[card]();

/** As Stripe does, it quotes the key with its middle hidden. */
export const wrongKey = (presented: string | undefined): Answer =>
  refusal(401, {
    type: 'invalid_request_error',
    message: presented
      ? `Invalid API Key provided: ${presented.slice(0, 8)}****${presented.slice(-4)}`
      : 'You did not provide an API key.',
  });

export const otherParameters = (key: string): Answer =>
  refusal(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });

export const keyInUse = (key: string): Answer =>
  refusal(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key: ${key}`,
  });

/** A failure that is Stripe's own, or its rate limit. `isKept`: it happened while the request was carried out. */
export function serverFailure(status: number, retryAfterSeconds?: number, isKept = false): Answer {
  const error: StripeError =
    status === 429
      ? { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests.' }
      : { type: 'api_error', message: 'Something went wrong on our end.' };
  const answer = refusal(status, error, isKept);
  if (retryAfterSeconds === undefined) return answer;
  return { ...answer, headers: { 'retry-after': String(retryAfterSeconds) } };
}

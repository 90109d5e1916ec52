// The gateway's one failure type and the one table that turns a code into what the public sees. No text here ever
// holds a body, an address or a key.
import { ErrorCode, type ErrorDetail } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { knownWord } from './known_word.ts';

/** The public code and HTTP status of each code (SPEC: Errors). */
export const publicErrors = {
  // The core never sends it; were it to, the client could do nothing but try again.
  [ErrorCode.UNSPECIFIED]: { code: 'unavailable', status: 503 },
  [ErrorCode.INVALID_API_KEY]: { code: 'invalid_api_key', status: 401 },
  [ErrorCode.PLATFORM_KEY_SCOPE]: { code: 'platform_key_scope', status: 403 },
  [ErrorCode.NOT_FOUND]: { code: 'not_found', status: 404 },
  [ErrorCode.INVALID_REQUEST]: { code: 'invalid_request', status: 400 },
  [ErrorCode.INVALID_ADDRESS]: { code: 'invalid_address', status: 400 },
  [ErrorCode.UNKNOWN_PLAN]: { code: 'unknown_plan', status: 400 },
  [ErrorCode.NO_SUBSCRIPTION]: { code: 'no_subscription', status: 402 },
  [ErrorCode.CAP_REACHED]: { code: 'cap_reached', status: 402 },
  [ErrorCode.NO_PLAN]: { code: 'no_plan', status: 402 },
  [ErrorCode.NO_ROUTE]: { code: 'no_route', status: 409 },
  [ErrorCode.NOT_CANCELLABLE]: { code: 'not_cancellable', status: 409 },
  [ErrorCode.OPTED_OUT]: { code: 'opted_out', status: 409 },
  [ErrorCode.ACCOUNT_SUSPENDED]: { code: 'account_suspended', status: 403 },
  [ErrorCode.LOOP_SUSPECTED]: { code: 'loop_suspected', status: 409 },
  [ErrorCode.KEY_ENDED]: { code: 'key_ended', status: 403 },
  [ErrorCode.KEY_SCOPE]: { code: 'key_scope', status: 403 },
  [ErrorCode.RECIPIENT_NOT_ALLOWED]: { code: 'recipient_not_allowed', status: 403 },
  [ErrorCode.SENDER_NOT_ALLOWED]: { code: 'sender_not_allowed', status: 403 },
  [ErrorCode.KEY_BUDGET_REACHED]: { code: 'key_budget_reached', status: 403 },
  [ErrorCode.INCOMING_WEBHOOK_BUDGET_REACHED]: { code: 'incoming_webhook_budget_reached', status: 403 },
  [ErrorCode.CONSUMER_BUSY]: { code: 'consumer_busy', status: 409 },
  [ErrorCode.EXEMPT_ACCOUNT]: { code: 'exempt_account', status: 409 },
  [ErrorCode.RATE_LIMITED]: { code: 'rate_limited', status: 429 },
  [ErrorCode.PAYMENT_ERROR]: { code: 'payment_error', status: 502 },
  [ErrorCode.BILLING_DISABLED]: { code: 'billing_disabled', status: 503 },
  [ErrorCode.UNAVAILABLE]: { code: 'unavailable', status: 503 },
} as const satisfies Partial<Record<ErrorCode, { code: string; status: number }>>;

/** The same for what only the console's routes answer. */
export const consoleErrors = {
  [ErrorCode.NOT_SIGNED_IN]: { code: 'not_signed_in', status: 401 },
  [ErrorCode.WRONG_CREDENTIALS]: { code: 'wrong_credentials', status: 401 },
  [ErrorCode.REAUTHENTICATION_REQUIRED]: { code: 'reauthentication_required', status: 403 },
  [ErrorCode.FORBIDDEN]: { code: 'forbidden', status: 403 },
  [ErrorCode.LAST_OWNER]: { code: 'last_owner', status: 409 },
  [ErrorCode.ALREADY_EXISTS]: { code: 'already_exists', status: 409 },
  [ErrorCode.APPROVAL_NOT_PENDING]: { code: 'approval_not_pending', status: 409 },
  [ErrorCode.LINK_EXPIRED]: { code: 'link_expired', status: 410 },
} as const satisfies Partial<Record<ErrorCode, { code: string; status: number }>>;

/** The codes that clients act on. */
export type PublicCode = (typeof publicErrors)[keyof typeof publicErrors]['code'];
/** The words that only the console's pages come across. */
export type ConsoleCode = (typeof consoleErrors)[keyof typeof consoleErrors]['code'];

interface PublicError {
  code: PublicCode | ConsoleCode;
  status: number;
}

const tableOfErrors: Readonly<Record<ErrorCode, PublicError>> = { ...publicErrors, ...consoleErrors };

/** Every public code once. */
export const publicCodes: readonly PublicCode[] = [
  ...new Set(Object.values(publicErrors).map(({ code }) => code)),
];

/** Every code of the console's own once. */
export const consoleCodes: readonly ConsoleCode[] = Object.values(consoleErrors).map(({ code }) => code);

/** The status that a code comes with, except where HTTP itself has a number for the refusal. */
export const statusOf = (code: PublicCode | ConsoleCode): number =>
  Object.values(tableOfErrors).find((entry) => entry.code === code)?.status ?? 503;

const unknownError: PublicError = { code: 'unavailable', status: 503 };

/** The public code and status of an RPC's code; a code this table does not know yet is unavailable. */
export const publicError = (code: ErrorCode): PublicError => tableOfErrors[code] ?? unknownError;

/** The rules of single fields, as the core calls them; it requires none. */
export const fieldReasons = [
  'required',
  'empty',
  'not_a_name',
  'not_an_email',
  'not_an_address',
  'wrong_length',
  'too_long',
  'not_https',
  'not_public',
  'has_credentials',
  'other',
] as const;

/** A field of the request that was refused. */
interface FieldFault {
  field: string;
  reason: (typeof fieldReasons)[number];
  /** A sentence that begins with the field's name. */
  error: string;
  /** How many characters it takes; null where that is not the rule. */
  min_length: number | null;
  max_length: number | null;
}

/** A refusal that the client sees. Anything else that is thrown is an error of our own. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  /** The HTTP status: the table's, except for refusals that HTTP itself has a number for (405, 408, 413, 415). */
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  /** Its sender has shown no key, no session and no right signature, and goes on sending what it is refused for. */
  readonly isOfUnknown: boolean;
  /** Every field that is known to be wrong. */
  readonly fields: readonly FieldFault[];

  constructor(
    code: ErrorCode,
    message: string,
    more: {
      status?: number;
      retryAfterSeconds?: number;
      isOfUnknown?: boolean;
      fields?: readonly FieldFault[];
    } = {},
  ) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.status = more.status ?? publicError(code).status;
    this.retryAfterSeconds = more.retryAfterSeconds ?? (this.status === 503 ? 1 : undefined);
    this.isOfUnknown = more.isOfUnknown ?? false;
    this.fields = more.fields ?? [];
  }
}

/** An error of the core as a refusal. */
export function refusalFrom({ code, message, retryAfterSeconds, fields }: ErrorDetail): Refusal {
  return new Refusal(code, message || 'refused', {
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    fields: fields.map(({ field, reason, message: error, minLength, maxLength }) => ({
      field,
      reason: knownWord(fieldReasons, reason),
      error,
      min_length: minLength ?? null,
      max_length: maxLength ?? null,
    })),
  });
}

export const invalidRequest = (message: string, status?: number) =>
  new Refusal(ErrorCode.INVALID_REQUEST, message, status === undefined ? {} : { status });

/** The refusal of a field that breaks one rule: `rule` follows its name. */
export function wrongField(
  field: string,
  reason: FieldFault['reason'],
  rule: string,
  maxLength: number | null = null,
): Refusal {
  const error = `${field} ${rule}`;
  const fault = { field, reason, error, min_length: null, max_length: maxLength };
  return new Refusal(ErrorCode.INVALID_REQUEST, error, { fields: [fault] });
}

/** The refusal of a field whose text has too many characters. */
export const tooLong = (field: string, most: number) =>
  wrongField(field, 'too_long', `must have at most ${most} characters`, most);

export const notFound = (what: string) => new Refusal(ErrorCode.NOT_FOUND, `${what} not found`);

export const invalidKey = () =>
  new Refusal(ErrorCode.INVALID_API_KEY, 'a valid API key is needed: Authorization: Bearer <key>');

/** The service cannot answer now; a write's outcome is unknown to the client. */
export const unavailable = () =>
  new Refusal(ErrorCode.UNAVAILABLE, 'the service cannot answer right now; try again shortly');

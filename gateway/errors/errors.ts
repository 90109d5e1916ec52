// The gateway's one failure type. No text here ever holds a body, an address or a key.
import { ErrorCode, type ErrorDetail } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { publicError } from './error_codes.ts';
import { knownWord } from './known_word.ts';

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

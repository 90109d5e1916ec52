// The core's one failure type. Its code is the public one (SPEC: Errors); its message is for people and never
// holds a body, an address or a key.
import type { ErrorCode } from '../proto/gen/textrelay/v1/error_pb.ts';

/** Why a request is refused: a code of the contract, as the public reads it (SPEC: Errors). */
export type RefusalCode = Lowercase<Exclude<keyof typeof ErrorCode, 'UNSPECIFIED'>>;

/** A field of a request that breaks a rule of its own. */
export interface FieldFault {
  /** Its name in the REST interface. */
  field: string;
  reason:
    | 'empty'
    | 'not_a_name'
    | 'not_an_email'
    | 'not_an_address'
    | 'wrong_length'
    | 'too_long'
    | 'not_https'
    | 'not_public'
    | 'has_credentials';
  /** A sentence that begins with the field's name. */
  message: string;
  /** How many characters it takes, where that is the rule. */
  minLength?: number;
  maxLength?: number;
}

/** A refusal that the caller sees. Anything else that is thrown is an error of our own. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly retryAfterSeconds: number | undefined;
  /** True for `unavailable` when nothing was done: the same may be asked again without doubt. */
  readonly isUntouched: boolean;
  /** With `invalid_request`, every field that is known to be wrong. */
  readonly fields: readonly FieldFault[] = [];

  constructor(code: RefusalCode, message: string, retryAfterSeconds?: number, isUntouched = false) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
    this.isUntouched = isUntouched;
  }
}

export const invalidRequest = (message: string) => new Refusal('invalid_request', message);

/** The fault of a field, whose name its sentence begins with. */
export const fieldFault = (field: string, reason: FieldFault['reason'], rule: string): FieldFault => ({
  field,
  reason,
  message: `${field} ${rule}`,
});

/** The fault of a field whose text is too short or too long, in characters; `least` is 0 where it may be empty. */
export const lengthFault = (field: string, least: number, most: number): FieldFault =>
  least === 0
    ? { ...fieldFault(field, 'too_long', `must have at most ${most} characters`), maxLength: most }
    : {
        ...fieldFault(field, 'wrong_length', `must have ${least} to ${most} characters`),
        minLength: least,
        maxLength: most,
      };

class FieldsRefused extends Refusal {
  override readonly fields: readonly FieldFault[];

  constructor(fields: readonly FieldFault[]) {
    super('invalid_request', fields.map(({ message }) => message).join('; '));
    this.fields = fields;
  }
}

/** The refusal of a field whose text is too short or too long. */
export const wrongLength = (field: string, least: number, most: number): Refusal =>
  new FieldsRefused([lengthFault(field, least, most)]);

/** The refusal of a field that breaks one rule. */
export const wrongField = (...fault: Parameters<typeof fieldFault>): Refusal =>
  new FieldsRefused([fieldFault(...fault)]);

/** Throws `invalid_request` with all faults at once, if there are any: whoever fills a form in reads each at its field. */
export function refuseFields(...faults: readonly (FieldFault | null)[]): void {
  const found = faults.filter((fault) => fault !== null);
  if (found.length > 0) throw new FieldsRefused(found);
}

/** One of `words`, as a request says it. Throws `invalid_request` for any other text. */
export function readWord<const Word extends string>(
  field: string,
  words: readonly Word[],
  said: string,
): Word {
  const found = words.find((word) => word === said);
  if (found === undefined) throw invalidRequest(`${field} must be one of ${words.join(', ')}`);
  return found;
}

export const notFound = (what: string) => new Refusal('not_found', `${what} not found`);

export const forbidden = (message: string) => new Refusal('forbidden', message);

/** The service cannot answer now; a write's outcome is unknown to the caller. */
export const unavailable = (message: string) => new Refusal('unavailable', message, 1);

/** The service cannot answer now, and nothing was done. */
export const untouched = (message: string) => new Refusal('unavailable', message, 1, true);

/** Another statement has the account's rows locked, and nothing was done. */
export const busy = () => untouched('the account is busy; try again shortly');

/** Whether something failed because rows were locked. */
export const isBusy = (error: unknown): boolean => error instanceof Refusal && error.isUntouched;

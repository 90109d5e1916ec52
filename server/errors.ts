// The core's one failure type. Its code is the public one (SPEC: Errors); its message is for people and never
// holds a body, an address or a key.
import { ErrorCode } from '../proto/gen/textrelay/v1/error_pb.ts';

/** A refusal that the caller is told about. Anything else that is thrown is a fault of ours. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly retryAfterSeconds: number | undefined;
  /** True for UNAVAILABLE when nothing was done: the same may be asked again without doubt. */
  readonly isUntouched: boolean;

  constructor(code: ErrorCode, message: string, retryAfterSeconds?: number, isUntouched = false) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
    this.isUntouched = isUntouched;
  }
}

export const invalidRequest = (message: string) => new Refusal(ErrorCode.INVALID_REQUEST, message);
export const notFound = (what: string) => new Refusal(ErrorCode.NOT_FOUND, `${what} not found`);

/** The service can't answer now; a write's outcome is unknown to the caller. */
export const unavailable = (message: string) => new Refusal(ErrorCode.UNAVAILABLE, message, 1);

/** The service can't answer now, and nothing was done. */
export const untouched = (message: string) => new Refusal(ErrorCode.UNAVAILABLE, message, 1, true);

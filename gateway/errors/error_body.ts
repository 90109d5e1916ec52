// What an error answer says, for everybody who writes one.
import { type Code, guideOf, publicError, statusOf } from './error_codes.ts';
import type { Refusal } from './errors.ts';

/** What to do about a refusal of this code. A core may be newer than this process, and refuse with a code that is not known here. */
export const adviceFor = (code: string): string => guideOf(code)?.advice ?? 'Do as error says.';

/** A request that did not arrive in time (408) is the one malformed request that may be right. */
const adviceWith = (code: Code, status: number) => (status === 408 ? 'Repeat the request.' : adviceFor(code));

/** An error with what to do next (SPEC: Error). */
export const describeError = (error: string, code: Code, status = statusOf(code)) => ({
  error,
  code,
  next: adviceWith(code, status),
});

/** The body of every error answer. */
export const errorBody = ({ message, code, status, fields }: Refusal): string =>
  JSON.stringify({
    ...describeError(message, publicError(code).code, status),
    ...(fields.length > 0 && { fields }),
  });

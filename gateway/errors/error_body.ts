// What an error answer says, for everybody who writes one.
import { type Code, guideOf, publicError } from './error_codes.ts';
import type { Refusal } from './errors.ts';

/** What to do about a refusal of this code. A core may be newer than this process, and refuse with a code that is not known here. */
export const adviceFor = (code: string): string => guideOf(code)?.advice ?? 'Do as error says.';

/** An error with what to do next (SPEC: Error). */
export const describeError = (error: string, code: Code) => ({
  error,
  code,
  next: adviceFor(code),
});

/** The body of every error answer. */
export const errorBody = ({ message, code, fields }: Refusal): string =>
  JSON.stringify({
    ...describeError(message, publicError(code).code),
    ...(fields.length > 0 && { fields }),
  });

// What an error answer says, for everybody who writes one.
import { consoleGuide, errorGuide } from './error_guide.ts';
import { type ConsoleCode, type PublicCode, publicError, type Refusal } from './errors.ts';

const guide = { ...errorGuide, ...consoleGuide };

/** An error with what to do next (SPEC: Error). */
export const describeError = (error: string, code: PublicCode | ConsoleCode) => ({
  error,
  code,
  next: guide[code].advice,
});

/** The body of every error answer. */
export const errorBody = ({ message, code, fields }: Refusal): string =>
  JSON.stringify({
    ...describeError(message, publicError(code).code),
    ...(fields.length > 0 && { fields }),
  });

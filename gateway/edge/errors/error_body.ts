// What an error answer says, for everybody who writes one.
import { errorGuide } from './error_guide.ts';
import { type ConsoleCode, type PublicCode, publicError, type Refusal } from './errors.ts';

const isPublic = (code: PublicCode | ConsoleCode): code is PublicCode => code in errorGuide;

/** An error with what to do next (SPEC: Error). The console's pages know that of their own codes. */
export const describeError = (error: string, code: PublicCode | ConsoleCode) => ({
  error,
  code,
  ...(isPublic(code) && { next: errorGuide[code].advice }),
});

/** The body of every error answer. */
export const errorBody = ({ message, code, fields }: Refusal): string =>
  JSON.stringify({
    ...describeError(message, publicError(code).code),
    ...(fields.length > 0 && { fields }),
  });

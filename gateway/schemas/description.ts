// The description of the interface itself, and the shape of every error.
import { Type } from 'typebox';
import { consoleCodes, publicCodes } from '../errors/error_codes.ts';
import { fieldReasons } from '../errors/errors.ts';
import { integer, nullable, oneOf, text } from './kinds.ts';

export const EndpointShape = Type.Object(
  {
    method: text('The HTTP method.'),
    path: text('The path, with parameters in braces.'),
    auth: oneOf(['none', 'account_key', 'account_or_platform_key'], 'The kind of key it takes.'),
    summary: text('What it does.'),
  },
  { title: 'Endpoint', description: 'One endpoint of the interface.' },
);

const FieldFaultShape = Type.Object(
  {
    field: text('Its name.'),
    reason: oneOf(fieldReasons, 'The rule that it breaks, for a program; `other`: error says which. Stable.'),
    error: text('What is wrong with it, for a person; begins with its name. May change at any time.'),
    min_length: nullable(integer(0, 'With `wrong_length`: the fewest characters that it takes.')),
    max_length: nullable(
      integer(0, 'With `wrong_length` and `too_long`: the most characters that it takes.'),
    ),
  },
  { title: 'FieldFault', description: 'A field of a request that was refused.' },
);

const faultyFields = Type.Optional(
  Type.Array(FieldFaultShape, {
    description:
      'With `invalid_request`: all fields that are known to be wrong; absent where they were not looked at one by one.',
  }),
);

/** The shape of every error. `errorBody` writes it; this describes it. */
export const ErrorShape = Type.Object(
  {
    error: Type.String({ minLength: 1, description: 'What is wrong, for a person. May change at any time.' }),
    code: oneOf(publicCodes, 'What is wrong, for a program. Stable.'),
    next: Type.String({
      minLength: 1,
      description: 'What to do about an error of this code. May change at any time.',
    }),
    fields: faultyFields,
  },
  { title: 'Error' },
);

/** The same for the console's routes. */
export const ConsoleErrorShape = Type.Object(
  {
    error: Type.String({ minLength: 1, description: 'What is wrong, for a person.' }),
    code: oneOf([...publicCodes, ...consoleCodes], 'What is wrong, for the pages of the console.'),
    next: Type.String({ minLength: 1, description: 'What to do about an error of this code.' }),
    fields: faultyFields,
  },
  { title: 'ConsoleError' },
);

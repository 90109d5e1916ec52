// The kinds of faults of lines in files that people import.
import { type LineFaultCode, lineFaultCodes } from '../../runtime/files/line_fault.ts';
import { oneOf } from './kinds.ts';

/** A core of another version may know other kinds than this gateway. */
export const lineFaultOf = (code: string): LineFaultCode =>
  lineFaultCodes.find((known) => known === code) ?? 'other';

export const lineFaultCode = () =>
  oneOf(
    lineFaultCodes,
    'The kind of fault: `invalid_address`: no phone number that can be texted; `number_missing`; `name_missing`; `quote_open`: a ' +
      'quotation mark is not closed; `repeated`: its number stands on an earlier line; `too_long`; `other`: error says what.',
  );

// The kinds of faults of lines in files that people import.
import { type LineFaultCode, lineFaultCodes } from '../../runtime/files/line_fault.ts';
import { knownWord } from '../errors/known_word.ts';
import { oneOf } from './kinds.ts';

export const lineFaultOf = (code: string): LineFaultCode => knownWord(lineFaultCodes, code);

export const lineFaultCode = () =>
  oneOf(
    lineFaultCodes,
    'The kind of fault: `invalid_address`: no phone number that can be texted; `number_missing`; `name_missing`; `quote_open`: a ' +
      'quotation mark is not closed; `card_open`: a vCard has no END; `repeated`: its number stands on an earlier line; `too_long`; ' +
      '`too_many_groups`: of the contact or of the account; `contacts_full`: the account has as many as it may; `other`: error says what.',
  );

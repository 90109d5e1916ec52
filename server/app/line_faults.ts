// Lines of files that people import, and that were refused.
import type { LineFault, LineFaultCode } from '../../runtime/files/line_fault.ts';
import type { FieldFault, Refusal } from '../errors.ts';

/** The kinds of rules that a line breaks. Only a contact's name has to be there and is a text. */
const kinds: Partial<Record<FieldFault['reason'], LineFaultCode>> = {
  empty: 'name_missing',
  wrong_length: 'too_long',
  too_long: 'too_long',
};

/** What is said of a refused line. */
export const lineFaultOf = ({ code, message, fields: [fault] }: Refusal): Omit<LineFault, 'line'> => ({
  error: message,
  code: code === 'invalid_address' ? code : ((fault && kinds[fault.reason]) ?? 'other'),
});

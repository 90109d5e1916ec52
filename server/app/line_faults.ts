// Lines of files that people import, and that were refused.
import type { LineFault } from '../../runtime/files/line_fault.ts';
import type { Refusal } from '../errors.ts';

/** What is said of a refused line. */
export const lineFaultOf = ({ code, message }: Refusal): Omit<LineFault, 'line'> => ({
  error: message,
  code: code === 'invalid_address' ? code : 'other',
});

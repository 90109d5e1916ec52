// Why a line of a file that people import is not taken: a stable word for programs, and a sentence for people.

export const lineFaultCodes = [
  'invalid_address',
  'number_missing',
  'name_missing',
  'quote_open',
  'card_open',
  'repeated',
  'too_long',
  'too_many_groups',
  'contacts_full',
  'other',
] as const;

export type LineFaultCode = (typeof lineFaultCodes)[number];

/** A line, counted from 1, and what is wrong with it. */
export interface LineFault {
  line: number;
  error: string;
  code: LineFaultCode;
}

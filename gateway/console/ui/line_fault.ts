// Why a line of an imported file was not taken, in the words of a person.
import { sentenceOf } from '../api/ask.ts';
import type { Schemas } from '../api/types.ts';
import { errors as say } from '../words/en/errors.ts';
import { served } from '../words/language.ts';

/** The words for the kind of fault; for one of no kind the service's sentence, or in other languages that there is one. */
export const lineFault = ({ code, error }: Omit<Schemas['FaultyLine'], 'line'>): string =>
  code === 'other' ? served(sentenceOf(error), say.general.invalid_request) : say.lines[code];

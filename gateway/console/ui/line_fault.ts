// Why a line of an imported file was not taken, in the words of a person.
import { sentenceOf } from '../api/ask.ts';
import { errors as say } from '../words/en/errors.ts';
import { served } from '../words/language.ts';

/** The service's sentence about a line in other words, where there are some; else that sentence, in English. */
export function lineFault(sentence: string): string {
  const { lines, refusals, general } = say;
  const [, line] = /^its number stands on line (\d+) already$/.exec(sentence) ?? [];
  if (line !== undefined) return lines.repeated(Number(line));
  if (sentence === 'address is not a phone number that can be texted') return refusals.invalid_address;
  if (sentence === 'the address is missing') return lines.noNumber;
  if (sentence === 'a quotation mark is not closed') return lines.openQuote;
  return served(sentenceOf(sentence), general.invalid_request);
}

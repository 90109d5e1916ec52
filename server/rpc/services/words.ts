// Words of ours that are numbers in the contract.
import { readWord } from '../../errors.ts';

/**
 * The word that a number of the contract stands for. Throws `invalid_request` for a number without a word, such as one that
 * only newer callers know.
 */
export function wordOf<Word extends string>(
  field: string,
  numbers: Readonly<Record<Word, number>>,
  value: number,
): Word {
  const words = Object.keys(numbers) as Word[];
  return readWord(field, words, words.find((word) => numbers[word] === value) ?? '');
}

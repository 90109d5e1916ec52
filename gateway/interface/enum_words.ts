// The words of the contract's enums.
import { type DescEnum, getOption, hasOption } from '@bufbuild/protobuf';
import { word } from '../../proto/gen/textrelay/v1/interface_pb.ts';
import { memoised } from '../../runtime/memoised.ts';
import { missing } from '../schemas/resource.ts';

/** Words and numbers of an enum's values. The value 0 means that nothing is said, and has no word. */
export interface EnumWords {
  all: readonly string[];
  /** Throws for values that are never sent, or not known here yet. */
  of: (value: number) => string;
  /** Of a word that is one of `all`. */
  valueOf: (said: string) => number;
}

export const wordsOf: (desc: DescEnum) => EnumWords = memoised((desc) => {
  const values = desc.values.filter(({ number }) => number !== 0);
  const entries = values.map(
    (value) =>
      [
        value.number,
        hasOption(value, word) ? getOption(value, word) : value.localName.toLowerCase(),
      ] as const,
  );
  const byNumber = new Map(entries);
  const byWord = new Map(entries.map(([number, said]) => [said, number]));
  return {
    all: [...byWord.keys()],
    of: (value) => byNumber.get(value) ?? missing(),
    valueOf: (said) => byWord.get(said) ?? missing(),
  };
});

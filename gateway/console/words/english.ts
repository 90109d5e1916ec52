// The sentences that the service says itself, which are in English in every language of the console.

declare const mark: unique symbol;

/** Such a sentence, as it is in an answer. It is no text that a page can show: `served` or `Quoted` makes one of it. */
export interface English {
  readonly [mark]: 'English';
}

/** The sentence as it is, for what reads a code or a number from it. What people read goes through `served` instead. */
export const inEnglish = (sentence: English): string => sentence as unknown as string;

/** Words with a capital letter. */
export const capitalised = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);

/** The sentence with a capital letter, for `served`. */
export const asSentence = (sentence: English): string => capitalised(inEnglish(sentence));

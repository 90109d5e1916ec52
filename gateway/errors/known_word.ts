// Words in the answers of the core. A core of another version may say some that this gateway does not know.

/** The word that the core said; `other` for one that is not among the known ones. */
export const knownWord = <Word extends string>(known: readonly Word[], said: string): Word | 'other' =>
  known.find((word) => word === said) ?? 'other';

// How long texts are kept, in days.

export const dayMs = 24 * 3_600_000;

/** Most days of any kind: ten years. */
const mostDaysKept = 3_650;

/**
 * The fewest days of each kind. A text stays until no receipt can come for it any more and its month is over: receipts are kept
 * for 30 days, and a month has 31.
 */
const fewestDaysKept = { texts: 32, words: 1, logs: 1 } as const;

export type KeptKind = keyof typeof fewestDaysKept;

export const keptKinds = Object.keys(fewestDaysKept) as KeptKind[];

/** Nothing is deleted. */
export const keptForEver = { textsDays: null, wordsDays: null, logsDays: null };

/** What is wrong with so many days; undefined when it is right. 0 is for ever. */
export const wrongDays = (kind: KeptKind, days: number): string | undefined =>
  days === 0 || (Number.isInteger(days) && days >= fewestDaysKept[kind] && days <= mostDaysKept)
    ? undefined
    : `must be 0, for ever, or from ${fewestDaysKept[kind]} to ${mostDaysKept}`;

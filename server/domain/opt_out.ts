// Opt-outs: who wants no texts of an account, and what an account may set about that.

export const optOutSources = ['keyword', 'api', 'import', 'console'] as const;
/** What set an opt-out. */
export type OptOutSource = (typeof optOutSources)[number];

/** Longest answer to a keyword, in code points. */
export const maxAnswerLength = 320;

/** What an account adds to the keywords, and what it answers to them; null answers nothing. */
export interface OptOutSettings {
  stopWords: readonly string[];
  stopAnswer: string | null;
  startAnswer: string | null;
  helpAnswer: string | null;
}

// Opt-outs: recipients who want no texts of an account, and the settings of the account.

export const optOutSources = ['keyword', 'api', 'import', 'console'] as const;
/** The way in which an opt-out was set. */
export type OptOutSource = (typeof optOutSources)[number];

/** Longest answer to a keyword, in code points. */
export const maxAnswerLength = 320;

/** The stop words that an account adds, and its answers to keywords; null answers nothing. */
export interface OptOutSettings {
  stopWords: readonly string[];
  stopAnswer: string | null;
  startAnswer: string | null;
  helpAnswer: string | null;
}

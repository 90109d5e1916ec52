// One text that the phone is to send, or is asked about.
import type { OpenText } from '../android/open_texts.ts';
import type { DriverJob, Result } from '../driver.ts';

/** Until a text that the phone has is asked about: its report may be lost. The pause doubles with each question. */
const firstAskMs = 20_000;
const lastAskMs = 10 * 60_000;

/** A text under way. */
export interface Offer {
  job: DriverJob;
  text: OpenText;
  resolve(result: Result): void;
  /** An earlier run, or an earlier hand-over, may have listed it and asked about it. */
  isResumed: boolean;
  /** Undefined until it was listed. */
  firstListedMs: number | undefined;
  listedMs: number;
  /** When it was first listed as a question, and how often it was. */
  askedMs: number | undefined;
  questions: number;
  isLeased: boolean;
  /** By rankOf; 0 until the phone names it. */
  rank: number;
  rankSinceMs: number;
  reportedMs: number;
}

/** A text of unknown outcome that the phone is asked about. */
export interface Doubt {
  job: DriverJob;
  text: OpenText;
  nextMs: number;
  questions: number;
}

/** Whether the phone is to be asked about a text that it has. */
export const isQuestionDue = ({ rank, reportedMs, listedMs, questions }: Offer, nowMs: number) =>
  rank > 0 && nowMs - Math.max(reportedMs, listedMs) >= Math.min(firstAskMs * 2 ** questions, lastAskMs);

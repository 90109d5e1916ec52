// One text that the phone should send, or is asked about.
import type { DriverJob, Result } from '../driver.ts';
import type { OpenText } from './open_texts.ts';
import { type Reported, rankOf } from './reported.ts';

/**
 * How long it takes until a text that the phone has is asked about: its report may be lost. The pause doubles with each
 * question.
 */
const firstAskMs = 20_000;
const lastAskMs = 10 * 60_000;

/** An app that can no longer cancel a text answers nothing: in the end it is asked what became of the text. */
const mostCancels = 5;

export type HandOver = Pick<DriverJob, 'messageId' | 'attempt' | 'identity'>;

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
  /** Its account no longer wants it. */
  isUnwanted: boolean;
  /** How often it was listed for the phone to cancel. */
  cancels: number;
  /** When it was first listed as a question, and how often it was. */
  askedMs: number | undefined;
  questions: number;
  isLeased: boolean;
  /** By rankOf; 0 until the phone names it. */
  rank: number;
  rankSinceMs: number;
  reportedMs: number;
}

/** Whether to ask the phone about a text that it has. */
export const isQuestionDue = ({ rank, reportedMs, listedMs, questions }: Offer, nowMs: number) =>
  rank > 0 && nowMs - Math.max(reportedMs, listedMs) >= Math.min(firstAskMs * 2 ** questions, lastAskMs);

/** What is known of a text that the phone may be asked to cancel: it can still be waiting there. */
export const isCancelDue = ({ isUnwanted, cancels, rank }: Offer) =>
  isUnwanted && cancels < mostCancels && rank <= rankOf.Pending;

/** Whether both name the same hand-over. */
export const isSameHandOver = (a: HandOver, b: HandOver) =>
  a.messageId === b.messageId && a.attempt === b.attempt && a.identity === b.identity;

/** The end of a submit that the phone was never given: it is tried again. */
export const away: Result = {
  kind: 'rejected',
  code: 'device_failed',
  detail: 'the phone did not ask for work in time',
  retryable: true,
};

/** How a text ends that its account no longer wants, and that has not left. */
export const cancelled: Result = {
  kind: 'rejected',
  code: 'cancelled',
  detail: 'the account cancelled the text before it left',
  retryable: false,
};

/**
 * The app cannot have sent a text that it stored when the deadline was over by its own clock. One that it stored before may have
 * been sent by a process that was ended before it noted so; and one that was listed before it was asked about may have been
 * forgotten.
 */
export const isCertainlyTooLate = ({ isResumed, askedMs, job }: Offer, { storedMs }: Reported) =>
  !isResumed && askedMs === undefined && storedMs !== undefined && storedMs >= job.expiresAtMs;

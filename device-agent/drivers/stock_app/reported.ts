// The app's reports about a text, and how certain each is. The guide Phones has the same table in words.
import type { DriverReceipt, Problem, Result } from '../driver.ts';
import { isRecord } from './is_record.ts';
import { readSendError } from './send_error.ts';

const states = ['Pending', 'Cancelling', 'Cancelled', 'Processed', 'Sent', 'Delivered', 'Failed'] as const;

/** The app's names for the states of a text. */
type ReportedState = (typeof states)[number];

/** One report. */
export interface Reported {
  id: string;
  state: ReportedState;
  /** The app's own words; they may hold a number and are passed on nowhere. */
  error: string;
  /** When the text first had the state, by the phone's clock; undefined when the report does not say. */
  sinceMs: number | undefined;
  /** When the app stored the text, by the phone's clock; undefined when the report does not say. */
  storedMs: number | undefined;
  /** It was sent at some time, whatever became of it later. */
  wasSent: boolean;
}

/** How far a state is on a text's way: a report of less than is already known says nothing. */
export const rankOf: Readonly<Record<ReportedState, number>> = {
  Pending: 1,
  Cancelling: 1,
  Cancelled: 2,
  Processed: 3,
  Sent: 4,
  Delivered: 5,
  Failed: 6,
};

/** A moment as the app writes it; before Android 7 a zone west of Greenwich has two signs. */
export function readMoment(value: unknown): number | undefined {
  if (typeof value !== 'string' || value.length > 64) return undefined;
  const atMs = Date.parse(value.replace('+-', '-'));
  return Number.isNaN(atMs) ? undefined : atMs;
}

/** Reads one report; undefined when it is none. Only its one recipient counts: the text's own state is less exact. */
export function readReported(item: unknown): Reported | undefined {
  if (!isRecord(item) || typeof item.id !== 'string') return undefined;
  const [recipient]: unknown[] = Array.isArray(item.recipients) ? item.recipients : [];
  const said = isRecord(recipient) ? recipient : item;
  const state = states.find((each) => each === (said.state ?? item.state));
  if (state === undefined) return undefined;
  const moments = isRecord(item.states) ? item.states : {};
  return {
    id: item.id,
    state,
    error: typeof said.error === 'string' ? said.error : '',
    sinceMs: readMoment(moments[state]),
    storedMs: readMoment(moments.Pending),
    wasSent: state === 'Sent' || state === 'Delivered' || 'Sent' in moments || 'Delivered' in moments,
  };
}

/**
 * The app found the deadline passed before it handed the text to Android, as far as it knows: one that was ended between an
 * earlier hand-over and its note of it says the same.
 */
export const isTooLate = ({ state, error }: Reported): boolean =>
  state === 'Failed' && error.startsWith('TTL expired');

/** How the submit of a text ends, and what keeps the whole phone from sending. */
export interface SubmitEnd {
  result: Result;
  problem?: Problem;
}

/** How the submit of a text ends by a report; undefined while it goes on. */
export function submitEndOf(reported: Reported, parts: number): SubmitEnd | undefined {
  const accepted: SubmitEnd = { result: { kind: 'accepted', refs: [reported.id] } };
  if (reported.state === 'Sent' || reported.state === 'Delivered') return accepted;
  if (reported.state !== 'Failed') return undefined;
  if (isTooLate(reported)) {
    const detail = "the deadline had passed by the phone's clock";
    return { result: { kind: 'rejected', code: 'device_failed', detail, retryable: true } };
  }
  const read = readSendError(reported.error, parts, reported.wasSent);
  if (read.outcome === 'not_delivered') return accepted;
  const { code, detail, retryable, problem } = read;
  if (read.outcome === 'unsure') return { result: { kind: 'unknown', detail } };
  return { result: { kind: 'rejected', code, detail, retryable }, ...(problem && { problem }) };
}

/** The receipt that a report after the submit's end is; undefined when it is not final. */
export function receiptOf(
  reported: Reported,
  parts: number,
): Pick<DriverReceipt, 'outcome' | 'detail'> | undefined {
  if (reported.state === 'Delivered') return { outcome: 'delivered' };
  if (reported.state !== 'Failed' || isTooLate(reported)) return undefined;
  const { outcome, retryable, detail } = readSendError(reported.error, parts, reported.wasSent);
  // It has not left, and a new submit is about to report that.
  if (outcome === 'not_sent' && retryable) return undefined;
  return { outcome: 'failed', detail };
}

// A message's statuses and errors, as they are stored, and the rule that they move only forward.

export const directions = ['out', 'in'] as const;
export type Direction = (typeof directions)[number];

/** queued -> sending -> sent -> delivered | failed; received is inbound's only state. */
export const messageStatuses = ['queued', 'sending', 'sent', 'delivered', 'received', 'failed'] as const;
export type MessageStatus = (typeof messageStatuses)[number];

export const routes = ['device', 'gateway'] as const;
export type Route = (typeof routes)[number];

export const encodings = ['gsm7', 'ucs2'] as const;
export type Encoding = (typeof encodings)[number];

/** The stable prefixes of a failed message's error. */
export const failurePrefixes = [
  'expired_in_queue',
  'outcome_unknown',
  'rejected_by_network',
  'device_failed',
  'carrier_failed',
  'cancelled',
  'opted_out',
  'approval_rejected',
  'approval_expired',
] as const;
export type FailurePrefix = (typeof failurePrefixes)[number];

/** The stored error of a failed message: a stable prefix, a colon, a sentence. */
export const failure = (prefix: FailurePrefix, sentence: string): string => `${prefix}: ${sentence}`;

/** Ends that no device can report. */
const neverOfDevices: readonly FailurePrefix[] = ['approval_rejected', 'approval_expired'];

/**
 * An agent's error for a failed text, in the stored form. A text without a known prefix becomes device_failed, so that
 * the prefixes stay a closed set. It is cut at 300 characters.
 */
export function failureFromDevice(text: string): string {
  const known = failurePrefixes.some(
    (prefix) => !neverOfDevices.includes(prefix) && text.startsWith(`${prefix}:`),
  );
  const clean = text.replaceAll('\u0000', '').slice(0, 300);
  return known ? clean : failure('device_failed', clean || 'the device gave no reason');
}

/** Time limits of each state: nothing stays in a state that is not final (milliseconds). */
export interface Lifetimes {
  /** A queued text that no device or carrier has taken by then fails with expired_in_queue. */
  queuedMs: number;
  /** A text that was handed over may still be reported this long after its time in the queue. */
  sendingGraceMs: number;
  /** A sent text that has no receipt by then fails with outcome_unknown. */
  sentMs: number;
}

/** 24 hours in the queue, 1 hour of grace, 72 hours for a receipt. */
export const defaultLifetimes: Lifetimes = {
  queuedMs: 24 * 3600_000,
  sendingGraceMs: 3600_000,
  sentMs: 72 * 3600_000,
};

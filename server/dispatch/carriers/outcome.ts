// What follows for a text from what became of its parts. Pure: it touches no database and no carrier.
import { backoffMs } from '../../../runtime/backoff.ts';
import { failure } from '../../domain/message.ts';
import type { RefusedPart, SubmittedPart } from '../../store/carriers/conclude_submits.ts';

/** What became of one part. */
export type PartEnd =
  /** It left, or may have left, when the text was claimed before. */
  | { kind: 'earlier'; isUnknown: boolean }
  | { kind: 'accepted'; ref: string | null; submittedAtMs: number }
  | { kind: 'unknown'; detail: string; submittedAtMs: number }
  /** Refused for good. */
  | { kind: 'refused'; code: 'rejected_by_network' | 'carrier_failed'; detail: string }
  /** It certainly did not leave and may be submitted again; with words where it was tried. */
  | { kind: 'not_left'; detail?: string };

/** What follows for the text. */
interface Outcome {
  verdict: 'sent' | 'failed' | 'released';
  error: string | null;
  /** Some part left or may have left, now or before. */
  mayHaveLeft: boolean;
  /** Some part left for certain, now. */
  hasLeft: boolean;
  /** To be written down. */
  parts: SubmittedPart[];
  /** What was tried and did not leave. */
  refused: RefusedPart[];
}

const maxDetailLength = 300;
const maxRefLength = 64;

const sentence = (detail: string) => detail.replaceAll('\u0000', '').slice(0, maxDetailLength);

/** A name as it is stored; one that is too long or cannot be stored is none. */
const nameOf = (ref: string | null) =>
  ref === null || ref === '' || ref.length > maxRefLength || ref.includes('\u0000') ? null : ref;

/**
 * One refusal fails the text, because it cannot arrive whole any more. What did not leave is tried again. What nobody
 * knows is never tried again, and decides once nothing is left to be submitted. `ends` are all parts in their order.
 */
export function outcomeOf(ends: readonly PartEnd[]): Outcome {
  const parts: SubmittedPart[] = [];
  const refused: RefusedPart[] = [];
  const total = ends.length;
  for (const [index, end] of ends.entries()) {
    if ((end.kind === 'refused' || end.kind === 'not_left') && end.detail !== undefined)
      refused.push({ part: index + 1, total, detail: end.detail });
    if (end.kind !== 'accepted' && end.kind !== 'unknown') continue;
    parts.push({
      part: index + 1,
      total,
      state: end.kind,
      ref: end.kind === 'accepted' ? nameOf(end.ref) : null,
      submittedAtMs: end.submittedAtMs,
    });
  }
  const mayHaveLeft = parts.length > 0 || ends.some(({ kind }) => kind === 'earlier');
  const hasLeft = parts.some(({ state }) => state === 'accepted');
  return { ...verdictOf(ends), mayHaveLeft, hasLeft, parts, refused };
}

function verdictOf(ends: readonly PartEnd[]): Pick<Outcome, 'verdict' | 'error'> {
  for (const end of ends)
    if (end.kind === 'refused') return { verdict: 'failed', error: failure(end.code, sentence(end.detail)) };
  if (ends.some(({ kind }) => kind === 'not_left')) return { verdict: 'released', error: null };
  for (const end of ends) {
    if (end.kind === 'unknown')
      return { verdict: 'failed', error: failure('outcome_unknown', sentence(end.detail)) };
    if (end.kind === 'earlier' && end.isUnknown)
      return {
        verdict: 'failed',
        error: failure('outcome_unknown', 'a part of the text may have been lost'),
      };
  }
  return { verdict: 'sent', error: null };
}

const firstRetryMs = 250;
const lastRetryMs = 60_000;

/**
 * How long a text waits before its next try, in milliseconds: a quarter of a second after its first claim, twice as long
 * after each, at most a minute, and a quarter more or less so that texts do not come back together. The first tries are
 * shorter than the rest of the carrier that refused it, so that another one takes it. `random` is from 0 to below 1.
 */
export const retryDelayMs = (attempt: number, random: number): number =>
  Math.round(backoffMs(attempt, { firstMs: firstRetryMs, longestMs: lastRetryMs }) * (0.75 + random / 2));

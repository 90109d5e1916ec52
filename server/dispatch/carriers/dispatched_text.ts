// A text that this replica has claimed: which of its parts wait, are under way, or have ended. It submits nothing itself.

import { backoffMs } from '../../../runtime/backoff.ts';
import type { ConfiguredCarrier, PartResult, Submission, SubmitResult } from '../../carrier/carrier.ts';
import { failure } from '../../domain/messages/message.ts';
import type { ReferenceBits } from '../../domain/messages/text.ts';
import { splitText } from '../../domain/messages/text.ts';
import type { CarrierClaim } from '../../store/carriers/claim_for_carriers.ts';
import type { RefusedPart, SubmittedPart } from '../../store/carriers/conclude_submits.ts';

/** The outcome of one part. */
export type PartEnd =
  /** It left, or may have left, under an earlier claim. */
  | { kind: 'earlier'; isUnknown: boolean }
  | { kind: 'accepted'; ref: string | null; submittedAtMs: number }
  | {
      kind: 'unknown';
      detail: string;
      submittedAtMs: number;
      /** The carrier's name for it, if it says later that it has it; it may never settle. */
      late?: Promise<string | null> | undefined;
    }
  /** Refused for good. */
  | { kind: 'refused'; code: 'rejected_by_network' | 'carrier_failed'; detail: string }
  /** It certainly did not leave and may be submitted again, with a reason if it was tried; to another carrier if this one refused it. */
  | { kind: 'not_left'; detail?: string; isRefused?: true };

/** The consequence for the text. */
interface Outcome {
  verdict: 'sent' | 'failed' | 'released';
  error: string | null;
  /** Some part left or may have left, now or before. */
  mayHaveLeft: boolean;
  /** Some part left for certain, now. */
  hasLeft: boolean;
  /** To be written down. */
  parts: SubmittedPart[];
  /** The carriers that were tried and refused it. */
  refused: RefusedPart[];
}

const maxDetailLength = 300;
const maxRefLength = 64;

const sentence = (detail: string) => detail.replaceAll('\u0000', '').slice(0, maxDetailLength);

/** A name as it is stored; null for one that is too long or cannot be stored. */
export const storedNameOf = (ref: string | null): string | null =>
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
      ref: end.kind === 'accepted' ? storedNameOf(end.ref) : null,
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
 * How long a text waits before its next try, in milliseconds: a quarter of a second after its first claim, twice as
 * long after each, at most a minute, and a quarter more or less so that texts do not come back together. The first
 * waits are shorter than the backoff of the carrier that refused it, so that another carrier takes it. `random` is from
 * 0 to below 1.
 */
export const retryDelayMs = (attempt: number, random: number): number =>
  Math.round(backoffMs(attempt, { firstMs: firstRetryMs, longestMs: lastRetryMs }) * (0.75 + random / 2));

interface DispatchedTextOptions {
  claim: CarrierClaim;
  /** The replica that it was claimed as. */
  holder: bigint;
  carrier: ConfiguredCarrier;
  sender: string;
  referenceBits: ReferenceBits;
  /** There is another carrier to ask if this one refuses it. */
  mayAskAnother: boolean;
}

/** A part that is to be submitted now. */
interface PartUnderWay {
  submission: Submission;
  /** Reports the outcome. False when the text was given up before. */
  end(result: SubmitResult): boolean;
}

const notLeft: PartEnd = { kind: 'not_left' };

/** The carrier was configured anew between two tries: what is left of the text cannot be known. */
const dividedOtherwise: PartEnd = {
  kind: 'refused',
  code: 'carrier_failed',
  detail: 'the carrier divides texts otherwise than when the first part left',
};

function endOf(result: PartResult, submittedAtMs: number): PartEnd {
  switch (result.kind) {
    case 'accepted':
      return { kind: 'accepted', ref: result.ref, submittedAtMs };
    case 'unknown':
      return { kind: 'unknown', detail: result.detail, submittedAtMs, late: result.late };
    default:
      return result.retryable
        ? { kind: 'not_left', detail: result.detail }
        : { kind: 'refused', code: result.code, detail: result.detail };
  }
}

/** A carrier divided the text by itself: what it did not take cannot be submitted alone. */
function endsOf(parts: readonly PartResult[], submittedAtMs: number): PartEnd[] {
  return parts.map((part) =>
    part.kind === 'rejected'
      ? { kind: 'refused', code: part.code, detail: part.detail }
      : endOf(part, submittedAtMs),
  );
}

/**
 * Ties the parts of a text together: the same at each try, and different for texts that an account sends one after the
 * other. Never 0, which some companies read as none.
 */
const referenceOf = (accountId: bigint, id: bigint, bits: ReferenceBits): number =>
  1 + Number((accountId + id) % (bits === 8 ? 255n : 65_535n));

/** A text from before there were identities keeps the name that its carrier may know already. */
const submittedNameOf = ({ accountId, id, identity }: CarrierClaim): string =>
  identity ?? `${accountId}-${id}`;

export class DispatchedText {
  readonly claim: CarrierClaim;
  readonly holder: bigint;
  readonly carrier: ConfiguredCarrier;
  readonly #options: DispatchedTextOptions;
  readonly #parts: readonly string[];
  #ends: (PartEnd | undefined)[];
  readonly #submittedAtMs = new Map<number, number>();

  constructor(options: DispatchedTextOptions) {
    const { claim, carrier, holder, referenceBits } = options;
    this.#options = options;
    this.claim = claim;
    this.carrier = carrier;
    this.holder = holder;
    const isDivided = carrier.carrier.caps.unit === 'segment';
    this.#parts = isDivided ? splitText(claim.body, referenceBits).parts : [claim.body];
    const { earlierParts } = claim;
    if (earlierParts.some(({ total }) => total !== this.#parts.length)) {
      this.#ends = [{ kind: 'earlier', isUnknown: false }, dividedOtherwise];
      return;
    }
    this.#ends = this.#parts.map(() => undefined);
    for (const { part, isUnknown } of earlierParts) this.#ends[part - 1] = { kind: 'earlier', isUnknown };
  }

  /** The outcomes of the parts so far; all of them once the text is settled. */
  get ends(): readonly PartEnd[] {
    return this.#ends.map((end) => end ?? notLeft);
  }

  /** Parts that are still to be submitted. */
  get waiting(): number {
    return this.#ends.reduce(
      (count, end, index) => (end === undefined && !this.#submittedAtMs.has(index) ? count + 1 : count),
      0,
    );
  }

  /** Whether its carrier refused it, and another one is to be asked. */
  get isRefused(): boolean {
    return this.#ends.some((end) => end?.kind === 'not_left' && end.isRefused);
  }

  get isSettled(): boolean {
    return this.#ends.every((end) => end !== undefined);
  }

  /** The next part, which counts as submitted from now on; undefined when none waits. */
  take(nowMs: number): PartUnderWay | undefined {
    const index = this.#ends.findIndex((end, at) => end === undefined && !this.#submittedAtMs.has(at));
    if (index < 0) return undefined;
    this.#submittedAtMs.set(index, nowMs);
    const { claim, sender, referenceBits } = this.#options;
    const submission: Submission = {
      accountId: claim.accountId,
      messageId: claim.id,
      name: submittedNameOf(claim),
      attempt: claim.attempt,
      part: index + 1,
      total: this.#parts.length,
      reference: referenceOf(claim.accountId, claim.id, referenceBits),
      referenceBits,
      sender,
      recipient: claim.recipient,
      text: this.#parts[index] as string,
      encoding: claim.encoding,
      expiresAtMs: claim.expiresAtMs,
    };
    const end = (result: SubmitResult) => {
      if (this.#ends[index] !== undefined) return false;
      if (result.kind === 'divided') this.#ends = endsOf(result.parts, nowMs);
      else if (this.#isForAnother(result))
        this.#ends[index] = { kind: 'not_left', detail: result.detail, isRefused: true };
      else this.#ends[index] = endOf(result, nowMs);
      // The remaining parts would come too late for a refused text, and too early for a carrier that is not ready.
      if (result.kind === 'rejected') this.halt();
      return true;
    };
    return { submission, end };
  }

  /** A refusal that is the carrier's fault, of a text of which no part can have left. */
  #isForAnother(result: PartResult): result is PartResult & { kind: 'rejected' } {
    const isOnlyThere = this.#ends.some((end) => end !== undefined && end.kind !== 'not_left');
    return (
      result.kind === 'rejected' &&
      result.code === 'carrier_failed' &&
      !result.retryable &&
      this.#options.mayAskAnother &&
      !isOnlyThere
    );
  }

  /** Waiting parts are not submitted in this try. */
  halt(): void {
    for (const index of this.#ends.keys())
      if (this.#ends[index] === undefined && !this.#submittedAtMs.has(index)) this.#ends[index] = notLeft;
  }

  /** Parts under way count as unknown: their answers come too late. */
  giveUp(detail: string): void {
    this.halt();
    for (const [index, submittedAtMs] of this.#submittedAtMs)
      this.#ends[index] ??= { kind: 'unknown', detail, submittedAtMs };
  }
}

// A text that this replica has claimed: which of its parts wait, are under way, or have ended. It submits nothing itself.

import type { ConfiguredCarrier, Submission, SubmitResult } from '../../carrier/carrier.ts';
import type { ReferenceBits } from '../../domain/text.ts';
import { splitText } from '../../domain/text.ts';
import type { CarrierClaim } from '../../store/carriers/claim_for_carriers.ts';
import type { PartEnd } from './outcome.ts';

interface DispatchedTextOptions {
  claim: CarrierClaim;
  /** The replica that it was claimed as. */
  holder: bigint;
  carrier: ConfiguredCarrier;
  sender: string;
  referenceBits: ReferenceBits;
}

/** A part that is to be submitted now. */
interface PartUnderWay {
  submission: Submission;
  /** Says what became of it. False when the text was given up before. */
  end(result: SubmitResult): boolean;
}

const notLeft: PartEnd = { kind: 'not_left' };

/** The carrier was configured anew between two tries: nobody knows what is left of the text. */
const dividedOtherwise: PartEnd = {
  kind: 'refused',
  code: 'carrier_failed',
  detail: 'the carrier divides texts otherwise than when the first part left',
};

function endOf(result: SubmitResult, submittedAtMs: number): PartEnd {
  switch (result.kind) {
    case 'accepted':
      return { kind: 'accepted', ref: result.ref, submittedAtMs };
    case 'unknown':
      return { kind: 'unknown', detail: result.detail, submittedAtMs };
    default:
      return result.retryable
        ? { kind: 'not_left', detail: result.detail }
        : { kind: 'refused', code: result.code, detail: result.detail };
  }
}

/**
 * Ties the parts of a text together: the same at each try, and different for the texts that an account sends after one
 * another. Never 0, which some companies read as none.
 */
const referenceOf = (accountId: bigint, id: bigint, bits: ReferenceBits): number =>
  1 + Number((accountId + id) % (bits === 8 ? 255n : 65_535n));

/** A text from before there were identities keeps the name that its carrier may know already. */
const nameOf = ({ accountId, id, identity }: CarrierClaim): string => identity ?? `${accountId}-${id}`;

export class DispatchedText {
  readonly claim: CarrierClaim;
  readonly holder: bigint;
  readonly carrier: ConfiguredCarrier;
  readonly #options: DispatchedTextOptions;
  readonly #parts: readonly string[];
  readonly #ends: (PartEnd | undefined)[];
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

  /** What became of each part; all of them once the text is settled. */
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
      name: nameOf(claim),
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
      this.#ends[index] = endOf(result, nowMs);
      // The rest would come too late for a text that is refused, and too early for a carrier that is not ready.
      if (result.kind === 'rejected') this.halt();
      return true;
    };
    return { submission, end };
  }

  /** What waits is not submitted in this try. */
  halt(): void {
    for (const index of this.#ends.keys())
      if (this.#ends[index] === undefined && !this.#submittedAtMs.has(index)) this.#ends[index] = notLeft;
  }

  /** Nobody will hear what becomes of what is under way. */
  giveUp(detail: string): void {
    this.halt();
    for (const [index, submittedAtMs] of this.#submittedAtMs)
      this.#ends[index] ??= { kind: 'unknown', detail, submittedAtMs };
  }
}

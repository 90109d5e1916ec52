// All texts that this replica has claimed, from the answer to their claim until their outcome is durable.
import type { Clock } from '../../../runtime/clock.ts';
import type { Conclusion } from '../../store/carriers/conclude_submits.ts';
import type { ClaimedRow } from '../../store/carriers/replicas.ts';
import type { DispatchedText } from './dispatched_text.ts';
import { outcomeOf, retryDelayMs } from './dispatched_text.ts';
import type { FollowLate } from './late_answers.ts';
import type { Recorder } from './recorder.ts';
import type { Refusals } from './refusals.ts';

interface ClaimedTextsOptions {
  clock: Clock;
  recorder: Recorder;
  refusals: Refusals;
  followLate: FollowLate;
  random: () => number;
}

const keyOf = ({ accountId, id, attempt }: { accountId: bigint; id: bigint; attempt: number }) =>
  `${accountId}/${id}/${attempt}`;

export class ClaimedTexts {
  readonly #options: ClaimedTextsOptions;
  /** By account, text and claim; null for a text that was never claimed here and is being given back. */
  readonly #texts = new Map<string, DispatchedText | null>();
  readonly #concluded = new Set<DispatchedText>();
  #isGivingBack = false;
  #onEmpty: (() => void) | undefined;

  constructor(options: ClaimedTextsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#texts.size;
  }

  /** A text was claimed. */
  take(text: DispatchedText): void {
    this.#texts.set(keyOf(text.claim), text);
  }

  /** All parts of a text have ended. */
  conclude(text: DispatchedText): void {
    if (this.#concluded.has(text)) return;
    this.#concluded.add(text);
    const { clock, random, refusals } = this.#options;
    if (text.isRefused) refusals.add(text.claim, text.carrier.name);
    const nowMs = clock.nowMs();
    const { verdict, error, mayHaveLeft, hasLeft, parts, refused } = outcomeOf(text.ends);
    const { accountId, id, attempt, identity } = text.claim;
    const retryAtMs =
      verdict === 'released' && !this.#isGivingBack ? nowMs + retryDelayMs(attempt, random()) : null;
    const conclusion: Conclusion = {
      accountId,
      id,
      attempt,
      identity,
      holder: text.holder,
      carrier: text.carrier.name,
      verdict,
      error,
      retryAtMs,
      sentAtMs: hasLeft ? nowMs : null,
      mayHaveLeft,
      parts,
      refused,
    };
    void this.#record(conclusion).then((isDurable) => {
      this.#concluded.delete(text);
      if (isDurable) this.#options.followLate(text);
    });
  }

  /** Gives back the texts of a claim whose answer was lost. False when there may be more. */
  giveBackUnknown(replica: bigint, claimed: readonly ClaimedRow[]): boolean {
    let given = 0;
    for (const row of claimed) {
      if (this.#texts.has(keyOf(row))) continue;
      given++;
      this.#texts.set(keyOf(row), null);
      const { mayHaveLeft, ...text } = row;
      void this.#record({
        ...text,
        holder: replica,
        verdict: 'released',
        error: null,
        retryAtMs: null,
        sentAtMs: null,
        mayHaveLeft,
        parts: [],
        refused: [],
      });
    }
    return given === 0;
  }

  /** Texts that are released from now on may be claimed elsewhere at once. */
  giveBack(): void {
    this.#isGivingBack = true;
  }

  /** Texts under way end as unknown. */
  giveUp(detail: string): void {
    for (const text of this.#texts.values()) {
      text?.giveUp(detail);
      if (text) this.conclude(text);
    }
  }

  /** Resolves once nothing is claimed. */
  emptied(): Promise<void> {
    if (this.#texts.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onEmpty = resolve;
    });
  }

  /** Records nothing more. */
  abandon(): void {
    this.#options.recorder.abandon();
  }

  async #record(conclusion: Conclusion): Promise<boolean> {
    try {
      await this.#options.recorder.record(conclusion);
    } catch {
      // Abandoned: it stays claimed by this replica until others take the replica for dead.
      return false;
    }
    this.#texts.delete(keyOf(conclusion));
    if (this.#texts.size === 0) this.#onEmpty?.();
    return true;
  }
}

// Which carriers refused a text through no fault of its recipient: another one is asked before the text fails. A process that
// forgets it asks one carrier twice.
import { BoundedMap } from '../../../runtime/bounded_map.ts';
import type { Clock } from '../../../runtime/clock.ts';
import type { ConfiguredCarrier } from '../../carrier/carrier.ts';
import { isSandbox, sandboxCarrier } from '../../domain/accounts/sandbox.ts';

/** Most texts that are remembered; the oldest go. */
const maxTexts = 10_000;
/** How long another carrier that takes nothing now is waited for, in milliseconds. */
const waitForMs = 30_000;

interface TextName {
  accountId: bigint;
  id: bigint;
}

const keyOf = ({ accountId, id }: TextName) => `${accountId}/${id}`;

export class Refusals {
  readonly #carriers: readonly ConfiguredCarrier[];
  readonly #clock: Clock;
  /** By text and carrier, when it was refused. */
  readonly #byText = new BoundedMap<string, ReadonlyMap<string, number>>(maxTexts);

  constructor(carriers: readonly ConfiguredCarrier[], clock: Clock) {
    this.#carriers = carriers;
    this.#clock = clock;
  }

  /** A carrier refused it. */
  add(text: TextName, carrier: string): void {
    const key = keyOf(text);
    this.#byText.set(key, new Map([...(this.#byText.get(key) ?? []), [carrier, this.#clock.nowMs()]]));
  }

  has(text: TextName, carrier: string): boolean {
    return this.#byText.get(keyOf(text))?.has(carrier) ?? false;
  }

  /** Whether there is another carrier for such texts that may take it, if this one refuses it for the first time. */
  mayAskAnother(text: TextName, carrier: string): boolean {
    return !this.has(text, carrier) && this.#hasAnother(text, carrier);
  }

  /** Whether it waits for another carrier rather than to go back to this one. */
  waitsForAnother(text: TextName, carrier: string): boolean {
    const atMs = this.#byText.get(keyOf(text))?.get(carrier);
    return (
      atMs !== undefined &&
      Math.abs(this.#clock.nowMs() - atMs) < waitForMs &&
      this.#hasAnother(text, carrier)
    );
  }

  #hasAnother(text: TextName, carrier: string): boolean {
    return this.#carriers.some(
      ({ name }) =>
        name !== carrier && !this.has(text, name) && (name === sandboxCarrier) === isSandbox(text.accountId),
    );
  }
}

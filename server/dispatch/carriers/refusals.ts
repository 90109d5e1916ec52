// Which carriers refused a text through no fault of its recipient: another one is asked before the text fails. A process that
// forgets it asks one carrier twice.
import { BoundedMap } from '../../../runtime/bounded_map.ts';
import type { ConfiguredCarrier } from '../../carrier/carrier.ts';
import { isSandbox, sandboxCarrier } from '../../domain/accounts/sandbox.ts';

/** Most texts that are remembered; the oldest go. */
const maxTexts = 10_000;

interface TextName {
  accountId: bigint;
  id: bigint;
}

const keyOf = ({ accountId, id }: TextName) => `${accountId}/${id}`;

export class Refusals {
  readonly #carriers: readonly ConfiguredCarrier[];
  readonly #byText = new BoundedMap<string, ReadonlySet<string>>(maxTexts);

  constructor(carriers: readonly ConfiguredCarrier[]) {
    this.#carriers = carriers;
  }

  /** A carrier refused it. */
  add(text: TextName, carrier: string): void {
    const key = keyOf(text);
    this.#byText.set(key, new Set([...(this.#byText.get(key) ?? []), carrier]));
  }

  has(text: TextName, carrier: string): boolean {
    return this.#byText.get(keyOf(text))?.has(carrier) ?? false;
  }

  /** Whether there is another carrier for such texts that may take it, if this one refuses it for the first time. */
  mayAskAnother(text: TextName, carrier: string): boolean {
    if (this.has(text, carrier)) return false;
    return this.#carriers.some(
      ({ name }) =>
        name !== carrier && !this.has(text, name) && (name === sandboxCarrier) === isSandbox(text.accountId),
    );
  }
}

// Which carriers refused a text through no fault of its recipient: another one is asked before the text fails. A process that
// forgets it asks one carrier twice.
import { BoundedMap } from '../../../runtime/bounded_map.ts';
import type { Clock } from '../../../runtime/clock.ts';

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
  readonly #clock: Clock;
  /** By text and carrier, when it was refused. */
  readonly #byText = new BoundedMap<string, ReadonlyMap<string, number>>(maxTexts);

  constructor(clock: Clock) {
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

  /** Whether it refused the text so lately that another one is waited for rather than to go back to this one. */
  isRecent(text: TextName, carrier: string): boolean {
    const atMs = this.#byText.get(keyOf(text))?.get(carrier);
    return atMs !== undefined && Math.abs(this.#clock.nowMs() - atMs) < waitForMs;
  }
}

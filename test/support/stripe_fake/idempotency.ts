// Stripe's memory of idempotency keys: one request is carried out under a key, and whoever repeats it gets the first
// answer, whatever that was.
import { type Answer, keyInUse, otherParameters } from './answers.ts';

/** How long Stripe keeps an answer, in seconds. */
const keptSeconds = 24 * 3_600;

interface Kept {
  asked: string;
  /** Undefined while the first request is carried out. */
  answer: Answer | undefined;
  requestId: string;
  atSeconds: number;
}

export interface KeyedRequest {
  /** Undefined where the request has none, or its method none means anything. */
  key: string | undefined;
  /** Everything that has to be the same under the same key. */
  asked: string;
  requestId: string;
}

export class IdempotencyKeys {
  readonly #kept = new Map<string, Kept>();
  readonly #nowSeconds: () => number;

  constructor(nowSeconds: () => number) {
    this.#nowSeconds = nowSeconds;
  }

  /** Carries the request out, or answers in its place. */
  async run({ key, asked, requestId }: KeyedRequest, carryOut: () => Promise<Answer>): Promise<Answer> {
    if (key === undefined) return carryOut();
    const known = this.#find(key);
    if (known && known.asked !== asked) return otherParameters(key);
    if (known && !known.answer) return keyInUse(key);
    if (known?.answer) {
      const headers = { 'idempotent-replayed': 'true', 'original-request': known.requestId };
      return { ...known.answer, headers: { ...known.answer.headers, ...headers } };
    }
    const entry: Kept = { asked, answer: undefined, requestId, atSeconds: this.#nowSeconds() };
    this.#kept.set(key, entry);
    try {
      const answer = await carryOut();
      if (answer.isKept) entry.answer = answer;
      return answer;
    } finally {
      if (!entry.answer) this.#kept.delete(key);
    }
  }

  #find(key: string): Kept | undefined {
    const known = this.#kept.get(key);
    if (!known?.answer || this.#nowSeconds() - known.atSeconds < keptSeconds) return known;
    this.#kept.delete(key);
    return undefined;
  }
}

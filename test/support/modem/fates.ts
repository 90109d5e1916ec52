// What becomes of a text after the phone, by its recipient.

export type Fate =
  /** `early`: the receipt comes before the modem has answered the submit. */
  | { kind: 'delivered'; afterMs?: number; early?: boolean }
  /** `status` is a TP-ST, 0x40 to 0x7f. */
  | { kind: 'failed'; status: number; afterMs?: number; early?: boolean }
  /** First a report that it is still tried (0x20 to 0x3f), later that it is delivered. */
  | { kind: 'delayed'; status: number; thenMs: number }
  /** Delivered at releaseReceipts(). */
  | { kind: 'held' }
  /** No report ever. */
  | { kind: 'never' }
  /** The network does not take it: +CMS ERROR. With `times`, that often; then as usual. */
  | { kind: 'refused'; cms: number; times?: number };

/** A report on a text, and when it is due after the answer. */
export interface DueReport {
  status: number;
  afterMs: number;
  early: boolean;
}

/** The reports that a fate brings, in order; none for what is held back. */
export function reportsOf(fate: Fate, usualMs: number): DueReport[] {
  switch (fate.kind) {
    case 'delivered':
      return [{ status: 0, afterMs: fate.afterMs ?? usualMs, early: fate.early ?? false }];
    case 'failed':
      return [{ status: fate.status, afterMs: fate.afterMs ?? usualMs, early: fate.early ?? false }];
    case 'delayed':
      return [
        { status: fate.status, afterMs: usualMs, early: false },
        { status: 0, afterMs: usualMs + fate.thenMs, early: false },
      ];
    case 'held':
    case 'never':
    case 'refused':
      return [];
  }
}

/** Numbers are the same with and without plus. */
const digitsOf = (recipient: string) => recipient.replace(/[^0-9*#]/g, '');

/** The fates of all recipients. */
export class Fates {
  #usual: Fate = { kind: 'delivered' };
  readonly #byRecipient = new Map<string, Fate>();

  set(recipient: string, fate: Fate): void {
    this.#byRecipient.set(digitsOf(recipient), { ...fate });
  }

  setUsual(fate: Fate): void {
    this.#usual = { ...fate };
  }

  /** The fate of the text that is submitted now; a refusal counts. */
  take(recipient: string): Fate {
    const key = digitsOf(recipient);
    const fate = this.#byRecipient.get(key);
    if (fate?.kind !== 'refused') return fate ?? this.#usual;
    if (fate.times === undefined) return fate;
    if (fate.times <= 0) return this.#usual;
    this.#byRecipient.set(key, { ...fate, times: fate.times - 1 });
    return fate;
  }
}

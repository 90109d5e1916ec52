// What carriers brought and nobody could read: counted, logged without its content, and kept for the operator. A flood of them keeps
// the database no busier than a few do.
import type { Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log.ts';
import { seldom } from '../../../runtime/seldom.ts';
import type { Store } from '../../store/store.ts';
import type { CarrierDeadLetter } from '../carrier.ts';
import { storable } from './owners.ts';

/** Longest that is kept of one, in characters. */
const maxRawLength = 8_192;
/** Most of one carrier that are kept in such a time, in milliseconds. */
const mostInPeriod = 20;
const periodMs = 10_000;

export interface DeadLettersOptions {
  store: Pick<Store, 'keepDeadLetter'>;
  clock: Clock;
  log: Log;
}

/** Those of one carrier. */
export class DeadLetters {
  readonly #options: DeadLettersOptions;
  readonly #carrier: string;
  readonly #isTimeForALine: () => boolean;
  #sinceMs = Number.NEGATIVE_INFINITY;
  #kept = 0;

  constructor(carrier: string, options: DeadLettersOptions) {
    this.#carrier = carrier;
    this.#options = options;
    this.#isTimeForALine = seldom(periodMs, () => options.clock.nowMs());
  }

  /** Resolved = durable, or beyond the bound. Rejected: it has to come again. */
  async take({ source, why, raw }: CarrierDeadLetter): Promise<void> {
    const { store, clock, log } = this.#options;
    const carrier = this.#carrier;
    if (this.#isTimeForALine())
      log.warn(
        { carrier, source, why },
        'what a carrier brought could not be used: see carriers dead-letters',
      );
    const nowMs = clock.nowMs();
    if (Math.abs(nowMs - this.#sinceMs) >= periodMs) {
      this.#sinceMs = nowMs;
      this.#kept = 0;
    }
    if (this.#kept >= mostInPeriod) return;
    this.#kept++;
    await store.keepDeadLetter(
      { carrier, source: storable(source), why, raw: storable(raw).slice(0, maxRawLength).toWellFormed() },
      nowMs,
    );
  }
}

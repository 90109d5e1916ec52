// Whether the SMSC is still there: it is asked by an enquire_link after a silence, and where a request was not answered in
// time. One forgotten answer ends nothing, but until something is answered again no more is submitted.
import { waitingTickMs } from './inbox.ts';

interface LivenessOptions {
  enquireAfterMs: number;
  /** Asks by an enquire_link; `onEnd` is called once it is answered, or will not be. */
  enquire(onEnd: () => void): void;
  /** It answers again. */
  onTrusted(): void;
}

/** The signs of life of one connection. */
export class Liveness {
  readonly #options: LivenessOptions;
  /** Ticks since something that makes sense was received: a clock that is set back does not stop them. */
  #silentTicks = 0;
  #isEnquiring = false;
  #isDoubtful = false;

  constructor(options: LivenessOptions) {
    this.#options = options;
  }

  /** A request was not answered in time, nor anything that was asked after it. */
  get isDoubtful(): boolean {
    return this.#isDoubtful;
  }

  /** A second has passed. `isAsked`: an answer is waited for. */
  tick(isAsked: boolean): void {
    const isSilent = ++this.#silentTicks * waitingTickMs >= this.#options.enquireAfterMs;
    if (isSilent || isAsked || this.#isDoubtful) this.#enquire();
  }

  /** Something that makes sense was received. */
  hear(): void {
    this.#silentTicks = 0;
  }

  /** A request was answered. */
  trust(): void {
    const wasDoubtful = this.#isDoubtful;
    this.#isDoubtful = false;
    if (wasDoubtful) this.#options.onTrusted();
  }

  doubt(): void {
    this.#isDoubtful = true;
    this.#enquire();
  }

  #enquire(): void {
    if (this.#isEnquiring) return;
    this.#isEnquiring = true;
    this.#options.enquire(() => {
      this.#isEnquiring = false;
    });
  }
}

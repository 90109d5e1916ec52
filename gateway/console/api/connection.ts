// Whether the service answers, and whether the reader is signed in. Where one is lost, requests wait until it is back, and
// everything resumes by itself.
import { pause } from '../clock.ts';

const firstPauseMs = 1_000;
const longestPauseMs = 15_000;

type Listener = () => void;

/** Something that may be lost for a while, with those who wait until it is back. */
class Presence {
  /** How often it was found. */
  times = 0;
  #isLost = false;
  readonly #listeners = new Set<Listener>();
  #waiting: (() => void)[] = [];

  get isLost(): boolean {
    return this.#isLost;
  }

  /** Called with every change; returns what ends it. */
  subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  lose(): void {
    if (!this.#isLost) this.#set(true);
  }

  find(): void {
    if (!this.#isLost) return;
    this.times++;
    this.#set(false);
    for (const goOn of this.#waiting.splice(0)) goOn();
  }

  /** Resolves once it is there. */
  found(): Promise<void> {
    return this.#isLost ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve();
  }

  #set(isLost: boolean): void {
    this.#isLost = isLost;
    for (const listener of this.#listeners) listener();
  }
}

/** The service. When a request gets no answer, it is asked again until it answers. */
class Connection extends Presence {
  override lose(): void {
    if (this.isLost) return;
    super.lose();
    void this.#look();
  }

  async #look(): Promise<void> {
    for (let pauseMs = firstPauseMs; this.isLost; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      await this.#pauseOrOnline(pauseMs);
      const answer = await fetch('/api/v1/console/start', { cache: 'no-store' }).catch(() => null);
      if (answer && answer.status < 500) this.find();
    }
  }

  /** A browser that says that it is online again is believed at once. */
  async #pauseOrOnline(delayMs: number): Promise<void> {
    const abort = new AbortController();
    const wake = () => abort.abort();
    addEventListener('online', wake);
    await pause(delayMs, abort.signal);
    removeEventListener('online', wake);
  }
}

export const connection = new Connection();

/** The reader's session: lost when an answer says that it has ended, and found by a sign-in. */
export const session = new Presence();

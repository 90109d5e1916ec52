// Whether the service answers. When it does not, it is asked again until it does, and everything resumes by itself.
import { pause } from '../clock.ts';

const firstPauseMs = 1_000;
const longestPauseMs = 15_000;

type Listener = () => void;

class Connection {
  #isLost = false;
  #listeners = new Set<Listener>();
  #awaited: Promise<void> | undefined;

  get isLost(): boolean {
    return this.#isLost;
  }

  /** Called with every change; returns what ends it. */
  subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** A request got no answer. */
  lose(): void {
    if (this.#isLost) return;
    this.#set(true);
    void this.found();
  }

  /** A request got one. */
  find(): void {
    if (this.#isLost) this.#set(false);
  }

  /** Resolves once the service answers again. */
  found(): Promise<void> {
    this.#awaited ??= this.#look().finally(() => {
      this.#awaited = undefined;
    });
    return this.#awaited;
  }

  async #look(): Promise<void> {
    for (let pauseMs = firstPauseMs; this.#isLost; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
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

  #set(isLost: boolean): void {
    this.#isLost = isLost;
    for (const listener of this.#listeners) listener();
  }
}

export const connection = new Connection();

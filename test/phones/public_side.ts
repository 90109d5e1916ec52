// An account of a running service, over its public interface. A story sends and reads its texts by it.
import { sendRequest } from '../support/http_client.ts';
import type { PublicText } from './world.ts';

/** Each key may make 120 requests a minute. */
export const keyCount = 6;

/** Keeps all keys together below their limit. */
const lookEveryMs = 120;
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

interface Page {
  messages: {
    id: number;
    direction: 'out' | 'in';
    address: string;
    body: string;
    status: string;
    error: string | null;
  }[];
  next_since: number;
}

export class PublicSide {
  readonly #url: string;
  readonly #keys: readonly string[];
  readonly #texts = new Map<number, PublicText>();
  #asked = 0;
  #sent = 0;
  #since = 0;

  constructor(url: string, keys: readonly string[]) {
    this.#url = url;
    this.#keys = keys;
  }

  /** Sends with a client_ref, again and again until it is accepted. */
  async send(text: { address: string; body: string; from?: string }): Promise<void> {
    this.#sent += 1;
    const body = { ...text, client_ref: `story-${this.#sent}` };
    for (;;) {
      const answer = await this.#ask({ method: 'POST', path: '/api/v1/messages', body });
      if (answer?.status === 200) return;
      if (answer && answer.status < 500 && answer.status !== 429)
        throw new Error(`a send was refused: ${answer.text}`);
      await wait(lookEveryMs);
    }
  }

  /** Cancels the text with these words, which was seen before; returns the answer's status. */
  async cancel(words: string): Promise<number> {
    const answer = await this.#ask({ method: 'DELETE', path: this.#pathOf(words) });
    return answer?.status ?? 0;
  }

  /** What has happened to the text with these words, which was seen before, in the service's own words. */
  async meaningsOf(words: string): Promise<string[]> {
    const answer = await this.#ask({ path: `${this.#pathOf(words)}/events` });
    if (answer?.status !== 200) return [];
    return (answer.json as { events: { meaning: string }[] }).events.map(({ meaning }) => meaning);
  }

  /** All texts, as they are now. */
  async texts(): Promise<PublicText[]> {
    for (;;) {
      await wait(lookEveryMs);
      const answer = await this.#ask({ path: `/api/v1/messages?since=${this.#since}&limit=500` });
      if (answer?.status !== 200) continue;
      const { messages, next_since: next } = answer.json as Page;
      for (const { id, error, direction, address, body, status } of messages) {
        const failure = error === null ? null : (error.split(':')[0] ?? null);
        this.#texts.set(id, { direction, address, body, status, failure });
      }
      if (messages.length === 0) return [...this.#texts.values()];
      this.#since = next;
    }
  }

  #pathOf(words: string): string {
    const [id] = [...this.#texts].find(([, { body }]) => body === words) ?? [0];
    return `/api/v1/messages/${id}`;
  }

  async #ask(ask: { method?: string; path: string; body?: unknown }) {
    this.#asked += 1;
    const key = this.#keys[this.#asked % this.#keys.length] as string;
    return sendRequest(this.#url, { ...ask, key }).catch(() => undefined);
  }
}

// An account of a running service, over its public interface. A story sends and reads its texts by it.

import type { Simulation } from '../simulation/simulation.ts';
import { sendRequest } from '../support/http_client.ts';
import type { PublicText } from './world.ts';

/** Until a request is repeated that was not answered, or that came too soon. */
const againMs = 500;

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
  readonly #key: string;
  readonly #time: Pick<Simulation, 'run' | 'during'>;
  readonly #texts = new Map<number, PublicText>();
  #sent = 0;
  #since = 0;

  constructor(url: string, key: string, time: Pick<Simulation, 'run' | 'during'>) {
    this.#url = url;
    this.#key = key;
    this.#time = time;
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
      await this.#time.run(againMs);
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
      const answer = await this.#ask({ path: `/api/v1/messages?since=${this.#since}&limit=500` });
      if (answer?.status !== 200) {
        await this.#time.run(againMs);
        continue;
      }
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

  #ask(ask: { method?: string; path: string; body?: unknown }) {
    return this.#time.during(sendRequest(this.#url, { ...ask, key: this.#key })).catch(() => undefined);
  }
}

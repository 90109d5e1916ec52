// Calls that wait, by what a client calls them, so that older clients can end them: their protocol says so in a request of its own.
// The session's name, which the first answer gives, keeps clients apart that use one key. A request that reaches another gateway
// finds nothing; the wait then ends by itself.
import type { Visit } from './visit.ts';

interface Called {
  apiKey: string;
  session: string;
  id: unknown;
}

const nameOf = ({ apiKey, session, id }: Called) => JSON.stringify([apiKey, session, id]);

export class Cancels {
  readonly #waiting = new Map<string, Set<Visit>>();

  enter(called: Called, visit: Visit): () => void {
    const name = nameOf(called);
    const visits = this.#waiting.get(name) ?? new Set();
    this.#waiting.set(name, visits.add(visit));
    return () => {
      visits.delete(visit);
      if (visits.size === 0) this.#waiting.delete(name);
    };
  }

  /** Ends the one call of that name; of several nobody knows which one is meant, and all go on. */
  cancel(called: Called): void {
    const visits = this.#waiting.get(nameOf(called));
    if (visits?.size === 1) for (const visit of visits) visit.leave();
  }
}

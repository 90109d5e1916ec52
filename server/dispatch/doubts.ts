// Links of which nobody knows what the last claim did. Such a claim may commit later than anybody looks: so its links
// are fenced first, and what it took is handed over behind the fence. Until then nothing else is claimed for them, so
// that no text overtakes an older one to its recipient.

import type { Log } from '../../runtime/log.ts';
import type { Link } from '../device/link/link.ts';
import type { LinkRegistry } from '../device/registry.ts';
import type { Store } from '../store/store.ts';

/** Most links in one statement. */
const maxBatch = 500;

export interface DoubtsOptions {
  store: Store;
  registry: Pick<LinkRegistry, 'resume'>;
  log: Log;
  /** The link may be handed texts again. */
  onSettled: (link: Link) => void;
}

/** The links in doubt. */
export class Doubts {
  readonly #options: DoubtsOptions;
  readonly #links = new Set<Link>();
  #settling = false;

  constructor(options: DoubtsOptions) {
    this.#options = options;
  }

  has(link: Link): boolean {
    return this.#links.has(link);
  }

  /** Nobody knows what a claim did for these; settles it at once if that is possible. */
  add(links: Iterable<Link>): void {
    for (const link of links) {
      if (!link.isOpen) continue;
      link.doubts++;
      this.#links.add(link);
    }
    void this.settle();
  }

  /** A closed link is the next one's business: opening it fences whatever was claimed before. */
  forget(link: Link): void {
    this.#links.delete(link);
  }

  /** Settles what can be; to be called once a second. Never throws. */
  async settle(): Promise<void> {
    if (this.#settling || this.#links.size === 0) return;
    this.#settling = true;
    try {
      const links = [...this.#links];
      for (let start = 0; start < links.length; start += maxBatch)
        await this.#settle(links.slice(start, start + maxBatch));
    } catch {
      this.#options.log.debug('claims of unknown outcome could not be settled; it is tried again');
    } finally {
      this.#settling = false;
    }
  }

  async #settle(links: readonly Link[]): Promise<void> {
    const { store, registry, log, onSettled } = this.#options;
    const fenced = await store.fenceLinks(
      links.map(({ device: { accountId, deviceId }, fence }) => ({ accountId, deviceId, fence })),
    );
    const work = links.map(async (link, index) => {
      if (!fenced[index] || !link.isOpen) return;
      const texts = await registry.resume(link);
      if (!this.#links.delete(link)) return;
      if (texts > 0) log.info({ texts }, 'a claim whose answer was lost had been made');
      onSettled(link);
    });
    const failed = (await Promise.allSettled(work)).find(({ status }) => status === 'rejected');
    if (failed) throw new Error('not all could be settled');
  }
}

// Links whose last claim has an unknown outcome. Such a claim may still commit later: so its links are fenced first,
// and what it claimed is handed over after the fence. Until then nothing else is claimed for them, so that no text
// overtakes an older one to its recipient.

import type { Clock } from '../../../runtime/clock.ts';
import { type Every, every } from '../../../runtime/every.ts';
import type { Log } from '../../../runtime/log.ts';
import type { Link } from '../../device/link/link.ts';
import type { LinkRegistry } from '../../device/registry.ts';
import type { Store } from '../../store/store.ts';

/** The time between two tries, in milliseconds. */
const periodMs = 1_000;
/** Most links in one statement. */
const maxBatch = 500;

interface DoubtsOptions {
  store: Pick<Store, 'fenceLinks'>;
  registry: Pick<LinkRegistry, 'resume'>;
  clock: Clock;
  log: Log;
  /** The link may be given texts again. */
  onSettled: (link: Link) => void;
}

/** The links in doubt. */
export class Doubts {
  readonly #options: DoubtsOptions;
  readonly #links = new Set<Link>();
  readonly #settles: Every;

  constructor(options: DoubtsOptions) {
    this.#options = options;
    const { clock, log } = options;
    this.#settles = every({
      clock,
      periodMs,
      work: () => (this.#links.size === 0 ? undefined : this.#settleAll()),
      onError: () => log.debug('claims of unknown outcome could not be settled; it is tried again'),
    });
  }

  has(link: Link): boolean {
    return this.#links.has(link);
  }

  /** The outcome of a claim for these is not known. Settles it at once if that is possible. */
  add(links: Iterable<Link>): void {
    for (const link of links) {
      if (!link.isOpen) continue;
      link.doubts++;
      this.#links.add(link);
    }
    void this.#settles.now();
  }

  /** A closed link is left to the device's next one: opening that fences whatever was claimed before. */
  forget(link: Link): void {
    this.#links.delete(link);
  }

  /** Settles nothing more. */
  stop(): Promise<void> {
    return this.#settles.stop();
  }

  async #settleAll(): Promise<void> {
    const links = [...this.#links];
    for (let start = 0; start < links.length; start += maxBatch)
      await this.#settle(links.slice(start, start + maxBatch));
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
    if (failed) throw new Error('some could not be settled');
  }
}

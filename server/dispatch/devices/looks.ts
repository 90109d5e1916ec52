// Compares what the database says was handed over to devices with what the links hold, a few links at a time, so that
// each is looked at every few seconds. A text that counts as handed over but is on no link is handed over again: the
// device's journal knows what it already has. One that is wanted back is asked for again, until the device reports what
// became of it. It runs beside the claims, and judges nothing that changed meanwhile.

import type { Clock } from '../../../runtime/clock.ts';
import { type Every, every } from '../../../runtime/every.ts';
import type { Log } from '../../../runtime/log.ts';
import type { Link } from '../../device/link/link.ts';
import type { LinkRegistry } from '../../device/registry.ts';
import type { Store } from '../../store/store.ts';

/** The time between two looks, in milliseconds. */
const periodMs = 1_000;
/** How many looks it takes to see all links once. */
const looksOfAll = 10;
/** Most links in one look. */
const maxLinks = 1_000;
/** Most texts of a link that are looked at: more than any window. */
const maxTexts = 200;

interface LooksOptions {
  store: Pick<Store, 'listHandedOverIds'>;
  registry: Pick<LinkRegistry, 'cancel' | 'links' | 'resume'>;
  clock: Clock;
  log: Log;
  /** Whether a claim of this text is under way. */
  isUnderWay: (accountId: bigint, id: bigint) => boolean;
  /** Whether a claim for this link has an unknown outcome, which doubts.ts settles. */
  isInDoubt: (link: Link) => boolean;
  onCapacity: (link: Link) => void;
}

/** The looks of one process. */
export class Looks {
  readonly #options: LooksOptions;
  /** The links that are still to be looked at this time around. */
  #left: Link[] = [];
  #most = 0;
  readonly #looks: Every;

  constructor(options: LooksOptions) {
    this.#options = options;
    const { clock, log } = options;
    this.#looks = every({
      clock,
      periodMs,
      work: () => this.#look(),
      onError: () => log.debug('what devices were handed could not be read; the next look does'),
    });
  }

  /** Looks no more. */
  stop(): Promise<void> {
    return this.#looks.stop();
  }

  #look(): Promise<void> | undefined {
    const links = this.#next();
    return links.length === 0 ? undefined : this.#lookAt(links);
  }

  #next(): Link[] {
    if (this.#left.length === 0) {
      this.#left = [...this.#options.registry.links()];
      this.#most = Math.min(Math.ceil(this.#left.length / looksOfAll), maxLinks);
    }
    const next = this.#left.splice(0, this.#most);
    // A link without a window has not been given yet what its device holds.
    return next.filter((link) => link.isOpen && link.window > 0 && !this.#options.isInDoubt(link));
  }

  async #lookAt(links: readonly Link[]): Promise<void> {
    const { store, registry, log, isUnderWay, isInDoubt, onCapacity } = this.#options;
    const watches = links.map((link) => ({
      before: [...link.jobs.keys()],
      endings: link.jobs.watchEndings(),
    }));
    try {
      const refs = links.map(({ device: { accountId, deviceId }, linkEpoch }) => ({
        accountId,
        deviceId,
        linkEpoch,
      }));
      const lists = await store.listHandedOverIds(refs, maxTexts);
      for (const [index, link] of links.entries()) {
        const handedOver = lists[index];
        const { before, endings } = watches[index] as (typeof watches)[number];
        if (!handedOver || !link.isOpen || isInDoubt(link)) continue;
        const { accountId } = link.device;
        const { ids, wantedBack } = handedOver;
        for (const id of wantedBack) registry.cancel(accountId, id);
        const isHandedOver = new Set(ids);
        if (ids.length < maxTexts) {
          const over = before.filter((id) => !isHandedOver.has(id) && link.jobs.has(id));
          for (const id of over) link.jobs.end(id);
          if (over.length > 0) onCapacity(link);
        }
        const lost = ids.filter(
          (id) => !link.jobs.has(id) && !endings.ended.has(id) && !isUnderWay(accountId, id),
        );
        if (lost.length === 0) continue;
        const texts = await registry.resume(link, new Set(lost));
        if (texts > 0) log.warn({ texts }, 'texts stood as handed over to a device that did not have them');
      }
    } finally {
      for (const { endings } of watches) endings.stop();
    }
  }
}

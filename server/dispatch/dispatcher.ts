// Hands queued texts to devices that have room: woken by new texts, by room and by a poll once a second. One claim
// is in flight at a time, for at most one device of each account, so that claims of one process never compete.

import type { Advance } from '../app/advances.ts';
import type { Clock } from '../clock.ts';
import type { Link } from '../device/link.ts';
import type { LinkRegistry } from '../device/registry.ts';
import type { Lifetimes } from '../domain/message.ts';
import type { Log } from '../log.ts';
import { StatementFailed } from '../store/driver.ts';
import type { Store } from '../store/store.ts';

const maxBatch = 500;
const pollPeriodMs = 1_000;

export interface DispatcherOptions {
  store: Store;
  clock: Clock;
  log: Log;
  lifetimes: Lifetimes;
  registry: LinkRegistry;
  publish: (advances: readonly Advance[]) => void;
  onClaim?: (texts: number) => void;
}

/** Moves texts from the queue to links. */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  /** Links that may get work; a link waits here until a claim finds nothing for it. */
  readonly #eager = new Set<Link>();
  /** Links for which a claim's outcome is unknown: what it took is looked up before anything else. */
  readonly #doubtful = new Set<Link>();
  readonly #cancel: () => void;
  #claiming = false;
  #polling = false;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#cancel = options.clock.setInterval(() => void this.#poll(), pollPeriodMs);
  }

  /** Texts were queued. */
  onAdvances(advances: readonly Advance[]): void {
    for (const { accountId, queued } of advances) if (queued) this.#wakeAccount(accountId);
  }

  /** A link has room. */
  onRoom(link: Link): void {
    this.#eager.add(link);
    void this.#claim();
  }

  forget(link: Link): void {
    this.#eager.delete(link);
    this.#doubtful.delete(link);
  }

  stop(): void {
    this.#cancel();
    this.#eager.clear();
  }

  #wakeAccount(accountId: bigint): void {
    // The device with the most room is asked first; one that a recipient stays on is asked all the same.
    const links = [...this.#options.registry.linksOf(accountId)].sort((a, b) => b.room - a.room);
    for (const link of links) this.#eager.add(link);
    if (links.length > 0) void this.#claim();
  }

  async #claim(): Promise<void> {
    if (this.#claiming) return;
    this.#claiming = true;
    try {
      for (;;) {
        // What arrives in the same turn of the event loop is claimed together.
        await new Promise((resolve) => setImmediate(resolve));
        const batch = this.#nextBatch();
        if (batch.length === 0) return;
        await this.#claimFor(batch);
      }
    } finally {
      this.#claiming = false;
    }
  }

  #nextBatch(): Link[] {
    const batch = new Map<bigint, Link>();
    for (const link of this.#eager) {
      if (batch.size >= maxBatch) break;
      if (link.room === 0) this.#eager.delete(link);
      else if (!this.#doubtful.has(link) && !batch.has(link.device.accountId))
        batch.set(link.device.accountId, link);
    }
    for (const link of batch.values()) this.#eager.delete(link);
    return [...batch.values()];
  }

  async #claimFor(links: readonly Link[]): Promise<void> {
    const { store, clock, log, lifetimes, publish, onClaim } = this.#options;
    const asked = new Map(links.map((link) => [`${link.device.accountId}/${link.device.deviceId}`, link]));
    const requests = links.map((link) => ({ ...link.device, linkEpoch: link.linkEpoch, room: link.room }));
    try {
      const texts = await store.claimTexts(requests, clock.nowMs(), lifetimes.sendingGraceMs);
      if (texts.length === 0) return;
      onClaim?.(texts.length);
      const advances = new Map<bigint, Advance>();
      for (const text of texts) {
        const link = asked.get(`${text.accountId}/${text.deviceId}`);
        link?.handOver(text);
        const { accountId, seq } = text;
        if (seq > (advances.get(accountId)?.seq ?? 0n))
          advances.set(accountId, { accountId, seq, queued: false });
      }
      publish([...advances.values()]);
    } catch (error) {
      // A statement that was rolled back took nothing, and the poll asks again. An unanswered one may have been
      // committed.
      if (error instanceof StatementFailed) log.warn({ sqlState: error.sqlState }, 'a claim failed');
      else for (const link of links) this.#doubtful.add(link);
    }
  }

  async #poll(): Promise<void> {
    if (this.#polling) return;
    this.#polling = true;
    try {
      for (const link of this.#doubtful) {
        await this.#options.registry.resume(link);
        this.#doubtful.delete(link);
      }
      const accounts = this.#options.registry.accounts();
      if (accounts.length === 0) return;
      for (const accountId of await this.#options.store.listWaitingAccounts(accounts))
        this.#wakeAccount(accountId);
    } catch {
      this.#options.log.debug('the queue could not be polled; the next poll does');
    } finally {
      this.#polling = false;
    }
  }
}

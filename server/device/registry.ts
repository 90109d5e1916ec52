// The links that are open on this replica, their presence in the database, and their end when the device is revoked
// or has opened a newer link on another replica.
import { GoodbyeReason, type Hello } from '../../proto/gen/textrelay/v1/device_link_pb.ts';
import type { EndHandedOver } from '../app/handed_over.ts';
import type { Clock } from '../clock.ts';
import type { Lifetimes } from '../domain/message.ts';
import type { Log } from '../log.ts';
import type { Store } from '../store/store.ts';
import type { Link } from './link.ts';

/** How long a device counts as online after it was last seen, in milliseconds. */
const presenceMs = 45_000;
const renewPeriodMs = 15_000;
/** A revoked device's link closes within this. */
const checkPeriodMs = 800;

export interface RegistryOptions {
  store: Store;
  clock: Clock;
  log: Log;
  lifetimes: Lifetimes;
  endHandedOver: EndHandedOver;
  onChange?: (linkCount: number) => void;
}

const nameOf = ({ device }: Link) => `${device.accountId}/${device.deviceId}`;

/** All open links of this replica. */
export class LinkRegistry {
  readonly #options: RegistryOptions;
  readonly #links = new Map<string, Link>();
  readonly #byAccount = new Map<bigint, Set<Link>>();
  readonly #cancel: (() => void)[];
  #checking = false;

  constructor(options: RegistryOptions) {
    this.#options = options;
    this.#cancel = [
      options.clock.setInterval(() => void this.check(), checkPeriodMs),
      options.clock.setInterval(() => void this.#renew(), renewPeriodMs),
    ];
  }

  /** The links of an account's devices. */
  linksOf(accountId: bigint): Iterable<Link> {
    return this.#byAccount.get(accountId) ?? [];
  }

  /** The accounts that have a link here. */
  accounts(): bigint[] {
    return [...this.#byAccount.keys()];
  }

  /**
   * Opens a link: supersedes the device's earlier ones, ends what a lost journal held, and hands over again what
   * this journal may not have heard of. Answers false when the device was revoked.
   */
  async open(link: Link, hello: Hello): Promise<boolean> {
    const { store, clock } = this.#options;
    const { accountId, deviceId } = link.device;
    const nowMs = clock.nowMs();
    const opened = await store.openLink(
      {
        accountId,
        deviceId,
        journalId: hello.journalId,
        agentVersion: hello.agentVersion.replaceAll('\u0000', '').slice(0, 64),
        driver: hello.driver.replaceAll('\u0000', '').slice(0, 64),
      },
      nowMs,
      nowMs + presenceMs,
    );
    if (!opened) {
      link.goodbye(GoodbyeReason.REVOKED, 'this device was unpaired');
      return false;
    }
    link.linkEpoch = opened.linkEpoch;
    this.#links.get(nameOf(link))?.goodbye(GoodbyeReason.SUPERSEDED, 'the device opened a newer link');
    if (opened.journalChanged)
      await this.#options.endHandedOver(accountId, deviceId, 'the device lost its journal');
    this.#links.set(nameOf(link), link);
    const siblings = this.#byAccount.get(accountId) ?? new Set();
    this.#byAccount.set(accountId, siblings.add(link));
    this.#options.onChange?.(this.#links.size);
    return true;
  }

  /** Hands over again what the device holds or may hold; its journal knows what it has already. */
  async resume(link: Link): Promise<void> {
    const { store, lifetimes } = this.#options;
    for (const job of await store.listHandedOver(link.device.accountId, link.device.deviceId)) {
      if (link.jobs.has(job.id)) continue;
      link.handOver({ ...job, expiresAtMs: job.deadlineAtMs - lifetimes.sendingGraceMs });
    }
  }

  /** Forgets a closed link. */
  close(link: Link): void {
    const { accountId } = link.device;
    const siblings = this.#byAccount.get(accountId);
    siblings?.delete(link);
    if (siblings?.size === 0) this.#byAccount.delete(accountId);
    if (this.#links.get(nameOf(link)) !== link) return;
    this.#links.delete(nameOf(link));
    this.#options.onChange?.(this.#links.size);
    const nowMs = this.#options.clock.nowMs();
    this.#options.store.renewPresence([link.device], nowMs, nowMs).catch(() => {});
  }

  /** Closes the links of devices that were revoked or have a newer link elsewhere. */
  async check(): Promise<void> {
    if (this.#checking || this.#links.size === 0) return;
    this.#checking = true;
    try {
      const states = await this.#options.store.listLinkStates(
        [...this.#links.values()].map((link) => link.device),
      );
      for (const { accountId, deviceId, linkEpoch, revoked } of states) {
        const link = this.#links.get(`${accountId}/${deviceId}`);
        if (!link) continue;
        if (revoked) {
          link.goodbye(GoodbyeReason.REVOKED, 'this device was unpaired');
          await this.#options.endHandedOver(accountId, deviceId, 'the device was unpaired');
        } else if (linkEpoch > link.linkEpoch) {
          link.goodbye(GoodbyeReason.SUPERSEDED, 'the device opened a newer link');
        }
      }
    } catch {
      this.#options.log.debug('links could not be checked; the next check does');
    } finally {
      this.#checking = false;
    }
  }

  /** Says goodbye to every device. */
  stop(): void {
    for (const cancel of this.#cancel) cancel();
    for (const link of this.#links.values()) link.goodbye(GoodbyeReason.SHUTDOWN, 'the core stops');
  }

  async #renew(): Promise<void> {
    if (this.#links.size === 0) return;
    const nowMs = this.#options.clock.nowMs();
    const devices = [...this.#links.values()].map((link) => link.device);
    await this.#options.store.renewPresence(devices, nowMs, nowMs + presenceMs).catch(() => {});
  }
}

// The links that are open on this replica: keeps their presence in the database, and closes them when the device is
// unpaired or has opened a newer link on another replica.

import { GoodbyeReason } from '../../proto/gen/textrelay/v1/device_link_pb.ts';
import type { Clock } from '../../runtime/clock.ts';
import { type Every, every } from '../../runtime/every.ts';
import type { Log } from '../../runtime/log.ts';
import { pause } from '../../runtime/pause.ts';
import type { EndHandedOver } from '../app/messages/handed_over.ts';
import { simulatedWord } from '../domain/carriers/simulators.ts';
import type { Lifetimes } from '../domain/messages/message.ts';
import { unavailable } from '../errors.ts';
import type { LinkOpened, LinkOpening } from '../store/devices/links.ts';
import type { Store } from '../store/store.ts';
import { LeavingDevices } from './leaving_devices.ts';
import type { Greeting } from './link/hello.ts';
import type { Link } from './link/link.ts';
import { type LinkBatchers, presenceMs } from './link/link_batchers.ts';
import { isSameState, type KnownState, StateWriter } from './states.ts';

/** How often an opening is asked for again, and after how long when a row is locked, in milliseconds. */
const mostTries = 20;
const tryAgainMs = 100;
/** Most links in one statement. */
const maxBatch = 1_000;
const renewPeriodMs = 15_000;
/** A unpaired device's link closes within this. */
const checkPeriodMs = 800;
/**
 * How long after its link opened an agent may take to report its state, in milliseconds. After that, it counts as an
 * agent that never does.
 */
const silentMs = 60_000;
const unknownState: KnownState = {
  problem: '',
  detail: '',
  signalPercent: null,
  batteryPercent: null,
  queueLength: 0,
  inboxFull: false,
  connection: null,
  charging: null,
  model: '',
  appVersion: '',
};

interface RegistryOptions {
  store: Pick<
    Store,
    'adoptJournal' | 'listEndedLinks' | 'listUsable' | 'renewPresence' | 'settleDriver' | 'storeStates'
  >;
  batchers: LinkBatchers;
  clock: Clock;
  log: Log;
  lifetimes: Lifetimes;
  endHandedOver: EndHandedOver;
  onChange?: (linkCount: number) => void;
}

/** The devices of an account that are usable on any replica, ascending, and those that are linked here. */
export interface DeviceShares {
  usable: readonly bigint[];
  here: ReadonlySet<bigint>;
}

const nameOf = ({ device }: Link) => `${device.accountId}/${device.deviceId}`;
const refOf = ({ device: { accountId, deviceId }, linkEpoch }: Link) => ({ accountId, deviceId, linkEpoch });

/** All open links of this replica. */
export class LinkRegistry {
  readonly #options: RegistryOptions;
  readonly #links = new Map<string, Link>();
  readonly #byAccount = new Map<bigint, Set<Link>>();
  readonly #states: StateWriter;
  /** Links whose device had a problem when they were opened, and has not reported its state since. */
  readonly #unsure = new Map<Link, number>();
  /** Devices of each account that are usable on any replica, as of the last renewal. */
  #usable = new Map<bigint, bigint[]>();
  readonly #leaving: LeavingDevices;
  readonly #checks: Every;
  readonly #renewals: Every;

  constructor(options: RegistryOptions) {
    this.#options = options;
    this.#states = new StateWriter(options);
    this.#leaving = new LeavingDevices(options);
    const { clock, log } = options;
    this.#checks = every({
      clock,
      periodMs: checkPeriodMs,
      work: () => this.#check(),
      onError: () => log.debug('links could not be checked; the next check does'),
    });
    this.#renewals = every({
      clock,
      periodMs: renewPeriodMs,
      work: () => this.#renew(),
      onError: () => log.debug('presence was not renewed; the next renewal does'),
    });
  }

  /** The links of an account's devices. */
  linksOf(accountId: bigint): Iterable<Link> {
    return this.#byAccount.get(accountId) ?? [];
  }

  /** Asks the device not to send a text of its account that was handed over to it here; nothing where none was. */
  cancel(accountId: bigint, id: bigint): void {
    for (const link of this.linksOf(accountId)) {
      const job = link.jobs.get(id);
      if (job) link.askBack({ id, ...job });
    }
  }

  /** All links. */
  links(): Iterable<Link> {
    return this.#links.values();
  }

  /** The account's usable devices on all replicas, as far as was known some seconds ago; undefined when all are here. */
  sharesOf(accountId: bigint): DeviceShares | undefined {
    const usable = this.#usable.get(accountId) ?? [];
    const links = this.#byAccount.get(accountId) ?? new Set();
    if (usable.length <= links.size) return undefined;
    return { usable, here: new Set([...links].map((link) => link.device.deviceId)) };
  }

  /** The accounts that have a link here. */
  accounts(): bigint[] {
    return [...this.#byAccount.keys()];
  }

  /**
   * Opens a link: supersedes the device's earlier ones, and ends what was in a lost journal. Returns false when the
   * device was unpaired, as a simulated one is beside a real route, or closed its link meanwhile.
   */
  async open(link: Link, greeting: Greeting): Promise<boolean> {
    const { batchers, store, clock, endHandedOver, onChange } = this.#options;
    const { accountId, deviceId } = link.device;
    const { journalId, agentVersion, driver, sims, givesReceipts } = greeting;
    const isSimulated = (name: string) => name === simulatedWord;
    if (isSimulated(driver) !== isSimulated(link.device.driver))
      await store.settleDriver({ accountId, deviceId }, driver, clock.nowMs());
    const opened = await this.#ask(link, {
      accountId,
      deviceId,
      lastEpoch: link.device.lastEpoch,
      journalId,
      agentVersion,
      driver,
      sims,
      givesReceipts,
    });
    if (opened === 'gone') return false;
    if (!opened) {
      link.goodbye(GoodbyeReason.UNPAIRED, 'this device was unpaired');
      return false;
    }
    link.linkEpoch = opened.linkEpoch;
    if (opened.journalChanged) {
      await endHandedOver(accountId, deviceId, 'the device lost its journal');
      await store.adoptJournal({ accountId, deviceId, linkEpoch: opened.linkEpoch }, journalId);
    }
    // A link that closed meanwhile was forgotten before it was known.
    if (!link.isOpen) {
      await batchers.close({ accountId, deviceId, linkEpoch: opened.linkEpoch });
      return false;
    }
    const other = this.#links.get(nameOf(link));
    const isOvertaken = other !== undefined && other.linkEpoch > link.linkEpoch;
    (isOvertaken ? link : other)?.goodbye(GoodbyeReason.SUPERSEDED, 'the device opened a newer link');
    if (isOvertaken) return false;
    if (opened.hadProblem) this.#unsure.set(link, clock.nowMs());
    this.#links.set(nameOf(link), link);
    const siblings = this.#byAccount.get(accountId) ?? new Set();
    this.#byAccount.set(accountId, siblings.add(link));
    onChange?.(this.#links.size);
    return true;
  }

  /** Opens the link, again and again while its rows are locked or another link of the device comes first. */
  async #ask(link: Link, opening: LinkOpening): Promise<LinkOpened | 'gone' | undefined> {
    const { batchers, clock } = this.#options;
    const asked = { ...opening };
    for (let tries = 1; tries <= mostTries; tries++) {
      const answer = await batchers.open(asked);
      if (!answer || 'linkEpoch' in answer) return answer;
      // A link that has gone must not end the one that took its place.
      if (!link.isOpen) return 'gone';
      const isLocked = answer.lastEpoch === asked.lastEpoch;
      asked.lastEpoch = answer.lastEpoch;
      if (isLocked) await pause(clock, tryAgainMs);
    }
    throw unavailable("the device's row is locked");
  }

  /**
   * Hands over again what the device holds or may hold; its journal knows what it has already. What is wanted back is asked
   * for instead, and what may not leave any more is left to the device's report, and to its deadline. With `only`, those
   * texts alone. Returns how many it handed over.
   */
  async resume(link: Link, only?: ReadonlySet<bigint>): Promise<number> {
    const { batchers, lifetimes } = this.#options;
    const endings = link.jobs.watchEndings();
    try {
      let texts = 0;
      for (const { isBarred, isWantedBack, ...job } of await batchers.listHandedOver(link.device)) {
        // A text that was reported while the list was read has ended.
        if (link.jobs.has(job.id) || endings.ended.has(job.id) || only?.has(job.id) === false) continue;
        if (isWantedBack) link.askBack(job);
        if (isBarred) continue;
        link.handOver({ ...job, expiresAtMs: job.deadlineAtMs - lifetimes.sendingGraceMs });
        texts++;
      }
      return texts;
    } finally {
      endings.stop();
    }
  }

  /** Stores a device's state; a problem that comes or goes is stored at once. */
  note(link: Link, state: KnownState, before: KnownState | undefined): void {
    if (before && isSameState(state, before)) return;
    // The state from the link before this one is still stored; a device that opens a link counts as usable.
    const wasProblem = before?.problem ?? (this.#unsure.has(link) ? undefined : '');
    this.#unsure.delete(link);
    this.#states.note(
      { ...link.device, ...state, linkEpoch: link.linkEpoch, atMs: this.#options.clock.nowMs() },
      state.problem !== wasProblem,
    );
  }

  /** Forgets a closed link. */
  close(link: Link): void {
    const { accountId } = link.device;
    this.#unsure.delete(link);
    const siblings = this.#byAccount.get(accountId);
    siblings?.delete(link);
    if (siblings?.size === 0) this.#byAccount.delete(accountId);
    const usable = this.#usable.get(accountId)?.filter((deviceId) => deviceId !== link.device.deviceId);
    if (usable) this.#usable.set(accountId, usable);
    if (this.#links.get(nameOf(link)) !== link) return;
    this.#links.delete(nameOf(link));
    this.#options.onChange?.(this.#links.size);
    this.#options.batchers.close(refOf(link)).catch(() => {});
  }

  /** Closes the links of devices that were unpaired or have a newer link elsewhere. */
  check(): Promise<void> {
    return this.#checks.now();
  }

  async #check(): Promise<void> {
    if (this.#links.size === 0) return;
    const asked = new Map([...this.#links].map(([name, link]) => [name, link.linkEpoch]));
    const ended = await this.#options.store.listEndedLinks([...this.#links.values()].map(refOf));
    for (const { accountId, deviceId, unpaired } of ended) {
      const name = `${accountId}/${deviceId}`;
      const link = this.#links.get(name);
      // The link that was asked for may have closed, and its device may have a newer one here.
      if (!link || link.linkEpoch !== asked.get(name)) continue;
      if (unpaired) this.#leaving.dismiss(link);
      else link.goodbye(GoodbyeReason.SUPERSEDED, 'the device opened a newer link');
    }
  }

  /**
   * A device was unpaired. Resolves once what it held is handed back or has ended, where its link is here; that of a device which
   * is not linked anywhere ends at once.
   */
  async unpaired(accountId: bigint, deviceId: bigint, isOnline: boolean): Promise<void> {
    await this.check();
    await this.#leaving.left({ accountId, deviceId }, isOnline);
  }

  /** Says goodbye to every device. */
  stop(): void {
    void this.#checks.stop();
    void this.#renewals.stop();
    this.#states.stop();
    for (const link of this.#links.values()) link.goodbye(GoodbyeReason.SHUTDOWN, 'the core stops');
  }

  async #renew(): Promise<void> {
    if (this.#links.size === 0) return;
    const { store, clock } = this.#options;
    const nowMs = clock.nowMs();
    // Agents report their state every 30 seconds. One that never does counts as usable, like a new link.
    for (const [link, sinceMs] of this.#unsure) {
      if (nowMs - sinceMs >= silentMs) this.note(link, unknownState, undefined);
    }
    const links = [...this.#links.values()].map(refOf);
    for (let start = 0; start < links.length; start += maxBatch)
      await store.renewPresence(links.slice(start, start + maxBatch), nowMs, nowMs + presenceMs);
    this.#usable = await store.listUsable(this.accounts(), nowMs);
  }
}

// Hands queued texts to devices that have room: woken by new texts, by room and by a poll once a second. What waits
// is read, placed and claimed; one round is in flight at a time, so that claims of one process never compete.

import type { CancelTimer, Clock } from '../../runtime/clock.ts';
import { type Every, every } from '../../runtime/every.ts';
import type { Log } from '../../runtime/log.ts';
import type { Advance } from '../app/messages/advances.ts';
import { newestAdvances } from '../app/messages/newest_advances.ts';
import type { Link } from '../device/link/link.ts';
import type { LinkRegistry } from '../device/registry.ts';
import type { Lifetimes } from '../domain/message.ts';
import type { Failpoint } from '../failpoint.ts';
import type { ClaimedText, ClaimVerdict } from '../store/devices/claim_texts.ts';
import type { WaitingText } from '../store/devices/list_queue.ts';
import type { Store } from '../store/store.ts';
import { Claims } from './claims.ts';
import { Doubts } from './doubts.ts';
import { Looks } from './looks.ts';
import { placeTexts } from './placing.ts';
import { concludeRound, type Found } from './round.ts';
import { type Search, searchOf } from './search.ts';
import { isForOthers } from './shares.ts';
import { SimLane, type SimPlacing } from './sim_lane.ts';

const pollPeriodMs = 1_000;
/** Most accounts in one round. */
const maxAccounts = 500;
/** Texts that one round looks at, and somewhat more. */
const maxLooked = 5_000;
/** Texts that one round claims, and somewhat more. */
const maxTexts = 1_000;
/** Rounds in a row that an account may lose to another replica before it waits for the poll. */
const maxLosses = 5;
/**
 * How long a device must have been offline, or have had a problem, before recipients leave it for another, in
 * milliseconds. Shorter, and a phone in a tunnel would lose its conversations.
 */
const awayMs = 10 * 60_000;

/** How long a text to a new recipient is left to the replica whose share it is, in milliseconds. */
const freshMs = 2_000;

interface DispatcherOptions {
  store: Pick<Store, 'listQueue' | 'listWaitingAccounts' | 'claimTexts' | 'fenceLinks' | 'listHeldIds'>;
  clock: Clock;
  log: Log;
  failpoint: Failpoint;
  lifetimes: Lifetimes;
  registry: LinkRegistry;
  publish: (advances: readonly Advance[]) => void;
  onClaim?: (texts: number) => void;
}

/** Moves texts from the queue to links. */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #lanes = new Map<Link, SimLane[]>();
  /** Lanes that may get work, by account; a lane waits here until a round finds nothing for it. */
  readonly #eager = new Map<bigint, Set<SimLane>>();
  readonly #claims: Claims;
  readonly #doubts: Doubts;
  readonly #looks: Looks;
  readonly #losses = new Map<bigint, number>();
  readonly #polls: Every;
  readonly #cancelLooks: CancelTimer;
  #running = false;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#doubts = new Doubts({ ...options, onSettled: (link) => this.onRoom(link) });
    this.#claims = new Claims({
      ...options,
      onDoubt: (links) => this.#doubts.add(links),
      onVerdicts: (found, verdicts) => this.#conclude(found, verdicts),
    });
    this.#looks = new Looks({
      ...options,
      isUnderWay: (accountId, id) => this.#claims.isUnderWay(accountId, id),
      isInDoubt: (link) => this.#doubts.has(link),
      onRoom: (link) => this.onRoom(link),
    });
    const { clock, log } = options;
    this.#polls = every({
      clock,
      periodMs: pollPeriodMs,
      work: () => this.#poll(),
      onFault: () => log.debug('the queue could not be polled; the next poll does'),
    });
    this.#cancelLooks = clock.setInterval(() => {
      void this.#doubts.settle();
      void this.#looks.look();
    }, pollPeriodMs);
  }

  /** Texts were queued. */
  onAdvances(advances: readonly Advance[]): void {
    for (const { accountId, queued } of advances) if (queued) this.#wakeAccount(accountId);
  }

  /** A link has room. */
  onRoom(link: Link): void {
    this.#wake(link.device.accountId, this.#lanesOf(link));
  }

  forget(link: Link): void {
    const lanes = this.#lanes.get(link) ?? [];
    const eager = this.#eager.get(link.device.accountId);
    for (const lane of lanes) eager?.delete(lane);
    this.#lanes.delete(link);
    this.#doubts.forget(link);
    this.#losses.delete(link.device.accountId);
    this.#claims.forget(link.device.accountId);
  }

  stop(): void {
    void this.#polls.stop();
    this.#cancelLooks();
    this.#eager.clear();
  }

  #lanesOf(link: Link): SimLane[] {
    const known = this.#lanes.get(link);
    if (known) return known;
    const lanes = link.sims.map((slot) => new SimLane(link, slot, this.#options.clock.nowMs()));
    this.#lanes.set(link, lanes);
    return lanes;
  }

  #wakeAccount(accountId: bigint, restartMs?: number): void {
    const lanes = [...this.#options.registry.linksOf(accountId)].flatMap((link) => this.#lanesOf(link));
    if (restartMs !== undefined) for (const lane of lanes) lane.restart(restartMs);
    this.#wake(accountId, lanes);
  }

  #wake(accountId: bigint, lanes: Iterable<SimLane>): void {
    const eager = this.#eager.get(accountId) ?? new Set();
    for (const lane of lanes) eager.add(lane);
    if (eager.size === 0) return;
    this.#eager.set(accountId, eager);
    void this.#run();
  }

  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    try {
      for (;;) {
        // What arrives in the same turn of the event loop is handed out together.
        await new Promise((resolve) => setImmediate(resolve));
        const searches = this.#nextSearches();
        if (searches.length === 0) return;
        await this.#round(searches);
      }
    } finally {
      this.#running = false;
    }
  }

  /** One search for each of the next accounts; lanes that are far ahead in the queue wait for their own. */
  #nextSearches(): Search[] {
    const nowMs = this.#options.clock.nowMs();
    const searches: Search[] = [];
    let toLook = 0;
    const later = new Map<bigint, Set<SimLane>>();
    for (const [accountId, eager] of this.#eager) {
      if (searches.length >= maxAccounts || toLook >= maxLooked) break;
      this.#eager.delete(accountId);
      const lanes = [...eager].filter(
        (lane) => lane.link.room > 0 && !lane.isResting(nowMs) && !this.#doubts.has(lane.link),
      );
      const search = searchOf(accountId, lanes);
      if (!search) continue;
      searches.push(search);
      toLook += search.most;
      const others = new Set(lanes);
      for (const lane of search.lanes) others.delete(lane);
      if (others.size > 0) later.set(accountId, others);
    }
    for (const [accountId, lanes] of later) this.#eager.set(accountId, lanes);
    return searches;
  }

  async #round(searches: readonly Search[]): Promise<void> {
    const { store, clock, log } = this.#options;
    const nowMs = clock.nowMs();
    let lists: WaitingText[][];
    try {
      lists = await store.listQueue(searches, { nowMs, awayMs: nowMs - awayMs, freshMs: nowMs - freshMs });
    } catch {
      log.debug('the queue could not be read; the next poll does');
      return;
    }
    const found: Found[] = [];
    let texts = 0;
    for (const [index, search] of searches.entries()) {
      const list = lists[index] ?? [];
      if (list.length === 0) continue;
      // What is more than one claim takes is looked for again in the next round.
      if (texts >= maxTexts) {
        this.#wake(search.accountId, search.lanes);
        continue;
      }
      const placed = this.#place(search, list, nowMs);
      texts += placed.placements.length;
      found.push(placed);
    }
    await this.#claims.claim(found);
  }

  #place(search: Search, list: readonly WaitingText[], nowMs: number): Found {
    const devices = new Map<Link, SimPlacing['device']>();
    const lanes = search.lanes.map((lane) => {
      const { link } = lane;
      const device = devices.get(link) ?? { room: link.room, load: link.load, window: link.window };
      devices.set(link, device);
      return lane.toPlacing(device, nowMs);
    });
    const shares = this.#options.registry.sharesOf(search.accountId);
    const { placements, left } = placeTexts(
      list,
      lanes,
      shares && (({ hasWaited, addressNorm }) => !hasWaited && isForOthers(shares, addressNorm)),
    );
    const last = list[list.length - 1]?.id ?? search.afterId;
    return { search, placements, left, last, looked: list.length };
  }

  /** Hands over what was claimed, and goes on where that leads further. */
  #conclude(found: readonly Found[], verdicts: readonly ClaimVerdict[]): void {
    const nowMs = this.#options.clock.nowMs();
    this.#handOver(found, verdicts);
    let start = 0;
    for (const each of found) {
      const end = start + each.placements.length;
      const { accountId, lanes: asking } = each.search;
      const { goOn, tryAgain } = concludeRound(each, verdicts.slice(start, end), nowMs);
      start = end;
      const losses = tryAgain ? (this.#losses.get(accountId) ?? 0) + 1 : 0;
      if (losses === 0) this.#losses.delete(accountId);
      else this.#losses.set(accountId, losses);
      // Where something is locked the poll asks again.
      if (this.#claims.isLocked(accountId)) continue;
      if (goOn || (tryAgain && losses <= maxLosses)) this.#wake(accountId, asking);
    }
  }

  #handOver(found: readonly Found[], verdicts: readonly ClaimVerdict[]): void {
    const { publish, onClaim, failpoint } = this.#options;
    const claimed: ClaimedText[] = [];
    for (const [index, { lane }] of found.flatMap(({ placements }) => placements).entries()) {
      const verdict = verdicts[index];
      if (verdict?.kind !== 'claimed') continue;
      failpoint('text_after_claim');
      lane.lane.link.handOver({ ...verdict.text, sim: lane.slot });
      failpoint('text_after_hand_over');
      claimed.push(verdict.text);
    }
    if (claimed.length === 0) return;
    onClaim?.(claimed.length);
    publish(newestAdvances(claimed));
  }

  async #poll(): Promise<void> {
    const { registry, store, clock } = this.#options;
    const accounts = registry.accounts();
    if (accounts.length === 0) return;
    for (const accountId of await store.listWaitingAccounts(accounts))
      this.#wakeAccount(accountId, clock.nowMs());
  }
}

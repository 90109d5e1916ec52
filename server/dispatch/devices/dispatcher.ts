// Hands queued texts to devices that have capacity: woken by new texts, by capacity and by a poll once a second. What waits
// is read, placed and claimed; one round is in flight at a time, so that claims of one process never compete.

import type { Clock } from '../../../runtime/clock.ts';
import { type Every, every } from '../../../runtime/every.ts';
import type { Log } from '../../../runtime/log.ts';
import type { Advance } from '../../app/messages/advances.ts';
import { newestAdvances } from '../../app/messages/newest_advances.ts';
import type { Link } from '../../device/link/link.ts';
import type { LinkRegistry } from '../../device/registry.ts';
import type { Lifetimes } from '../../domain/message.ts';
import type { Failpoint } from '../../failpoint.ts';
import type { ClaimedText, ClaimVerdict } from '../../store/devices/claim_texts.ts';
import type { WaitingText } from '../../store/devices/list_queue.ts';
import type { Store } from '../../store/store.ts';
import { Rounds } from '../rounds.ts';
import { Claims } from './claims.ts';
import { Doubts } from './doubts.ts';
import { Looks } from './looks.ts';
import { placeTexts } from './placing.ts';
import { concludeRound, type Found } from './round.ts';
import { type Search, searchOf } from './search.ts';
import { isForOthers } from './shares.ts';
import { type SimPlacing, SimQueue } from './sim_queue.ts';

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
  store: Pick<Store, 'listQueue' | 'listWaitingAccounts' | 'claimTexts' | 'fenceLinks' | 'listHandedOverIds'>;
  clock: Clock;
  log: Log;
  failpoint: Failpoint;
  lifetimes: Lifetimes;
  registry: LinkRegistry;
  publish: (advances: readonly Advance[]) => void;
  onClaim?: (texts: number) => void;
}

/** Moves texts from the queue to links. */
export class DeviceDispatcher {
  readonly #options: DispatcherOptions;
  readonly #queues = new Map<Link, SimQueue[]>();
  /** SIM queues that may get work, by account; a queue waits here until a round finds nothing for it. */
  readonly #eager = new Map<bigint, Set<SimQueue>>();
  readonly #claims: Claims;
  readonly #doubts: Doubts;
  readonly #looks: Looks;
  readonly #losses = new Map<bigint, number>();
  readonly #rounds: Rounds;
  readonly #polls: Every;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#doubts = new Doubts({ ...options, onSettled: (link) => this.onCapacity(link) });
    this.#claims = new Claims({
      ...options,
      onDoubt: (links) => this.#doubts.add(links),
      onVerdicts: (found, verdicts) => this.#conclude(found, verdicts),
    });
    this.#looks = new Looks({
      ...options,
      isUnderWay: (accountId, id) => this.#claims.isUnderWay(accountId, id),
      isInDoubt: (link) => this.#doubts.has(link),
      onCapacity: (link) => this.onCapacity(link),
    });
    const { clock, log } = options;
    this.#rounds = new Rounds(clock, () => this.#round());
    this.#polls = every({
      clock,
      periodMs: pollPeriodMs,
      work: () => this.#poll(),
      onError: () => log.debug('the queue could not be polled; the next poll does'),
    });
  }

  /** Texts were queued. */
  onAdvances(advances: readonly Advance[]): void {
    for (const { accountId, queued } of advances) if (queued) this.#wakeAccount(accountId);
  }

  /** A link has capacity. */
  onCapacity(link: Link): void {
    this.#wake(link.device.accountId, this.#queuesOf(link));
  }

  forget(link: Link): void {
    const queues = this.#queues.get(link) ?? [];
    const eager = this.#eager.get(link.device.accountId);
    for (const queue of queues) eager?.delete(queue);
    this.#queues.delete(link);
    this.#doubts.forget(link);
    this.#losses.delete(link.device.accountId);
    this.#claims.forget(link.device.accountId);
  }

  stop(): void {
    for (const part of [this.#polls, this.#doubts, this.#looks, this.#rounds]) void part.stop();
    this.#eager.clear();
  }

  #queuesOf(link: Link): SimQueue[] {
    const known = this.#queues.get(link);
    if (known) return known;
    const queues = link.sims.map((slot) => new SimQueue(link, slot, this.#options.clock.nowMs()));
    this.#queues.set(link, queues);
    return queues;
  }

  #wakeAccount(accountId: bigint, restartMs?: number): void {
    const queues = [...this.#options.registry.linksOf(accountId)].flatMap((link) => this.#queuesOf(link));
    if (restartMs !== undefined) for (const queue of queues) queue.restart(restartMs);
    this.#wake(accountId, queues);
  }

  #wake(accountId: bigint, queues: Iterable<SimQueue>): void {
    const eager = this.#eager.get(accountId) ?? new Set();
    for (const queue of queues) eager.add(queue);
    if (eager.size === 0) return;
    this.#eager.set(accountId, eager);
    this.#rounds.wake();
  }

  /** One round; false when there is nothing to look for before something happens. */
  async #round(): Promise<boolean> {
    const searches = this.#nextSearches();
    if (searches.length === 0) return false;
    const nowMs = this.#options.clock.nowMs();
    const lists = await this.#list(searches, nowMs);
    if (lists) await this.#claims.claim(this.#place(searches, lists, nowMs));
    return true;
  }

  /** One search for each of the next accounts; queues that are far ahead in the queue wait for their own. */
  #nextSearches(): Search[] {
    const nowMs = this.#options.clock.nowMs();
    const searches: Search[] = [];
    let toLook = 0;
    const later = new Map<bigint, Set<SimQueue>>();
    for (const [accountId, eager] of this.#eager) {
      if (searches.length >= maxAccounts || toLook >= maxLooked) break;
      this.#eager.delete(accountId);
      const queues = [...eager].filter(
        (queue) => queue.link.capacity > 0 && !queue.isBackingOff(nowMs) && !this.#doubts.has(queue.link),
      );
      const search = searchOf(accountId, queues);
      if (!search) continue;
      searches.push(search);
      toLook += search.most;
      const others = new Set(queues);
      for (const queue of search.queues) others.delete(queue);
      if (others.size > 0) later.set(accountId, others);
    }
    for (const [accountId, queues] of later) this.#eager.set(accountId, queues);
    return searches;
  }

  /** What waits; undefined when the database did not say. */
  async #list(searches: readonly Search[], nowMs: number): Promise<WaitingText[][] | undefined> {
    const { store, log } = this.#options;
    try {
      return await store.listQueue(searches, { nowMs, awayMs: nowMs - awayMs, freshMs: nowMs - freshMs });
    } catch {
      log.debug('the queue could not be read; the next poll does');
      return undefined;
    }
  }

  #place(searches: readonly Search[], lists: readonly WaitingText[][], nowMs: number): Found[] {
    const found: Found[] = [];
    let texts = 0;
    for (const [index, search] of searches.entries()) {
      const list = lists[index] ?? [];
      if (list.length === 0) continue;
      // What is more than one claim takes is looked for again in the next round.
      if (texts >= maxTexts) {
        this.#wake(search.accountId, search.queues);
        continue;
      }
      const placed = this.#placeOf(search, list, nowMs);
      texts += placed.placements.length;
      found.push(placed);
    }
    return found;
  }

  #placeOf(search: Search, list: readonly WaitingText[], nowMs: number): Found {
    const devices = new Map<Link, SimPlacing['device']>();
    const queues = search.queues.map((queue) => {
      const { link } = queue;
      const device = devices.get(link) ?? { capacity: link.capacity, load: link.load, window: link.window };
      devices.set(link, device);
      return queue.toPlacing(device, nowMs);
    });
    const shares = this.#options.registry.sharesOf(search.accountId);
    const { placements, left } = placeTexts(
      list,
      queues,
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
      const { accountId, queues: asking } = each.search;
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
    const moved: { accountId: bigint; seq: bigint }[] = [];
    for (const [index, { sim }] of found.flatMap(({ placements }) => placements).entries()) {
      const verdict = verdicts[index];
      if (verdict?.kind === 'opted_out') moved.push(verdict);
      if (verdict?.kind !== 'claimed') continue;
      failpoint('text_after_claim');
      sim.queue.link.handOver({ ...verdict.text, sim: sim.slot });
      failpoint('text_after_hand_over');
      claimed.push(verdict.text);
    }
    if (claimed.length > 0) onClaim?.(claimed.length);
    if (claimed.length + moved.length > 0) publish(newestAdvances([...claimed, ...moved]));
  }

  async #poll(): Promise<void> {
    const { registry, store, clock } = this.#options;
    const accounts = registry.accounts();
    if (accounts.length === 0) return;
    for (const accountId of await store.listWaitingAccounts(accounts))
      this.#wakeAccount(accountId, clock.nowMs());
  }
}

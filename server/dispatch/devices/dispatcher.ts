// Hands queued texts to devices that have capacity: woken by new texts, by capacity and by a poll once a second. What waits
// is listed, placed, claimed, handed over and concluded, as for carriers; one round is in flight at a time, so that claims of
// one process never compete.

import type { Clock } from '../../../runtime/clock.ts';
import { type Every, every } from '../../../runtime/every.ts';
import type { Log } from '../../../runtime/log.ts';
import type { Advance } from '../../app/messages/advances.ts';
import type { Link } from '../../device/link/link.ts';
import type { LinkRegistry } from '../../device/registry.ts';
import type { Lifetimes } from '../../domain/messages/message.ts';
import type { ClaimVerdict } from '../../store/devices/claim_texts.ts';
import type { WaitingText } from '../../store/devices/list_queue.ts';
import type { Store } from '../../store/store.ts';
import { Rounds } from '../rounds.ts';
import { Claims } from './claim.ts';
import { Doubts } from './doubts.ts';
import { Looks } from './looks.ts';
import { isForOthers, placeTexts } from './place.ts';
import {
  Conclusions,
  type Found,
  type HandOverOptions,
  handOver,
  listTexts,
  type Search,
  searchOf,
} from './round.ts';
import { type SimPlacing, SimQueue } from './sim_queue.ts';

const pollPeriodMs = 1_000;
/** Most accounts in one round. */
const maxAccounts = 500;
/** About how many texts one round looks at, or somewhat more. */
const maxLooked = 5_000;
/** About how many texts one round claims, or somewhat more. */
const maxTexts = 1_000;
interface DispatcherOptions extends HandOverOptions {
  store: Pick<Store, 'listQueue' | 'listWaitingAccounts' | 'claimTexts' | 'fenceLinks' | 'listHandedOverIds'>;
  clock: Clock;
  log: Log;
  lifetimes: Lifetimes;
  registry: LinkRegistry;
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
  readonly #conclusions = new Conclusions();
  readonly #rounds: Rounds;
  readonly #polls: Every;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#doubts = new Doubts({ ...options, onSettled: (link) => this.onCapacity(link) });
    this.#claims = new Claims({
      ...options,
      onDoubt: (links) => this.#doubts.add(links),
      onVerdicts: (found, verdicts) => {
        handOver(found, verdicts, options);
        this.#conclude(found, verdicts);
      },
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

  /** Texts were queued, or are wanted back from the devices that hold them. */
  onAdvances(advances: readonly Advance[]): void {
    for (const { accountId, queued, wantedBack } of advances) {
      if (queued) this.#wakeAccount(accountId);
      if (wantedBack === undefined) continue;
      const ask = () => this.#options.registry.cancel(accountId, wantedBack);
      this.#claims.afterClaimOf(accountId, wantedBack, ask);
    }
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
    this.#conclusions.forget(link.device.accountId);
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
    const lists = await listTexts(searches, nowMs, this.#options);
    if (lists) await this.#claims.claim(this.#place(searches, lists, nowMs));
    return true;
  }

  /** One search for each of the next accounts; SIM queues that are far ahead wait for a search of their own. */
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

  #place(searches: readonly Search[], lists: readonly WaitingText[][], nowMs: number): Found[] {
    const found: Found[] = [];
    let texts = 0;
    for (const [index, search] of searches.entries()) {
      const list = lists[index] ?? [];
      if (list.length === 0) continue;
      // Texts beyond one claim are looked for again in the next round.
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

  /** Goes on with the accounts for which it is worth asking again. */
  #conclude(found: readonly Found[], verdicts: readonly ClaimVerdict[]): void {
    const nowMs = this.#options.clock.nowMs();
    let start = 0;
    for (const each of found) {
      const end = start + each.placements.length;
      const { accountId, queues: asking } = each.search;
      const goesOn = this.#conclusions.conclude(each, verdicts.slice(start, end), nowMs);
      start = end;
      // For a locked account the poll asks again.
      if (goesOn && !this.#claims.isLocked(accountId)) this.#wake(accountId, asking);
    }
  }

  async #poll(): Promise<void> {
    const { registry, store, clock } = this.#options;
    const accounts = registry.accounts();
    if (accounts.length === 0) return;
    for (const accountId of await store.listWaitingAccounts(accounts))
      this.#wakeAccount(accountId, clock.nowMs());
  }
}

// Delivering to all accounts' endpoints. The table of webhooks is the queue: whenever a slot is free, this process claims
// endpoints that have something to be delivered. It is woken by changes; what it relies on is that it looks once a second.
import { type Every, every } from '../../runtime/every.ts';
import type { Log } from '../../runtime/log.ts';
import { atMost, pause } from '../../runtime/pause.ts';
import { type Batcher, createBatcher } from '../app/batches/batcher.ts';
import { whileDatabaseIsAway } from '../app/batches/while_database_is_away.ts';
import type { Advance } from '../app/messages/advances.ts';
import type { Store } from '../store/store.ts';
import type { ClaimedWebhook } from '../store/subscriptions/claim_webhooks.ts';
import type { Conclusion, Outcome } from '../store/subscriptions/conclude_deliveries.ts';
import { claimMs, createDeliver, type Delivery, type DeliveryOptions } from './delivery.ts';
import { type SlotKind, Slots, slotKinds } from './slots.ts';

const lookPeriodMs = 1_000;
const renewPeriodMs = 1_500;
/** How long a stop waits for requests under way, in milliseconds. */
const stopGraceMs = 4_000;
/** A pause before an endpoint whose row somebody has locked is written down again, in milliseconds. */
const lockedPauseMs = 100;
/** How long what became of a request is written down again while the database is away, in milliseconds. */
const repeatForMs = 4_000;

type DeliveriesStore = DeliveryOptions['store'] &
  Pick<Store, 'claimWebhooks' | 'renewClaims' | 'listWebhookAccounts' | 'concludeDeliveries'>;

interface DeliveriesOptions extends Omit<DeliveryOptions, 'store' | 'conclude'> {
  store: DeliveriesStore;
  log: Log;
}

const keyOf = ({ accountId, name }: Pick<ClaimedWebhook, 'accountId' | 'name'>) => `${accountId}/${name}`;

/** The deliveries of this process. */
export class Deliveries {
  readonly #options: DeliveriesOptions;
  readonly #deliver: ReturnType<typeof createDeliver>;
  readonly #concludeOnce: Batcher<Conclusion, Outcome>;
  readonly #slots: Slots;
  readonly #looks: Every;
  readonly #renewals: Every;
  readonly #active = new Map<string, Delivery>();
  readonly #running = new Set<Promise<void>>();
  /** Accounts with endpoints and how many they have; only their news wakes. */
  #known = new Map<bigint, number>();
  #woken = new Set<bigint>();
  /** Accounts that may have more to be delivered than they may have slots of a kind: looked at when one becomes free. */
  readonly #waiting: Record<SlotKind, Set<bigint>> = { quick: new Set(), slow: new Set() };
  /** Slots that became free since endpoints were last claimed. */
  #freed: Record<SlotKind, number> = { quick: 0, slow: 0 };
  /** Every endpoint is to be looked at. */
  #isLookDue = false;
  #isClaiming = false;
  #isStopped = false;

  /** Starts delivering. */
  constructor(options: DeliveriesOptions) {
    const { store, clock, log } = options;
    this.#options = options;
    this.#concludeOnce = createBatcher<Conclusion, Outcome>({
      maxBatch: 100,
      maxItems: 10_000,
      run: (conclusions) =>
        whileDatabaseIsAway(clock, repeatForMs, () => store.concludeDeliveries(conclusions)),
    });
    this.#deliver = createDeliver({ ...options, conclude: (conclusion) => this.#conclude(conclusion) });
    this.#slots = new Slots(clock, (kind) => this.#onFree(kind));
    const onError = () => log.debug('webhooks could not be looked at; the next look does');
    this.#looks = every({ clock, periodMs: lookPeriodMs, work: () => this.#look(), onError });
    this.#renewals = every({ clock, periodMs: renewPeriodMs, work: () => this.#renew(), onError });
  }

  /** Some accounts have news. */
  onAdvances(advances: readonly Pick<Advance, 'accountId'>[]): void {
    for (const { accountId } of advances) {
      const endpoints = this.#known.get(accountId);
      if (endpoints !== undefined && this.#wakeActive(accountId) < endpoints) this.#woken.add(accountId);
    }
    if (this.#woken.size > 0) void this.#claimMore();
  }

  /** Looks for work of an account whose webhooks were changed. */
  wake(accountId: bigint): void {
    if (!this.#known.has(accountId)) this.#known.set(accountId, 1);
    this.#wakeActive(accountId);
    this.#woken.add(accountId);
    void this.#claimMore();
  }

  /** Begins nothing more, and waits for the requests under way within a bound. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#looks.stop();
    for (const delivery of this.#active.values()) delivery.isEnding = true;
    const ended = Promise.all([...this.#running]);
    await atMost(this.#options.clock, stopGraceMs, ended);
    for (const { superseded } of this.#active.values()) superseded.abort();
    await Promise.all([this.#renewals.stop(), ended]);
  }

  /** A locked row of an endpoint holds up that endpoint alone, and no longer than its claim holds. */
  async #conclude(conclusion: Conclusion): Promise<boolean> {
    const { clock } = this.#options;
    const untilMs = clock.nowMs() + claimMs;
    for (;;) {
      const outcome = await this.#concludeOnce(conclusion);
      if (outcome !== 'locked' || this.#isStopped || clock.nowMs() >= untilMs) return outcome === 'kept';
      await pause(clock, lockedPauseMs);
    }
  }

  #onFree(kind: SlotKind): void {
    this.#freed[kind] += 1;
    for (const id of this.#waiting[kind]) this.#woken.add(id);
    this.#waiting[kind].clear();
    void this.#claimMore();
  }

  #begin(of: ClaimedWebhook, untilMs: number): void {
    const key = keyOf(of);
    this.#active.get(key)?.superseded.abort();
    const delivery: Delivery = {
      of,
      untilMs,
      isWoken: false,
      isEnding: this.#isStopped,
      superseded: new AbortController(),
    };
    this.#active.set(key, delivery);
    const slot = this.#slots.take(of.accountId, of.isSlow);
    const run = this.#deliver(delivery, slot)
      .catch(() => this.#options.log.debug('a delivery could not be written down'))
      .finally(() => {
        if (this.#active.get(key) === delivery) this.#active.delete(key);
        // Events that came while it ended take another claim.
        if (delivery.isWoken) this.#woken.add(of.accountId);
        this.#running.delete(run);
        slot.leave();
      });
    this.#running.add(run);
  }

  /** Remembers of accounts that were claimed for which may have more than there were slots for. */
  #noteWaiting(accountIds: Iterable<bigint>): void {
    for (const id of accountIds)
      for (const kind of slotKinds) {
        const share = this.#slots[kind];
        if (share.heldBy(id) + this.#freed[kind] < share.free - this.#freed[kind]) continue;
        // Slots that became free while they were claimed were not given out.
        (this.#freed[kind] > 0 ? this.#woken : this.#waiting[kind]).add(id);
      }
  }

  /** Claims once, of these accounts or of all. */
  async #claimOnce(accountIds: readonly bigint[] | undefined): Promise<void> {
    const { store, clock } = this.#options;
    const { quick, slow } = this.#slots;
    const nowMs = clock.nowMs();
    const untilMs = nowMs + claimMs;
    this.#freed = { quick: 0, slow: 0 };
    await this.#slots.giveOut(async () => {
      const free = { quick: quick.free, slow: slow.free, held: this.#slots.held() };
      const claimed = await store.claimWebhooks({ nowMs, untilMs, ...free }, accountIds);
      for (const of of claimed) this.#begin(of, untilMs);
    });
    this.#noteWaiting(accountIds ?? this.#slots.held().map(({ accountId }) => accountId));
  }

  async #claimMore(): Promise<void> {
    if (this.#isClaiming || this.#isStopped) return;
    this.#isClaiming = true;
    try {
      while (!this.#isStopped && (this.#isLookDue || this.#woken.size > 0)) {
        const accounts = this.#isLookDue ? undefined : [...this.#woken];
        this.#isLookDue = false;
        this.#woken = new Set();
        await this.#claimOnce(accounts);
      }
    } catch {
      this.#options.log.debug('endpoints could not be claimed; the next look does');
    } finally {
      this.#isClaiming = false;
    }
  }

  async #look(): Promise<void> {
    const accounts = await this.#options.store.listWebhookAccounts();
    this.#known = new Map(accounts.map(({ accountId, count }) => [accountId, count]));
    if (this.#known.size === 0) return;
    this.#isLookDue = true;
    await this.#claimMore();
  }

  /** Ends deliveries whose claims others have, or may have. */
  async #renew(): Promise<void> {
    const { store, clock } = this.#options;
    const all = [...this.#active.values()];
    if (all.length === 0) return;
    const untilMs = clock.nowMs() + claimMs;
    try {
      const kept = await store.renewClaims(
        all.map(({ of }) => of),
        untilMs,
      );
      const found = new Map(kept.map((each) => [keyOf(each), each]));
      for (const delivery of all) {
        const its = found.get(keyOf(delivery.of));
        if (its === undefined) delivery.superseded.abort();
        else if (its.isRenewed) delivery.untilMs = Math.max(delivery.untilMs, untilMs);
      }
    } finally {
      for (const delivery of all) if (clock.nowMs() >= delivery.untilMs) delivery.superseded.abort();
    }
  }

  /** Wakes the deliveries of an account that are under way; returns how many there are. */
  #wakeActive(accountId: bigint): number {
    const all = [...this.#active.values()].filter(({ of }) => of.accountId === accountId);
    for (const delivery of all) delivery.isWoken = true;
    return all.length;
  }
}

// Delivering to all accounts' endpoints. The table of webhooks is the queue: whenever a slot is free, this process claims
// endpoints that have something to be delivered. It is woken by changes; what it relies on is that it looks once a second.
import { every } from '../../runtime/every.ts';
import type { Log } from '../../runtime/log.ts';
import { pause } from '../../runtime/pause.ts';
import { createBatcher } from '../app/batches/batcher.ts';
import { whileDatabaseIsAway } from '../app/batches/while_database_is_away.ts';
import type { Advance } from '../app/messages/advances.ts';
import type { ClaimedWebhook } from '../store/places/claim_webhooks.ts';
import type { Conclusion, Outcome } from '../store/places/conclude_deliveries.ts';
import type { Store } from '../store/store.ts';
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

interface Deliveries {
  /** Some accounts have news. */
  onAdvances(advances: readonly Pick<Advance, 'accountId'>[]): void;
  /** Looks for work of an account whose webhooks were changed. */
  wake(accountId: bigint): void;
  /** Begins nothing more, and waits for the requests under way within a bound. */
  stop(): Promise<void>;
}

const keyOf = ({ accountId, name }: Pick<ClaimedWebhook, 'accountId' | 'name'>) => `${accountId}/${name}`;

/** Starts delivering. */
export function startDeliveries(options: DeliveriesOptions): Deliveries {
  const { store, clock, log } = options;
  const active = new Map<string, Delivery>();
  const running = new Set<Promise<void>>();
  /** Accounts with endpoints and how many they have; only their news wakes. */
  let known = new Map<bigint, number>();
  let woken = new Set<bigint>();
  /** Accounts that may have more to be delivered than they may have slots of a kind: looked at when one becomes free. */
  const waiting: Record<SlotKind, Set<bigint>> = { quick: new Set(), slow: new Set() };
  /** Slots that became free since endpoints were last claimed. */
  let freed: Record<SlotKind, number> = { quick: 0, slow: 0 };
  /** Every endpoint is to be looked at. */
  let isLookDue = false;
  let isClaiming = false;
  let isStopped = false;

  const concludeOnce = createBatcher<Conclusion, Outcome>({
    maxBatch: 100,
    maxItems: 10_000,
    run: (conclusions) =>
      whileDatabaseIsAway(clock, repeatForMs, () => store.concludeDeliveries(conclusions)),
  });
  /** Whoever has locked an endpoint's row holds up that endpoint alone, and no longer than its claim holds. */
  const conclude = async (conclusion: Conclusion): Promise<boolean> => {
    const untilMs = clock.nowMs() + claimMs;
    for (;;) {
      const outcome = await concludeOnce(conclusion);
      if (outcome !== 'locked' || isStopped || clock.nowMs() >= untilMs) return outcome === 'kept';
      await pause(clock, lockedPauseMs);
    }
  };
  const deliver = createDeliver({ ...options, conclude });
  const slots = new Slots(clock, (kind) => {
    freed[kind] += 1;
    for (const id of waiting[kind]) woken.add(id);
    waiting[kind].clear();
    void claimMore();
  });

  const begin = (of: ClaimedWebhook, untilMs: number) => {
    const key = keyOf(of);
    active.get(key)?.superseded.abort();
    const delivery: Delivery = {
      of,
      untilMs,
      isWoken: false,
      isEnding: isStopped,
      superseded: new AbortController(),
    };
    active.set(key, delivery);
    const slot = slots.take(of.accountId, of.isSlow);
    const run = deliver(delivery, slot)
      .catch(() => log.debug('a delivery could not be written down'))
      .finally(() => {
        if (active.get(key) === delivery) active.delete(key);
        // What came while it ended is another claim.
        if (delivery.isWoken) woken.add(of.accountId);
        running.delete(run);
        slot.leave();
      });
    running.add(run);
  };

  /** Remembers of accounts that were claimed for which may have more than there were slots for. */
  const noteWaiting = (accountIds: Iterable<bigint>) => {
    for (const id of accountIds)
      for (const kind of slotKinds) {
        const share = slots[kind];
        if (share.heldBy(id) + freed[kind] < share.free - freed[kind]) continue;
        // What became free while they were claimed was not given out.
        (freed[kind] > 0 ? woken : waiting[kind]).add(id);
      }
  };

  /** Claims once, of these accounts or of all. */
  const claimOnce = async (accountIds: readonly bigint[] | undefined): Promise<void> => {
    const nowMs = clock.nowMs();
    const untilMs = nowMs + claimMs;
    freed = { quick: 0, slow: 0 };
    const free = { quick: slots.quick.free, slow: slots.slow.free, held: slots.held() };
    const claimed = await store.claimWebhooks({ nowMs, untilMs, ...free }, accountIds);
    for (const of of claimed) begin(of, untilMs);
    noteWaiting(accountIds ?? slots.held().map(({ accountId }) => accountId));
  };

  const claimMore = async (): Promise<void> => {
    if (isClaiming || isStopped) return;
    isClaiming = true;
    try {
      while (!isStopped && (isLookDue || woken.size > 0)) {
        const accounts = isLookDue ? undefined : [...woken];
        isLookDue = false;
        woken = new Set();
        await claimOnce(accounts);
      }
    } catch {
      log.debug('endpoints could not be claimed; the next look does');
    } finally {
      isClaiming = false;
    }
  };

  const look = async () => {
    known = new Map((await store.listWebhookAccounts()).map(({ accountId, count }) => [accountId, count]));
    if (known.size === 0) return;
    isLookDue = true;
    await claimMore();
  };

  /** Ends deliveries whose claims others have, or may have. */
  const renew = async () => {
    const all = [...active.values()];
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
  };

  const onError = () => log.debug('webhooks could not be looked at; the next look does');
  const looks = every({ clock, periodMs: lookPeriodMs, work: look, onError });
  const renewals = every({ clock, periodMs: renewPeriodMs, work: renew, onError });

  /** Wakes the deliveries of an account that are under way; returns how many there are. */
  const wakeActive = (accountId: bigint): number => {
    let count = 0;
    for (const delivery of active.values()) {
      if (delivery.of.accountId !== accountId) continue;
      delivery.isWoken = true;
      count += 1;
    }
    return count;
  };

  return {
    wake(accountId) {
      if (!known.has(accountId)) known.set(accountId, 1);
      wakeActive(accountId);
      woken.add(accountId);
      void claimMore();
    },
    onAdvances(advances) {
      for (const { accountId } of advances) {
        const endpoints = known.get(accountId);
        if (endpoints !== undefined && wakeActive(accountId) < endpoints) woken.add(accountId);
      }
      if (woken.size > 0) void claimMore();
    },
    async stop() {
      isStopped = true;
      await looks.stop();
      for (const delivery of active.values()) delivery.isEnding = true;
      const ended = Promise.all([...running]);
      await Promise.race([ended, pause(clock, stopGraceMs)]);
      for (const { superseded } of active.values()) superseded.abort();
      await Promise.all([renewals.stop(), ended]);
    },
  };
}

// Delivering to all accounts' endpoints. The table of webhooks is the queue: whenever a slot is free, this process claims
// endpoints that have something to be delivered. It is woken by changes; what it relies on is that it looks once a second.
import { every } from '../../runtime/every.ts';
import type { Log } from '../../runtime/log.ts';
import { pause } from '../../runtime/pause.ts';
import { createBatcher } from '../app/batches/batcher.ts';
import { whileDatabaseIsAway } from '../app/batches/while_database_is_away.ts';
import type { Advance } from '../app/messages/advances.ts';
import type { ClaimedWebhook } from '../store/consumers/claim_webhooks.ts';
import type { Conclusion } from '../store/consumers/conclude_deliveries.ts';
import type { Store } from '../store/store.ts';
import { claimMs, createDeliver, type Delivery, type DeliveryOptions } from './delivery.ts';
import { Slots } from './slots.ts';

const lookPeriodMs = 1_000;
const renewPeriodMs = 1_500;
/** How long a stop waits for requests under way, in milliseconds. */
const stopGraceMs = 4_000;
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
  /** Every endpoint is to be looked at. */
  let isLookDue = false;
  let isClaiming = false;
  let isStopped = false;

  const conclude = createBatcher<Conclusion, boolean>({
    maxBatch: 100,
    maxItems: 10_000,
    run: (conclusions) =>
      whileDatabaseIsAway(clock, repeatForMs, () => store.concludeDeliveries(conclusions)),
  });
  const deliver = createDeliver({ ...options, conclude });
  const slots = new Slots(clock, () => void claimMore());

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
    const slot = slots.take(of.isSlow);
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

  /** Claims once; returns whether more may be there. */
  const claimOnce = async (accountIds: readonly bigint[] | undefined): Promise<boolean> => {
    const { quick, slow } = slots.free;
    const nowMs = clock.nowMs();
    const untilMs = nowMs + claimMs;
    const claimed = await store.claimWebhooks({ nowMs, untilMs, quick, slow }, accountIds);
    for (const of of claimed) begin(of, untilMs);
    return claimed.length > 0;
  };

  const claimMore = async (): Promise<void> => {
    if (isClaiming || isStopped) return;
    isClaiming = true;
    try {
      while (!isStopped && (isLookDue || woken.size > 0)) {
        const { quick, slow } = slots.free;
        if (quick + slow === 0) return;
        const accounts = isLookDue ? undefined : [...woken];
        isLookDue = false;
        if (accounts) woken = new Set();
        // More than fits waits for the next free slot.
        const hasFound = await claimOnce(accounts);
        const isFull = slots.free.quick === 0 || slots.free.slow === 0;
        if (hasFound && isFull) {
          if (accounts) for (const id of accounts) woken.add(id);
          else isLookDue = true;
          if (slots.free.quick === 0) return;
        }
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
      const claims = new Map(kept.map((each) => [keyOf(each), each.claim]));
      for (const delivery of all) {
        if (claims.get(keyOf(delivery.of)) === delivery.of.claim)
          delivery.untilMs = Math.max(delivery.untilMs, untilMs);
        else if (active.get(keyOf(delivery.of)) === delivery) delivery.superseded.abort();
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

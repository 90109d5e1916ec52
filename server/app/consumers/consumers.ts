// Consumers: an account's readers whose cursors the service keeps. A cursor moves only by being acknowledged, and one reader
// has it at a time.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../runtime/clock.ts';
import { invalidRequest, notFound, Refusal } from '../../errors.ts';
import type { ConsumerRow } from '../../store/consumers/consumers.ts';
import type { Store } from '../../store/store.ts';
import { checkKnownName, checkNewName, cursorAt, type FeedPlace } from './named.ts';

/** Most consumers of an account. */
const maxConsumers = 100;
/** How long a reader has a consumer after each read and acknowledgement, in milliseconds. */
const leaseMs = 60_000;
const maxLeaseLength = 64;

export type Consumers = ReturnType<typeof createConsumers>;

interface ConsumersOptions {
  store: Pick<
    Store,
    | 'listConsumers'
    | 'findConsumer'
    | 'addConsumer'
    | 'removeConsumer'
    | 'leaseConsumer'
    | 'acknowledgeConsumer'
    | 'resetConsumer'
    | 'listCursors'
    | 'findMark'
    | 'findIdAt'
  >;
  clock: Clock;
}

/** Binds the actions to the store. Each throws a Refusal: `not_found` for a name that there is not. */
export function createConsumers({ store, clock }: ConsumersOptions) {
  const present = async (accountId: bigint, name: string): Promise<ConsumerRow> => {
    checkKnownName(name, 'consumer');
    const found = await store.findConsumer({ accountId, name });
    if (!found) throw notFound('consumer');
    return found;
  };

  const busy = ({ leaseUntilMs }: ConsumerRow): Refusal => {
    const leftMs = Math.max((leaseUntilMs ?? 0) - clock.nowMs(), 1);
    return new Refusal('consumer_busy', 'another reader has this consumer', Math.ceil(leftMs / 1000));
  };

  const readLease = (lease: string | undefined): string | null => {
    if (lease !== undefined && (lease.length > maxLeaseLength || lease.includes('\0')))
      throw invalidRequest('lease is none that was given out');
    return lease ?? null;
  };

  return {
    list: (accountId: bigint) => store.listConsumers(accountId),

    get: present,

    /** Returns the consumer of that name; adds it at `place`, at the feed's end for none, when there is none. */
    async put(accountId: bigint, name: string, place: FeedPlace | undefined): Promise<ConsumerRow> {
      checkNewName(name);
      for (;;) {
        const found = await store.findConsumer({ accountId, name });
        if (found) return found;
        const cursorSeq = place ? await cursorAt(store, accountId, place) : null;
        const nowMs = clock.nowMs();
        await store.addConsumer({ accountId, name, cursorSeq, most: maxConsumers, nowMs });
        const all = await store.listConsumers(accountId);
        const added = all.find((each) => each.name === name);
        if (added) return added;
        if (all.length >= maxConsumers)
          throw invalidRequest(`an account has at most ${maxConsumers} consumers`);
        if ((await store.listCursors([accountId])).length === 0) throw notFound('account');
      }
    },

    async remove(accountId: bigint, name: string): Promise<void> {
      checkKnownName(name, 'consumer');
      if (!(await store.removeConsumer({ accountId, name }))) throw notFound('consumer');
    },

    /** Takes or renews the lease. Throws `consumer_busy` while another reader has it. */
    async lease(accountId: bigint, name: string, lease: string | undefined): Promise<ConsumerRow> {
      const nowMs = clock.nowMs();
      const leased = await store.leaseConsumer({
        accountId,
        name,
        lease: readLease(lease),
        newLease: randomUUID(),
        nowMs,
        untilMs: nowMs + leaseMs,
      });
      if (leased) return leased;
      throw busy(await present(accountId, name));
    },

    /** Moves the cursor forward; a seq below it moves nothing. Throws `consumer_busy` to whoever has not the lease. */
    async acknowledge(
      accountId: bigint,
      name: string,
      seq: bigint,
      lease: string | undefined,
    ): Promise<ConsumerRow> {
      const nowMs = clock.nowMs();
      const moved = await store.acknowledgeConsumer({
        accountId,
        name,
        seq,
        lease: readLease(lease),
        nowMs,
        untilMs: nowMs + leaseMs,
      });
      if (moved && seq >= 0n) return moved;
      const found = await present(accountId, name);
      if (seq < 0n || seq > found.newestSeq)
        throw invalidRequest(`seq must be from 0 to ${found.newestSeq}, the newest there is`);
      throw busy(found);
    },

    /** Sets the cursor, also back; whoever has the consumer has it no more. */
    async reset(accountId: bigint, name: string, place: FeedPlace): Promise<ConsumerRow> {
      await present(accountId, name);
      const seq = await cursorAt(store, accountId, place);
      const reset = await store.resetConsumer({ accountId, name, seq, nowMs: clock.nowMs() });
      if (!reset) throw notFound('consumer');
      return reset;
    },
  };
}

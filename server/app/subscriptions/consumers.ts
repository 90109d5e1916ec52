// Consumers: an account's readers whose cursors the service keeps. A cursor moves only by being acknowledged, and one reader
// has it at a time.
import { randomUUID } from 'node:crypto';
import { invalidRequest, Refusal } from '../../errors.ts';
import type { ConsumerRow } from '../../store/subscriptions/consumers.ts';
import type { AppContext } from '../context.ts';
import { checkNewName, createSubscriptions, cursorAt, type FeedPosition } from './subscriptions.ts';

/** Most consumers of an account. */
const maxConsumers = 100;
/** How long a reader has a consumer after each read and acknowledgement, in milliseconds. */
const leaseMs = 60_000;
const maxLeaseLength = 64;

export type Consumers = ReturnType<typeof createConsumers>;

/** Setting a cursor takes the lease from its reader. */
export function createConsumers({
  store,
  clock,
}: Pick<AppContext<'consumers' | 'findIdAt' | 'findMark' | 'listCursors'>, 'store' | 'clock'>) {
  const { consumers } = store;
  const subscriptions = createSubscriptions({
    ...{ what: 'consumer', most: maxConsumers, subscriptions: consumers },
    ...{ feed: store, clock },
  });

  const busy = ({ leaseUntilMs }: ConsumerRow): Refusal => {
    const leftMs = Math.max((leaseUntilMs ?? 0) - clock.nowMs(), 1);
    return new Refusal('consumer_busy', 'another reader has this consumer', Math.ceil(leftMs / 1000));
  };

  const readLease = (lease: string | undefined): string | null => {
    if (lease !== undefined && (lease.length > maxLeaseLength || lease.includes('\0')))
      throw invalidRequest('lease must be the lease of an earlier read');
    return lease ?? null;
  };

  return {
    ...subscriptions,

    /** Returns the consumer of that name; adds it at `start`, at the feed's end for none, when there is none. */
    async put(accountId: bigint, name: string, start: FeedPosition | undefined): Promise<ConsumerRow> {
      checkNewName(name);
      const named = { accountId, name };
      const find = () => consumers.find(named);
      return subscriptions.put(named, find, async () => {
        const cursorSeq = start ? await cursorAt(store, accountId, start) : null;
        const isAdded = await consumers.add({
          ...named,
          cursorSeq,
          most: maxConsumers,
          nowMs: clock.nowMs(),
        });
        return isAdded ? find() : undefined;
      });
    },

    /** Takes or renews the lease. Throws `consumer_busy` while another reader has it. */
    async lease(accountId: bigint, name: string, lease: string | undefined): Promise<ConsumerRow> {
      const nowMs = clock.nowMs();
      const leased = await consumers.lease({
        accountId,
        name,
        lease: readLease(lease),
        newLease: randomUUID(),
        nowMs,
        untilMs: nowMs + leaseMs,
      });
      if (leased) return leased;
      throw busy(await subscriptions.get(accountId, name));
    },

    /** Moves the cursor forward; a seq below it moves nothing. Throws `consumer_busy` while another reader has the lease. */
    async acknowledge(
      accountId: bigint,
      name: string,
      seq: bigint,
      lease: string | undefined,
    ): Promise<ConsumerRow> {
      const nowMs = clock.nowMs();
      const moved = await consumers.acknowledge({
        accountId,
        name,
        seq,
        lease: readLease(lease),
        nowMs,
        untilMs: nowMs + leaseMs,
      });
      if (moved && seq >= 0n) return moved;
      const found = await subscriptions.get(accountId, name);
      if (seq < 0n || seq > found.newestSeq)
        throw invalidRequest(`seq must be from 0 to ${found.newestSeq}, the newest there is`);
      throw busy(found);
    },
  };
}

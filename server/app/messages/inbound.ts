// Received texts: taken in whatever the account's quota or plan, each once.
import { normalizeSender } from '../../domain/address.ts';
import { readKeyword } from '../../domain/keyword.ts';
import { measureText } from '../../domain/text.ts';
import type { InboundText } from '../../store/messages/insert_inbound.ts';
import type { AtLock } from '../../store/postgres/locking.ts';
import type { Store } from '../../store/store.ts';
import { createBatcher } from '../batches/batcher.ts';
import { LockQueue } from '../batches/lock_queue.ts';
import { runInRounds } from '../batches/rounds.ts';
import { newestAdvances } from './newest_advances.ts';
import type { BatcherContext } from './updates.ts';

/** A text as a device or a carrier reports it. */
export interface ReceivedText {
  accountId: bigint;
  /** 0 for a carrier. */
  deviceId: bigint;
  /** The carrier that it came from; left out for a device. */
  carrier?: string;
  /** ISO 3166-1 alpha-2, for senders in national format. */
  country: string;
  inboundId: string;
  address: string;
  body: string;
  receivedAtMs: number;
}

/** How long a text is repeated while the database is away, in milliseconds; then the carrier repeats it. */
const repeatForMs = 8_000;
/** Nobody says what the sender used. */
const usualReferenceBits = 8;
/** A carrier's clock may be wrong: what it dates into the future, or further back than this, is dated now. */
const oldestMs = 31 * 24 * 3600_000;

/**
 * Takes in one text. Resolved = committed, now or before. With `skip` it waits for nothing: where the account is locked it is
 * refused as busy.
 */
export type Receive = (text: ReceivedText, atLock?: 'skip') => Promise<void>;

/** Opens the batchers of received texts. */
export function createReceiver({
  store,
  clock,
  publish,
  onBatch,
  onKeyword,
}: BatcherContext & {
  store: Pick<Store, 'insertInbound'>;
  /** Called when something is to follow from what was received: see follow_keywords.ts. */
  onKeyword?: () => void;
}): Receive {
  const write = async (texts: readonly InboundText[], atLock: AtLock): Promise<(true | 'locked')[]> => {
    const taken = await store.insertInbound(texts, clock.nowMs(), atLock);
    publish(
      newestAdvances(texts.map(({ accountId }, index) => ({ accountId, seq: taken[index]?.seq ?? null }))),
    );
    if (taken.some(({ hasSequel }) => hasSequel)) onKeyword?.();
    return taken.map(({ isLocked }) => (isLocked ? 'locked' : true));
  };

  const keyOf = (text: InboundText) => `${text.accountId}/${text.deviceId}/${text.inboundId}`;
  const ownerOf = ({ accountId }: InboundText) => String(accountId);
  const queue = new LockQueue<InboundText, true>({ clock, ownerOf, keyOf, write });
  const bounds = { maxBatch: 500, maxItems: 10_000, ...(onBatch && { onBatch }) };
  const take = createBatcher<InboundText, true>({
    ...bounds,
    run: (texts) => runInRounds(texts, keyOf, write, { clock, repeatForMs, queue }),
  });
  const takeFree = createBatcher<InboundText, true>({
    ...bounds,
    run: (texts) => runInRounds(texts, keyOf, (some) => write(some, 'skip'), { clock, repeatForMs: 0 }),
  });

  return async ({ country, carrier = null, ...text }, atLock) => {
    const nowMs = clock.nowMs();
    const sane = text.receivedAtMs <= nowMs && text.receivedAtMs > nowMs - oldestMs;
    // PostgreSQL stores no U+0000, and a received text is never refused.
    const body = text.body.replaceAll('\u0000', '\ufffd');
    const address = text.address.replaceAll('\u0000', '\ufffd');
    await (atLock === 'skip' ? takeFree : take)({
      ...text,
      carrier,
      address,
      body,
      addressNorm: normalizeSender(address, country),
      receivedAtMs: sane ? text.receivedAtMs : nowMs,
      ...readKeyword(body),
      ...measureText(body, usualReferenceBits),
    });
  };
}

// Received texts: taken in whatever the account's quota or plan, each once.
import { measureText } from '../../domain/messages/text.ts';
import { readInboundSender } from '../../domain/numbers/address.ts';
import { readKeyword } from '../../domain/opt_outs/keyword.ts';
import type { InboundText } from '../../store/messages/insert_inbound.ts';
import type { Store } from '../../store/store.ts';
import { createAccountWrites } from '../batches/account_writes.ts';
import { newestAdvances } from './newest_advances.ts';
import type { BatcherContext } from './updates.ts';

/** A text as a device or a carrier reports it. */
export interface ReceivedText {
  accountId: bigint;
  /** 0 for a carrier. */
  deviceId: bigint;
  /** The carrier that it came from; left out for a device. */
  carrier?: string;
  /** The account's number that it came to; left out for a device. */
  ownNumber?: string;
  /** The slot of the SIM that it came to; null or left out where that is not known. */
  sim?: number | null;
  /** ISO 3166-1 alpha-2, for senders in national format. */
  country: string;
  inboundId: string;
  address: string;
  body: string;
  receivedAtMs: number;
}

/** The sender's own width is not known. */
const usualReferenceBits = 8;
/** A carrier's clock may be wrong: a text that it dates into the future, or further back than this, is dated now. */
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
  /** Called when a received text has consequences: see follow_keywords.ts. */
  onKeyword?: () => void;
}): Receive {
  const take = createAccountWrites<InboundText, true>({
    clock,
    maxItems: 10_000,
    keyOf: ({ accountId, deviceId, inboundId }) => `${accountId}/${deviceId}/${inboundId}`,
    async write(texts, atLock) {
      const taken = await store.insertInbound(texts, clock.nowMs(), atLock);
      publish(
        newestAdvances(texts.map(({ accountId }, index) => ({ accountId, seq: taken[index]?.seq ?? null }))),
      );
      if (taken.some(({ hasSequel }) => hasSequel)) onKeyword?.();
      return taken.map(({ isLocked }) => (isLocked ? 'locked' : true));
    },
    onBatch,
  });

  return async ({ country, carrier = null, ownNumber = null, sim = null, ...text }, atLock) => {
    const nowMs = clock.nowMs();
    const sane = text.receivedAtMs <= nowMs && text.receivedAtMs > nowMs - oldestMs;
    // PostgreSQL stores no U+0000, and a received text is never refused.
    const body = text.body.replaceAll('\u0000', '\ufffd');
    const address = text.address.replaceAll('\u0000', '\ufffd');
    const { number: addressNorm, other: otherSender } = readInboundSender(address, country);
    const received = {
      ...text,
      carrier,
      ownNumber,
      sim,
      address,
      body,
      addressNorm,
      otherSender,
      receivedAtMs: sane ? text.receivedAtMs : nowMs,
      ...readKeyword(body),
      ...measureText(body, usualReferenceBits),
    };
    await take(received, atLock);
  };
}

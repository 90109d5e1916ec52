// Takes back texts that a device has not sent and will not: one batcher, and each text once.
import type { Lifetimes } from '../../domain/messages/message.ts';
import type { HandedBack } from '../../store/devices/hand_back.ts';
import { createAccountWrites } from '../batches/account_writes.ts';
import type { AppContext } from '../context.ts';
import type { BatcherContext } from './updates.ts';

/**
 * Takes one text back, so that it waits for a device again. Returns false for a report that came late or twice. Resolved =
 * committed.
 */
export type HandBack = (text: HandedBack) => Promise<boolean>;

export const createHandBack = ({
  store,
  clock,
  publish,
  onBatch,
  lifetimes,
}: BatcherContext & Pick<AppContext<'handBackTexts'>, 'store'> & { lifetimes: Lifetimes }): HandBack =>
  createAccountWrites<HandedBack, boolean>({
    clock,
    maxItems: 50_000,
    keyOf: ({ accountId, id }) => `${accountId}/${id}`,
    async write(texts, atLock) {
      const outcomes = await store.handBackTexts(texts, lifetimes.sendingGraceMs, atLock);
      const newest = new Map<bigint, bigint>();
      for (const [index, { accountId }] of texts.entries()) {
        const { isTaken, seq } = outcomes[index] ?? {};
        if (isTaken) newest.set(accountId, [newest.get(accountId) ?? 0n, seq ?? 0n].reduce(larger));
      }
      // What waits again changes nothing that readers see.
      publish([...newest].map(([accountId, seq]) => ({ accountId, seq, queued: true })));
      return outcomes.map(({ isTaken, isLocked }) => (isLocked ? 'locked' : isTaken));
    },
    onBatch,
  });

const larger = (a: bigint, b: bigint) => (a > b ? a : b);

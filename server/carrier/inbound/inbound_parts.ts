// Joins the parts of received texts, in whatever order and on whatever replica they come (3GPP TS 23.040 9.2.3.24.1). A
// text whose parts do not all come is delivered after a day, and says what is missing.
import { createHash } from 'node:crypto';
import type { Clock } from '../../../runtime/clock.ts';
import { type Answer, type Batcher, createBatcher } from '../../app/batches/batcher.ts';
import { runInRounds } from '../../app/batches/rounds.ts';
import { takeTurns } from '../../app/batches/turns.ts';
import type { Receive } from '../../app/messages/inbound.ts';
import { isBusy, unavailable } from '../../errors.ts';
import {
  type ArrivedPart,
  mostDueSets,
  type PartSet,
  type PartSetKey,
  type WaitingPart,
} from '../../store/carriers/carrier_parts.ts';
import type { Store } from '../../store/store.ts';

/** How long a part is repeated while the database is away, in milliseconds; then the carrier repeats it. */
const repeatForMs = 8_000;
/** Longest text, in UTF-16 units: about as long as a device's. The rest is cut off. */
export const maxBodyLength = 10_000;

/** Opens the batcher of parts. */
export function createPartJoiner(context: {
  store: Pick<Store, 'listDueSets' | 'markJoined' | 'readPartSets' | 'storeParts'>;
  clock: Clock;
  receive: Receive;
  onBatch?: (size: number) => void;
}) {
  const { store, clock, receive, onBatch } = context;

  const mark = createBatcher<JoinedSet, true>({
    maxBatch: 500,
    maxItems: 10_000,
    run: (joined) => runInRounds(joined, ({ set }) => keyOf(set), writeMarks, { clock, repeatForMs }),
  });
  const writeMarks = async (joined: readonly JoinedSet[]): Promise<true[]> => {
    await store.markJoined(joined);
    return joined.map(() => true);
  };

  /**
   * Delivers a text first and marks its parts afterwards. After a crash in between, the text is delivered again under
   * the same name.
   */
  const give = async (set: PartSet, atLock?: 'skip'): Promise<true> => {
    const parts = partsOf(set);
    const own = { ...set, parts };
    // Only parts that came again: they were repeats.
    const isRepeat = parts.length < set.total && parts.every((part) => part.isDoubtful);
    if (isRepeat) return mark({ set: own, name: null });
    const name = nameOf(own);
    await receive(textOf(own, name), atLock);
    return mark({ set: own, name });
  };

  /** No part waits for another part's text, whose account may be locked. */
  const write = async (parts: readonly ArrivedPart[]): Promise<Answer<true>[]> => {
    await store.storeParts(parts);
    // Read after the commit: of two replicas that store the last two parts at once, one sees both.
    const sets = await store.readPartSets(parts);
    return parts.map((part, index) => {
      const set = sets[index] as PartSet;
      // The waiting parts belong to an earlier text under the same reference, whose missing parts will not come.
      const isOther = isRival(part, set);
      if (!isOther && !isWhole(set)) return true;
      const given = isOther ? give(set).then(() => storePart(part)) : give(set);
      // While the rest of the batch is tried again, its failure has no listener.
      given.catch(() => {});
      return given;
    });
  };
  const storePart = createBatcher<ArrivedPart, true>({
    maxBatch: 500,
    maxItems: 10_000,
    ...(onBatch && { onBatch }),
    run: (parts) => runInRounds(parts, keyOf, write, { clock, repeatForMs }),
  });
  const take = inTurns(storePart);

  /** Delivers what is due for all accounts except some; texts of an account that another statement has locked wait. */
  const giveSome = async (without: readonly bigint[]) => {
    const keys = await store.listDueSets(without);
    const moved = new Map(keys.map(({ accountId }) => [accountId, 0]));
    const giveDue = async (set: PartSet) => {
      try {
        if (set.parts.length > 0) await give(set, 'skip');
        moved.set(set.accountId, (moved.get(set.accountId) ?? 0) + 1);
      } catch (error) {
        if (!isBusy(error)) throw error;
      }
    };
    if (keys.length > 0) await Promise.all((await store.readPartSets(keys)).map(giveDue));
    return { isFull: keys.length >= mostDueSets, moved };
  };

  return {
    /** Takes a part. Resolved = durable, and joined if it was the last one. */
    take,
    /** Delivers texts that waited long enough, and texts that a crash left complete. */
    giveDue: () => takeTurns(giveSome),
  };
}

/** The parts became a text of this name; null: they were a repeat. */
interface JoinedSet {
  set: PartSet;
  name: string | null;
}

/** Most parts of an account that wait for another part of their text. */
const maxBehind = 1_000;

/** Parts of one text one after the other, so that each sees what the one before has left; none overtakes one that failed. */
function inTurns(store: Batcher<ArrivedPart, true>): Batcher<ArrivedPart, true> {
  const last = new Map<string, Promise<true>>();
  const behind = new Map<bigint, number>();
  const count = (accountId: bigint, change: number) => {
    const left = (behind.get(accountId) ?? 0) + change;
    if (left > 0) behind.set(accountId, left);
    else behind.delete(accountId);
  };
  const wait = async (before: Promise<true>, part: ArrivedPart): Promise<true> => {
    count(part.accountId, 1);
    await before.finally(() => count(part.accountId, -1));
    return store(part);
  };
  return async (part) => {
    const key = keyOf(part);
    const before = last.get(key);
    if (before && (behind.get(part.accountId) ?? 0) >= maxBehind)
      throw unavailable('too many parts of this account wait; try again shortly');
    const taken = before ? wait(before, part) : store(part);
    last.set(key, taken);
    try {
      return await taken;
    } finally {
      if (last.get(key) === taken) last.delete(key);
    }
  };
}

const isOwn = (part: WaitingPart): boolean => !part.isRepeat;

/** Whether all parts of a text wait. */
const isWhole = ({ parts, total }: PartSet): boolean => parts.filter(isOwn).length === total;

/** The parts that make up a text: those that wait, and repeats where only they make it whole. */
const partsOf = ({ parts, total }: PartSet): WaitingPart[] =>
  parts.length === total && parts.some((part) => !part.isDoubtful) ? parts : parts.filter(isOwn);

/** Whether a part that arrived belongs to another text than the part that waits under its number. */
function isRival({ isRepeat, number, text, arrivedAtMs }: ArrivedPart, set: PartSet): boolean {
  const waiting = set.parts.find((part) => part.number === number && isOwn(part));
  if (waiting === undefined || waiting.text === text) return false;
  return !isRepeat || waiting.arrivedAtMs < arrivedAtMs;
}

const keyOf = ({ accountId, carrier, sender, recipient, reference, total }: PartSetKey) =>
  JSON.stringify([String(accountId), carrier, sender, recipient, reference, total]);

/** The same parts make the same name, on every replica and after every crash. */
function nameOf(set: PartSet): string {
  const parts = set.parts.map(({ number, text, arrivedAtMs }) => [number, text, arrivedAtMs]);
  const hash = createHash('sha256').update(JSON.stringify([keyOf(set), parts]));
  return `joined-${hash.digest('hex').slice(0, 40)}`;
}

/** The text that the parts make. */
const textOf = (set: PartSet, name: string): Parameters<Receive>[0] => ({
  accountId: set.accountId,
  deviceId: 0n,
  carrier: set.carrier,
  ownNumber: set.recipient,
  country: set.country,
  inboundId: `${set.carrier}/${name}`,
  address: set.sender,
  body: joinParts(set).slice(0, maxBodyLength).toWellFormed(),
  receivedAtMs: Math.min(...set.parts.map((part) => part.arrivedAtMs)),
});

/** The parts in their order, with a mark where some are missing. */
function joinParts({ parts, total }: Pick<PartSet, 'parts' | 'total'>): string {
  const texts = new Map(parts.map(({ number, text }) => [number, text]));
  let body = '';
  for (let number = 1; number <= total; number++) {
    const text = texts.get(number);
    if (text !== undefined) {
      body += text;
      continue;
    }
    const first = number;
    while (number < total && !texts.has(number + 1)) number++;
    const which = number > first ? `parts ${first} to ${number}` : `part ${first}`;
    body += `[${which} of ${total} missing]`;
  }
  return body;
}

// Joins the parts of received texts, in whatever order and on whatever replica they come (3GPP TS 23.040 9.2.3.24.1). A
// text whose parts do not all come is given after a day, and says what is missing.
import { createHash } from 'node:crypto';
import type { Clock } from '../../../runtime/clock.ts';
import { type Batcher, createBatcher } from '../../app/batches/batcher.ts';
import { runInRounds } from '../../app/batches/rounds.ts';
import type { Receive } from '../../app/messages/inbound.ts';
import type { ArrivedPart, PartSet, PartSetKey } from '../../store/carriers/carrier_parts.ts';
import type { Store } from '../../store/store.ts';

/** How long a part is repeated while the database is away, in milliseconds; then the carrier repeats it. */
const repeatForMs = 8_000;
/** Longest text, in UTF-16 units: about what a device may give. What is beyond is cut off. */
export const maxBodyLength = 10_000;

interface PartJoiner {
  /** Takes a part. Resolved = durable, and joined if it was the last one. */
  take: Batcher<ArrivedPart, true>;
  /** Gives what waited long enough, and what a crash left whole. */
  giveDue(): Promise<void>;
}

/** Opens the batcher of parts. */
export function createPartJoiner(context: {
  store: Pick<Store, 'listDueSets' | 'markJoined' | 'readPartSets' | 'storeParts'>;
  clock: Clock;
  receive: Receive;
  onBatch?: (size: number) => void;
}): PartJoiner {
  const { store, clock, receive, onBatch } = context;

  /** Gives texts first and marks their parts then: what a crash leaves unmarked is given again under the same name. */
  const give = async (sets: readonly PartSet[]): Promise<void> => {
    if (sets.length === 0) return;
    const joined = await Promise.all(
      sets.map(async (set) => {
        // One part that came again, and no other one: it was a repeat.
        const isRepeat = set.parts.length < set.total && set.parts.every((part) => part.isDoubtful);
        if (isRepeat) return { set, name: null };
        const name = nameOf(set);
        const { accountId, country, carrier } = set;
        await receive({
          accountId,
          deviceId: 0n,
          carrier,
          country,
          inboundId: `${carrier}/${name}`,
          address: set.sender,
          body: joinParts(set).slice(0, maxBodyLength).toWellFormed(),
          receivedAtMs: Math.min(...set.parts.map((part) => part.arrivedAtMs)),
        });
        return { set, name };
      }),
    );
    await store.markJoined(joined);
  };

  const write = async (parts: readonly ArrivedPart[]): Promise<true[]> => {
    await store.storeParts(parts);
    // Read after the commit: of two replicas that store the last two parts at once, one sees both.
    const sets = await store.readPartSets(parts);
    // Another text under the same reference: what waits is not of it, and its own missing parts will not come any more.
    const isRival = parts.map(({ isRepeat, number, text, arrivedAtMs }, index) => {
      const waiting = sets[index]?.parts.find((part) => part.number === number);
      if (waiting === undefined || waiting.text === text) return false;
      return !isRepeat || waiting.arrivedAtMs < arrivedAtMs;
    });
    await give(sets.filter((set, index) => isRival[index] || set.parts.length === set.total));
    const rivals = parts.filter((_, index) => isRival[index]);
    if (rivals.length > 0) await store.storeParts(rivals);
    return parts.map(() => true);
  };

  return {
    take: createBatcher<ArrivedPart, true>({
      maxBatch: 500,
      maxItems: 10_000,
      ...(onBatch && { onBatch }),
      // Parts of one text one after the other, so that each sees what the one before has left.
      run: (parts) => runInRounds(parts, keyOf, write, { clock, repeatForMs }),
    }),
    async giveDue() {
      const keys = await store.listDueSets();
      const sets = keys.length > 0 ? await store.readPartSets(keys) : [];
      await give(sets.filter((set) => set.parts.length > 0));
    },
  };
}

const keyOf = ({ accountId, carrier, sender, recipient, reference, total }: PartSetKey) =>
  JSON.stringify([String(accountId), carrier, sender, recipient, reference, total]);

/** The same parts make the same name, on every replica and after every crash. */
function nameOf(set: PartSet): string {
  const parts = set.parts.map(({ number, text, arrivedAtMs }) => [number, text, arrivedAtMs]);
  const hash = createHash('sha256').update(JSON.stringify([keyOf(set), parts]));
  return `joined-${hash.digest('hex').slice(0, 40)}`;
}

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

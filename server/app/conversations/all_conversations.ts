// All conversations of an account: those that wait for an answer, and then the others, each newest text first.
import type { Reader, UnreadThread } from '../../store/conversations/threads.ts';
import type { Store } from '../../store/store.ts';
import { fromNewest, pageOctets } from '../messages/feed.ts';
import { wrongCursor } from '../pages.ts';

/** Conversations of a page, and where the next one begins. */
export interface Page {
  threads: UnreadThread[];
  nextCursor: string | undefined;
}

/** Below the waiting conversations a page looks at this many times its size: where many wait, it may be short. */
const mostRounds = 5;

/** Stands before the id in a cursor while the page begins among those that wait for an answer. */
const waits = 'w';

/** A cursor of the newest first is an id; one of a search, an address. */
export function readId(cursor: string | undefined): bigint {
  if (cursor === undefined) return fromNewest;
  if (!/^\d{1,19}$/.test(cursor) || BigInt(cursor) > fromNewest) throw wrongCursor();
  return BigInt(cursor);
}

/**
 * All conversations. Those that wait for an answer come first, as far as they are found by the newest received texts:
 * sent texts push none of them down.
 */
export function createListAll(store: Pick<Store, 'findFloor' | 'listNeeding' | 'listUnreadThreads'>) {
  /** Those that do not wait, newest text first; `floor` is the oldest received text among which waiting ones stand above. */
  const listOthers = async (reader: Reader, before: bigint, most: number): Promise<Page> => {
    const floor = (await store.findFloor(reader.accountId, 'waiting', fromNewest)) ?? 0n;
    const isAbove = ({ isWaiting, lastMessage }: UnreadThread) => isWaiting && lastMessage.id >= floor;
    const found: UnreadThread[] = [];
    let from = before;
    for (let round = 0; round < mostRounds; round++) {
      const { threads, hasMore } = await store.listUnreadThreads(
        reader,
        from,
        most - found.length,
        pageOctets,
      );
      found.push(...threads.filter((thread) => !isAbove(thread)));
      if (!hasMore) return { threads: found, nextCursor: undefined };
      from = threads.at(-1)?.lastMessage.id ?? 0n;
      if (found.length >= most) break;
    }
    return { threads: found, nextCursor: String(from) };
  };

  return async (reader: Reader, cursor: string | undefined, most: number): Promise<Page> => {
    if (cursor !== undefined && !cursor.startsWith(waits)) return listOthers(reader, readId(cursor), most);
    const before = readId(cursor?.slice(waits.length));
    const floor = (await store.findFloor(reader.accountId, 'waiting', fromNewest)) ?? 0n;
    const { threads, nextBefore } = await store.listNeeding(reader, 'waiting', before, most);
    const waiting = threads.filter(({ lastMessage }) => lastMessage.id >= floor);
    if (nextBefore !== null && nextBefore > floor)
      return { threads: waiting, nextCursor: `${waits}${nextBefore}` };
    if (waiting.length >= most) return { threads: waiting, nextCursor: String(fromNewest) };
    const others = await listOthers(reader, fromNewest, most - waiting.length);
    return { threads: [...waiting, ...others.threads], nextCursor: others.nextCursor };
  };
}

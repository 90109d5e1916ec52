// Who is writing in which conversation. Each core has it in memory and sends it to the others by NOTIFY; no row is
// written. Whoever goes on writing says so again within seconds, which replaces anything that got lost. What is not
// said again has ended.
import { createHash } from 'node:crypto';
import { BoundedMap } from '../../../runtime/bounded_map.ts';
import type { Clock } from '../../../runtime/clock.ts';
import type { Reader } from '../../store/conversations/threads.ts';
import type { Store } from '../../store/store.ts';
import type { AdvanceHub } from '../messages/advances.ts';
import { threadNameOf } from '../outbound/outbound_text.ts';

/** How long somebody counts as writing after they said so, in milliseconds: browsers say it again in half that time. */
export const writingForMs = 8_000;
/** Most conversations with writers, over all accounts, that a core remembers; further ones replace the oldest. */
export const mostConversations = 10_000;
/** Most writers in one conversation. */
export const mostWriters = 10;

export type Writers = ReturnType<typeof createWriters>;

interface WritersOptions {
  store: Pick<Store, 'listCountries'>;
  clock: Clock;
  hub: Pick<AdvanceHub, 'say' | 'onWord'>;
}

/** A conversation's name, without its number: the database may log what it is asked to notify. */
const nameOf = (accountId: bigint, address: string) =>
  createHash('sha256').update(`${accountId} ${address}`).digest('base64url').slice(0, 16);

const form = /^w\.([\w-]{16})\.(\d{1,19})\.([01])$/;

export function createWriters({ store, clock, hub }: WritersOptions) {
  /** Until when each person counts as writing, by conversation; the latest one last. */
  const conversations = new BoundedMap<string, BoundedMap<bigint, number>>(mostConversations);

  const isOver = (writers: Iterable<[bigint, number]>) =>
    [...writers].every(([, untilMs]) => untilMs <= clock.nowMs());

  const forget = () => {
    for (const [name, writers] of conversations) {
      if (!isOver(writers)) return;
      conversations.delete(name);
    }
  };

  const hear = (name: string, userId: bigint, isWriting: boolean) => {
    const writers = conversations.get(name) ?? new BoundedMap<bigint, number>(mostWriters);
    if (isWriting) writers.set(userId, clock.nowMs() + writingForMs);
    else writers.delete(userId);
    if (writers.size > 0) conversations.set(name, writers);
    else conversations.delete(name);
    forget();
  };

  hub.onWord((word) => {
    const [, name, userId, flag] = form.exec(word) ?? [];
    if (name !== undefined && userId !== undefined) hear(name, BigInt(userId), flag === '1');
  });

  const find = async (accountId: bigint, address: string) =>
    nameOf(accountId, await threadNameOf(address, accountId, store));

  return {
    /** Notes that somebody writes, for the next seconds, or writes no more. */
    async note({ accountId, userId }: Reader, address: string, isWriting: boolean): Promise<void> {
      const name = await find(accountId, address);
      hear(name, userId, isWriting);
      hub.say(`${name} ${userId}`, `w.${name}.${userId}.${isWriting ? 1 : 0}`);
    },

    /** The other writers; whoever began last comes first. */
    async list({ accountId, userId }: Reader, address: string): Promise<bigint[]> {
      const writers = conversations.get(await find(accountId, address)) ?? [];
      const nowMs = clock.nowMs();
      return [...writers].flatMap(([id, untilMs]) => (id !== userId && untilMs > nowMs ? id : [])).reverse();
    },
  };
}

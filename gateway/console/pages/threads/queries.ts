// Threads, as they are asked for.
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { ask } from '../../api/ask.ts';

/** Digits of a number that a search needs at least. */
export const leastDigits = 3;

/** Threads, newest first; of numbers that begin with `search` when it has digits enough. */
export const threadsQuery = (account: number, search = '') =>
  infiniteQueryOptions({
    queryKey: ['account', account, 'threads', search],
    queryFn: ({ pageParam, signal }) =>
      ask('GET /threads/unread', { account, signal, query: { limit: 50, cursor: pageParam, search } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    select: ({ pages }) => pages.flatMap(({ threads }) => threads),
  });

/** One thread, newest text first. */
export const threadQuery = (account: number, address: string) =>
  infiniteQueryOptions({
    queryKey: ['account', account, 'thread', address],
    queryFn: ({ pageParam, signal }) =>
      ask('GET /threads/{address}/messages', {
        account,
        signal,
        path: { address },
        query: { limit: 50, before: pageParam },
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next_before }) => next_before,
    select: ({ pages }) => pages.flatMap(({ messages }) => messages),
  });

/** How many threads of the first page have unread texts. */
export function useUnread(account: number, isEntered: boolean): number {
  const { data = 0 } = useInfiniteQuery({
    ...threadsQuery(account),
    enabled: isEntered,
    select: ({ pages }) => pages[0]?.threads.filter(({ unread }) => unread > 0).length ?? 0,
  });
  return data;
}

// Threads, as they are asked for.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { ask } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import type { Schemas } from '../../api/types.ts';

/** Digits of a number that a search needs at least. */
export const leastDigits = 3;

/** Which threads are listed. */
export type Filter = 'all' | 'unread' | 'waiting' | 'failed';

/** Threads by a filter; of numbers that begin with `search`, whatever the filter, when it has digits enough. */
export const threadsQuery = (account: number, search = '', filter: Filter = 'all') =>
  infiniteQueryOptions({
    queryKey: ['account', account, 'threads', 'list', search || filter],
    queryFn: ({ pageParam, signal }) =>
      ask('GET /threads/unread', {
        account,
        signal,
        query: { limit: 50, cursor: pageParam, ...(search === '' ? { filter } : { search }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    select: ({ pages }) => pages.flatMap(({ threads }) => threads),
  });

/** How many threads need somebody. */
export const countsQuery = (account: number) =>
  queryOptions({
    queryKey: ['account', account, 'threads', 'counts'],
    queryFn: ({ signal }) => ask('GET /threads/counts', { account, signal }),
  });

/** What colleagues decide and note is seen after this time, in milliseconds, where no text brings it sooner. */
const stateRestMs = 15_000;

/** What was decided about a thread. */
export const stateQuery = (account: number, address: string) =>
  queryOptions({
    queryKey: ['account', account, 'threads', 'state', address],
    queryFn: ({ signal }) => ask('GET /threads/{address}/state', { account, signal, path: { address } }),
    refetchInterval: stateRestMs,
  });

/** How soon it is seen that a colleague writes, or writes no more, in milliseconds. */
const writersRestMs = 3_000;

/** Who else writes in a thread. */
export const writersQuery = (account: number, address: string) =>
  queryOptions({
    queryKey: ['account', account, 'writers', address],
    queryFn: ({ signal }) => ask('GET /threads/{address}/writers', { account, signal, path: { address } }),
    refetchInterval: writersRestMs,
    // Who wrote when the reader was here before says nothing of now.
    gcTime: 0,
  });

/** The members of an account. */
export const membersQuery = (account: number) =>
  queryOptions({
    ...queryOf('GET /members', { account }),
    staleTime: 60_000,
    select: ({ members }: { members: Schemas['Member'][] }) => members,
  });

/** How the reader likes the inbox. */
export const inboxSettingsQuery = queryOptions({ ...queryOf('GET /console/me/inbox'), staleTime: 60_000 });

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

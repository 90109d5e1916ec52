// What the conversations are made of.
import { infiniteQueryOptions } from '@tanstack/react-query';
import { base } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import type { ThreadMessages, ThreadPage } from '../../api/types.ts';

/** Digits of a number that a search needs at least. */
export const leastDigits = 3;

/** Conversations, newest first; of numbers that begin with `search` when it has digits enough. */
export const threadsQuery = (account: number, search = '') =>
  infiniteQueryOptions({
    queryKey: ['account', account, 'threads', search],
    queryFn: ({ pageParam, signal }) =>
      ask<ThreadPage>(`${base}/threads/unread`, {
        account,
        signal,
        query: { limit: 50, cursor: pageParam, search },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });

/** One conversation, newest text first. */
export const threadQuery = (account: number, address: string) =>
  infiniteQueryOptions({
    queryKey: ['account', account, 'thread', address],
    queryFn: ({ pageParam, signal }) =>
      ask<ThreadMessages>(`/api/v1/threads/${encodeURIComponent(address)}/messages`, {
        account,
        signal,
        query: { limit: 50, before: pageParam },
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next_before }) => next_before,
  });

// Numbers of all accounts, as the interface answers them.

import { infiniteQueryOptions } from '@tanstack/react-query';
import { base } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import type { Schemas } from '../../api/types.ts';

type NumberPage = Schemas['Numbers'];
export const numbersKey = ['operator', 'numbers'];

/** `account` is an account's id, or empty for all. */
export const numbersQuery = (account: string) =>
  infiniteQueryOptions({
    queryKey: [...numbersKey, account],
    queryFn: ({ pageParam, signal }) =>
      ask<NumberPage>(`${base}/operator/numbers`, {
        signal,
        query: { account, limit: 100, cursor: pageParam },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });

// What the account's opt-outs are asked for with.

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { ask, Refused } from '../../api/ask.ts';
import type { OptOutPage, Schemas } from '../../api/types.ts';

export const optOutsPath = '/api/v1/opt-outs';

/** Everything that is kept of an account's opt-outs. */
export const optOutsKey = (account: number) => ['account', account, 'opt-outs'];

/** A page after another; of one recipient when an address is looked for. What is no number is found nowhere. */
export const optOutsQuery = (account: number, address = '') =>
  infiniteQueryOptions({
    queryKey: [...optOutsKey(account), 'list', address],
    queryFn: async ({ pageParam, signal }): Promise<OptOutPage> => {
      const query = { limit: 50, cursor: pageParam, address };
      try {
        return await ask<OptOutPage>(optOutsPath, { account, signal, query });
      } catch (error) {
        if (address !== '' && error instanceof Refused && error.code === 'invalid_address')
          return { opt_outs: [], next_cursor: null };
        throw error;
      }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });

export type OptOutSettings = Schemas['OptOutSettings'];
export const settingsQuery = (account: number) =>
  queryOptions({
    queryKey: [...optOutsKey(account), 'settings'],
    queryFn: ({ signal }) => ask<OptOutSettings>(`${optOutsPath}/settings`, { account, signal }),
  });

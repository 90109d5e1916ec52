// The account's opt-outs, as they are asked for.
import { infiniteQueryOptions } from '@tanstack/react-query';
import { type Answer, ask, hasCode } from '../../api/ask.ts';
import { keyOf } from '../../api/queries.ts';

/** Everything that is kept of an account's opt-outs. */
export const optOutsKey = (account: number) => keyOf('/opt-outs', account);

/** A page after another; of one recipient when an address is looked for. What is no number is found nowhere. */
export const optOutsQuery = (account: number, address = '') =>
  infiniteQueryOptions({
    queryKey: [...optOutsKey(account), 'list', address],
    queryFn: async ({ pageParam, signal }): Promise<Answer<'GET /opt-outs'>> => {
      try {
        return await ask('GET /opt-outs', {
          account,
          signal,
          query: { limit: 50, cursor: pageParam, address },
        });
      } catch (error) {
        if (address !== '' && hasCode(error, 'invalid_address')) return { opt_outs: [], next_cursor: null };
        throw error;
      }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    select: ({ pages }) => pages.flatMap((page) => page.opt_outs),
  });

// The log of texts, as it is asked for.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { ask } from '../../api/ask.ts';

export const filterFields = ['direction', 'status', 'route', 'address', 'from', 'to', 'key_id'] as const;
/** The part of the log that is shown, as it stands in the address; a field that is left out is not looked at. */
export type Filters = { [Field in (typeof filterFields)[number]]?: string };

export const textsQuery = (account: number, filters: Filters) =>
  infiniteQueryOptions({
    queryKey: ['account', account, 'texts', filters],
    queryFn: ({ pageParam, signal }) =>
      ask('GET /messages/log', {
        account,
        signal,
        query: { limit: 50, before: pageParam, ...filters, key_id: Number(filters.key_id) || undefined },
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next_before }) => next_before,
    select: ({ pages }) => pages.flatMap(({ messages }) => messages),
  });

export const textQuery = (account: number, id: string) =>
  queryOptions({
    queryKey: ['account', account, 'text', id],
    queryFn: ({ signal }) => ask('GET /messages/{id}/detail', { account, signal, path: { id } }),
  });

/** Asked again while the text can still change. */
export const timelineQuery = (account: number, id: string) =>
  queryOptions({
    queryKey: ['account', account, 'text', id, 'events'],
    queryFn: ({ signal }) => ask('GET /messages/{id}/events', { account, signal, path: { id } }),
  });

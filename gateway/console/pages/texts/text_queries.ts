// The log of texts, as the interface answers it.

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { base } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import type { Schemas } from '../../api/types.ts';

/** A text with what only its own account's people see. */
export type LoggedText = Schemas['LoggedText'];
export type TextDetail = Schemas['TextDetail'];
/** One step of a text; what does not apply is null. */
export type TextEvent = Schemas['MessageEvent'];
/** What happened to a text, and what it waits for. */
type Timeline = Schemas['Timeline'];
type TextPage = Schemas['TextLog'];
/** What of the log is shown; a field that is left out is not looked at. Stands in the address as it is. */
export interface Filters {
  direction?: string;
  status?: string;
  route?: string;
  address?: string;
  from?: string;
  to?: string;
}

export const textsQuery = (account: number, filters: Filters) =>
  infiniteQueryOptions({
    queryKey: ['account', account, 'texts', filters],
    queryFn: ({ pageParam, signal }) =>
      ask<TextPage>(`${base}/messages/log`, {
        account,
        signal,
        query: { limit: 50, before: pageParam, ...filters },
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next_before }) => next_before,
  });

export const textQuery = (account: number, id: string) =>
  queryOptions({
    queryKey: ['account', account, 'text', id],
    queryFn: ({ signal }) =>
      ask<{ message: TextDetail }>(`${base}/messages/${encodeURIComponent(id)}/detail`, { account, signal }),
  });

/** Asked again while the text can still change. */
export const timelineQuery = (account: number, id: string) =>
  queryOptions({
    queryKey: ['account', account, 'text', id, 'events'],
    queryFn: ({ signal }) =>
      ask<Timeline>(`/api/v1/messages/${encodeURIComponent(id)}/events`, { account, signal }),
  });

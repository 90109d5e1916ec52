// The search over everything of an account, as it is asked for.
import { infiniteQueryOptions } from '@tanstack/react-query';
import { ask } from '../../api/ask.ts';

/** Characters that a word of a search needs at least. */
export const leastCharacters = 2;

/** People, conversations and texts that `q` finds; nothing is asked for while it has no word that is long enough. */
export const searchQuery = (account: number, q: string) =>
  infiniteQueryOptions({
    queryKey: ['account', account, 'search', q],
    queryFn: ({ pageParam, signal }) =>
      ask('GET /search', { account, signal, query: { q, before: pageParam } }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next_before }) => next_before,
    enabled: q.split(/\s+/).some((word) => word.length >= leastCharacters),
    select: ({ pages }) => ({
      contacts: pages[0]?.contacts ?? [],
      threads: [
        ...new Map(
          pages.flatMap(({ threads }) => threads).map((thread) => [thread.address_norm, thread]),
        ).values(),
      ],
      messages: pages.flatMap(({ messages }) => messages),
    }),
  });

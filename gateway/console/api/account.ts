// Who is signed in, and the account that is open.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ask } from './ask.ts';
import type { EnteredAccount, Me, Overview, Role, Start } from './types.ts';

export const base = '/api/v1';

export const startQuery = queryOptions({
  queryKey: ['start'],
  queryFn: ({ signal }) => ask<Start>(`${base}/console/start`, { signal }),
});

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => ask<Me>(`${base}/console/me`, { signal }),
  staleTime: 60_000,
});

/** Lets the session act for an account. Repeatable: the core remembers that it did. */
export const enterQuery = (account: number) =>
  queryOptions({
    queryKey: ['enter', account],
    queryFn: () =>
      ask<{ account: EnteredAccount }>(`${base}/console/accounts/${account}/enter`, {
        method: 'POST',
        body: {},
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

export const overviewQuery = (account: number) =>
  queryOptions({
    queryKey: ['account', account, 'overview'],
    queryFn: ({ signal }) => ask<Overview>(`${base}/overview`, { account, signal }),
  });

/** The id of the account whose pages are shown. */
export function useAccountId(): number {
  const { accountId } = useParams({ strict: false }) as { accountId?: string };
  return Number(accountId);
}

const ranks: Record<Role, number> = { member: 0, admin: 1, owner: 2 };

/** What the reader may do in the open account. */
export function useRole(): { role: Role; isAdmin: boolean; isOwner: boolean } {
  const { data } = useQuery(enterQuery(useAccountId()));
  const role = data?.account.role ?? 'member';
  return { role, isAdmin: ranks[role] >= ranks.admin, isOwner: role === 'owner' };
}

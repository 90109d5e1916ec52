// The person who is signed in, and the account that is open.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ask } from './ask.ts';
import { allOf, queryOf } from './queries.ts';
import type { Role, Schemas } from './types.ts';

export const startQuery = queryOf('GET /console/start');

export const meQuery = queryOptions({ ...queryOf('GET /console/me'), staleTime: 60_000 });

/** Above every seq: the answer says which is the newest. */
const aboveAll = Number.MAX_SAFE_INTEGER;

/**
 * Lets the session act for an account. Repeatable: the core remembers that it did. The newest seq is read before any page
 * of the account, so that what changes after a page was read is above it.
 */
export const accountQuery = (id: number) =>
  queryOptions({
    queryKey: ['enter', id],
    queryFn: async () => {
      const entered = await ask('POST /console/accounts/{account_id}/switch', { path: { account_id: id } });
      const { newest_seq, next_since } = await ask('GET /messages', {
        account: id,
        query: { since: aboveAll, limit: 1 },
      });
      return { ...entered, since: newest_seq ?? next_since };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

export const overviewQuery = (account: number) => queryOf('GET /overview', { account });

export const quietHoursQuery = (account: number) => queryOf('GET /quiet-hours', { account });

export const tiersQuery = queryOf('GET /tiers');

/** The devices that are paired. */
export const devicesQuery = (account: number) =>
  queryOptions({
    ...allOf('GET /devices', 'devices', { account }),
    select: (devices: Schemas['Device'][]) => devices.filter(({ unpaired_at }) => !unpaired_at),
  });

/** The id of the account whose pages are shown. */
export function useAccountId(): number {
  const { accountId } = useParams({ strict: false }) as { accountId?: string };
  return Number(accountId);
}

const ranks: Record<Role, number> = { viewer: 0, member: 1, admin: 2, owner: 3 };

/** What the reader may do in the open account. */
export function useRole(): { role: Role; canSend: boolean; isAdmin: boolean; isOwner: boolean } {
  const { data } = useQuery(accountQuery(useAccountId()));
  const role = data?.account.role ?? 'viewer';
  const reaches = (needed: Role) => ranks[role] >= ranks[needed];
  return { role, canSend: reaches('member'), isAdmin: reaches('admin'), isOwner: role === 'owner' };
}

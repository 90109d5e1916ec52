// Conversations that have the typed digits somewhere in their number, where no number begins with them.
import { useInfiniteQuery } from '@tanstack/react-query';
import { AccountLink } from '../../ui/link.tsx';
import { Empty, Pending } from '../../ui/state.tsx';
import { Who } from '../../ui/who.tsx';
import { shell } from '../../words/en/shell.ts';
import { threads as say } from '../../words/en/threads.ts';
import { searchQuery } from '../search/search_query.ts';

/** Asked for only then: a beginning is found by an index, a part by looking at the newest texts. */
export function FoundByPart({ account, digits }: { account: number; digits: string }) {
  const query = useInfiniteQuery(searchQuery(account, digits));
  const { data, hasNextPage } = query;
  if (!data) return <Pending of={query} />;
  if (data.threads.length === 0)
    return <Empty title={say.noneFound}>{hasNextPage ? say.noneFoundNewest : say.noneFoundHelp}</Empty>;
  return (
    <ul className="thread-rows" aria-label={shell.threads}>
      {data.threads.map(({ address_norm }) => (
        <li key={address_norm}>
          <AccountLink to={`/threads/${encodeURIComponent(address_norm)}`} className="thread">
            <span className="thread-who">
              <Who address={address_norm} />
            </span>
          </AccountLink>
        </li>
      ))}
    </ul>
  );
}

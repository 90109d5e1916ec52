// Contacts above the threads, while somebody searches by a name.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { contactsQuery } from '../../api/contacts.ts';
import { AccountLink } from '../../ui/link.tsx';
import { often } from '../../words/en/often.ts';
import { threads as say } from '../../words/en/threads.ts';

/** People that a search shows above the threads. */
const mostPeople = 8;

/** People who have such a name; where the threads are of numbers that begin so, they are found by name alone. */
export function FoundPeople({ account, q }: { account: number; q: string }) {
  const { data = [] } = useInfiniteQuery({
    ...contactsQuery(account, q, ''),
    placeholderData: keepPreviousData,
    enabled: q !== '',
  });
  if (q === '') return null;
  return (
    <>
      {data.length > 0 && (
        <ul className="thread-rows" aria-label={often.contacts}>
          {data.slice(0, mostPeople).map(({ id, name, address }) => (
            <li key={id}>
              <AccountLink to={`/threads/${encodeURIComponent(address)}`} className="thread">
                <span className="thread-who">{name}</span>
                <span className="thread-last number">{address}</span>
              </AccountLink>
            </li>
          ))}
        </ul>
      )}
      <p className="quiet thread-further">
        <AccountLink to="/search" search={{ q }}>
          {say.searchAllTexts}
        </AccountLink>
      </p>
    </>
  );
}

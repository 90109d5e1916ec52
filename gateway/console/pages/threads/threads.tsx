// Threads, and the one that is open beside them.
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Outlet, useMatchRoute, useParams } from '@tanstack/react-router';
import { useState, useSyncExternalStore } from 'react';
import { useAccountId } from '../../api/account.ts';
import { contactsQuery } from '../../api/contacts.ts';
import type { Schemas } from '../../api/types.ts';
import { Icon } from '../../ui/icons.tsx';
import { Instant } from '../../ui/instant.tsx';
import { AccountLink, LinkButton } from '../../ui/link.tsx';
import { useTitle } from '../../ui/page.tsx';
import { ShowMore } from '../../ui/resources.tsx';
import { SearchInput } from '../../ui/search_input.tsx';
import { Empty, Pending } from '../../ui/state.tsx';
import { wordsOfStatus } from '../../ui/text_status.tsx';
import { Who } from '../../ui/who.tsx';
import { outgoingWords } from './bubbles.tsx';
import { outgoingOf, subscribe } from './outbox.ts';
import { leastDigits, threadsQuery } from './queries.ts';

/** People that a search shows above the threads. */
const mostPeople = 8;

function Row({ thread, isOpen }: { thread: Schemas['UnreadThread']; isOpen: boolean }) {
  const { address_norm, last_message: last, unread, updated_at } = thread;
  const isUnread = unread > 0 && !isOpen;
  return (
    <li>
      <AccountLink
        to={`/threads/${encodeURIComponent(address_norm)}`}
        className={isUnread ? 'thread thread-unread' : 'thread'}
      >
        <span className="thread-who">
          <Who address={address_norm} />
        </span>
        <Instant at={updated_at} />
        <span className="thread-last">
          {last.direction === 'out' && <span className="quiet">{wordsOfStatus(last)}: </span>}
          {last.body}
        </span>
        {isUnread && (
          <span className="nav-count">
            {unread}
            <span className="hidden"> unread</span>
          </span>
        )}
      </AccountLink>
    </li>
  );
}

/** Texts that the service does not have yet, above all threads. */
function NotSent({ account }: { account: number }) {
  const outgoing = useSyncExternalStore(subscribe, () => outgoingOf(account));
  const texts = outgoing.filter(({ state }) => state !== 'sending');
  if (texts.length === 0) return null;
  return (
    <ul className="thread-rows" aria-label="Not sent yet">
      {texts.map(({ ref, address, body, state, isNew }) => (
        <li key={ref}>
          <AccountLink
            to={isNew ? '/write' : `/threads/${encodeURIComponent(address)}`}
            className="thread thread-unread"
          >
            <span className="thread-who">
              <Who address={address} />
            </span>
            <span className={state === 'refused' ? 'status status-bad' : 'status status-warn'}>
              {outgoingWords[state]}
            </span>
            <span className="thread-last">{body}</span>
          </AccountLink>
        </li>
      ))}
    </ul>
  );
}

/** People who have such a name; where the threads are of numbers that begin so, they are found by name alone. */
function FoundPeople({ account, q }: { account: number; q: string }) {
  const { data = [] } = useInfiniteQuery({
    ...contactsQuery(account, q, ''),
    placeholderData: keepPreviousData,
    enabled: q !== '',
  });
  if (q === '') return null;
  return (
    <>
      {data.length > 0 && (
        <ul className="thread-rows" aria-label="Contacts">
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
          Search in all texts
        </AccountLink>
      </p>
    </>
  );
}

/** The list with its search. */
function ThreadList({ account, open }: { account: number; open: string | undefined }) {
  const [typed, setTyped] = useState('');
  const [settled] = useDebouncedValue(typed.trim(), 250);
  const digits = /^[\d\s()+./-]*$/.test(settled) ? settled.replace(/[^\d+]/g, '') : '';
  const search = digits.replace('+', '').length >= leastDigits ? digits : '';
  const isOfPeople = settled !== '' && search === '';
  const query = useInfiniteQuery({ ...threadsQuery(account, search), placeholderData: keepPreviousData });
  const threads = isOfPeople ? [] : (query.data ?? []);
  return (
    <>
      <SearchInput label="Search by name or number" maxLength={100} value={typed} onChange={setTyped} />
      <NotSent account={account} />
      <FoundPeople account={account} q={settled} />
      <Pending of={query} />
      {query.data && threads.length === 0 && !isOfPeople && (
        <Empty title={search === '' ? 'No threads yet' : 'No thread with this number'}>
          {search === ''
            ? 'Write a text, and the thread with that number begins here.'
            : 'No thread is with a number that begins like this.'}
        </Empty>
      )}
      <ul className="thread-rows">
        {threads.map((thread) => (
          <Row key={thread.address_norm} thread={thread} isOpen={thread.address_norm === open} />
        ))}
      </ul>
      {!isOfPeople && <ShowMore query={query} />}
    </>
  );
}

export function ThreadsPage() {
  const account = useAccountId();
  const { address } = useParams({ strict: false }) as { address?: string };
  const isWriting = useMatchRoute()({ to: '/accounts/$accountId/write' as '/' }) !== false;
  const isOpen = address !== undefined || isWriting;
  const Heading = isOpen ? 'h2' : 'h1';
  return (
    <div className={isOpen ? 'threads threads-open' : 'threads'}>
      <section className="thread-list" aria-labelledby="threads-title">
        <div className="thread-head">
          <Heading id="threads-title">Threads</Heading>
          <LinkButton size="compact-md" leftSection={<Icon name="plus" size={16} />} to="/write">
            New text
          </LinkButton>
        </div>
        <ThreadList account={account} open={address} />
      </section>
      <div className="thread-open">
        <Outlet />
      </div>
    </div>
  );
}

/** Beside the list while no thread is open. */
export function NoThread() {
  useTitle('Threads');
  return (
    <div className="empty thread-none">
      <h2>Choose a thread</h2>
      <p>It shows the texts with one number, and new ones appear by themselves.</p>
    </div>
  );
}

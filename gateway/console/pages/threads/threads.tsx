// Threads, and the one that is open beside them.
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Outlet, useMatchRoute, useParams } from '@tanstack/react-router';
import { useState, useSyncExternalStore } from 'react';
import { asciiNumber, digitsOf, isNumberShape } from '../../../../runtime/texts/number_shape.ts';
import { useAccountId } from '../../api/account.ts';
import type { Schemas } from '../../api/types.ts';
import { Icon } from '../../ui/icons.tsx';
import { Instant } from '../../ui/instant.tsx';
import { AccountLink, LinkButton } from '../../ui/link.tsx';
import { OnlyMembers } from '../../ui/only_members.tsx';
import { useTitle } from '../../ui/page.tsx';
import { ShowMore } from '../../ui/resources.tsx';
import { SearchInput } from '../../ui/search_input.tsx';
import { Empty, Pending } from '../../ui/state.tsx';
import { wordsOfStatus } from '../../ui/text_status.tsx';
import { Who } from '../../ui/who.tsx';
import { often } from '../../words/en/often.ts';
import { shell } from '../../words/en/shell.ts';
import { threads as say } from '../../words/en/threads.ts';
import { FoundByPart } from './found_by_part.tsx';
import { FoundPeople } from './found_people.tsx';
import { outgoingOf, subscribe } from './outbox.ts';
import { countsQuery, type Filter, leastDigits, membersQuery, threadsQuery } from './queries.ts';

interface RowProps {
  thread: Schemas['UnreadThread'];
  isOpen: boolean;
  /** The name of who looks after it; undefined for nobody. */
  assignee: string | undefined;
}

function Row({ thread, isOpen, assignee }: RowProps) {
  const { address_norm, last_message: last, unread, updated_at, is_done, is_waiting } = thread;
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
            <span className="hidden"> {say.unreadOnes}</span>
          </span>
        )}
        {(assignee !== undefined || is_done || is_waiting) && (
          <span className="thread-state">
            {[is_done && often.done, is_waiting && say.isWaiting, assignee].filter(Boolean).join(' · ')}
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
    <ul className="thread-rows" aria-label={say.notSentYet}>
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
              {say.outgoing[state]}
            </span>
            <span className="thread-last">{body}</span>
          </AccountLink>
        </li>
      ))}
    </ul>
  );
}

const filters = ['all', 'unread', 'waiting', 'failed'] as const;

/** What an empty list says. */
const noneWords = (): Record<Filter, readonly [title: string, text: string]> => ({
  all: [say.empty.all, say.empty.allHelp],
  unread: [say.empty.unread, say.empty.unreadHelp],
  waiting: [say.empty.waiting, say.empty.waitingHelp],
  failed: [say.empty.failed, say.empty.failedHelp],
});

interface NoneListedProps {
  account: number;
  search: string;
  filter: Filter;
}

/** What an empty list says; where no number begins as typed, those that have it further on. */
const NoneListed = ({ account, search, filter }: NoneListedProps) =>
  search === '' ? (
    <Empty title={noneWords()[filter][0]}>{noneWords()[filter][1]}</Empty>
  ) : (
    <FoundByPart account={account} digits={search} />
  );

interface FilterBarProps {
  account: number;
  value: Filter;
  change: (filter: Filter) => void;
}

const FilterBar = ({ account, value, change }: FilterBarProps) => {
  const { data } = useQuery(countsQuery(account));
  const counts: Partial<Record<Filter, number>> = data ?? {};
  return (
    <fieldset className="thread-filters">
      <legend className="hidden">{say.which}</legend>
      {filters.map((filter) => {
        const count = counts[filter] ?? 0;
        return (
          <button type="button" key={filter} aria-pressed={filter === value} onClick={() => change(filter)}>
            {say.filters[filter]}
            {count > 0 && <span className="number"> {count > 999 ? '999+' : count}</span>}
          </button>
        );
      })}
    </fieldset>
  );
};

/** The list with its search. */
function ThreadList({ account, open }: { account: number; open: string | undefined }) {
  const [typed, setTyped] = useState('');
  const [filter, setFilter] = useState<Filter>('all');
  const [settled] = useDebouncedValue(typed.trim(), 250);
  const plain = asciiNumber(settled);
  const digits = isNumberShape(plain) ? digitsOf(plain) : '';
  const search = digits.replace('+', '').length >= leastDigits ? digits : '';
  const isOfPeople = settled !== '' && search === '';
  const query = useInfiniteQuery({
    ...threadsQuery(account, search, filter),
    placeholderData: keepPreviousData,
  });
  const threads = isOfPeople ? [] : (query.data ?? []);
  const { data: people = [] } = useQuery(membersQuery(account));
  return (
    <>
      <SearchInput label={say.search} data-shortcut="/" maxLength={100} value={typed} onChange={setTyped} />
      {settled === '' && <FilterBar account={account} value={filter} change={setFilter} />}
      <NotSent account={account} />
      <FoundPeople account={account} q={settled} />
      <Pending of={query} />
      {query.data && threads.length === 0 && !isOfPeople && !query.hasNextPage && (
        <NoneListed account={account} search={search} filter={filter} />
      )}
      <ul className="thread-rows">
        {threads.map((thread) => (
          <Row
            key={thread.address_norm}
            thread={thread}
            isOpen={thread.address_norm === open}
            assignee={people.find(({ id }) => id === thread.assignee_id)?.name}
          />
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
          <Heading id="threads-title">{shell.threads}</Heading>
          <OnlyMembers isSaid>
            <LinkButton size="compact-md" leftSection={<Icon name="plus" size={16} />} to="/write">
              {say.newText}
            </LinkButton>
          </OnlyMembers>
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
  useTitle(shell.threads);
  return (
    <div className="empty thread-none">
      <h2>{say.choose}</h2>
      <p>{say.chooseHelp}</p>
    </div>
  );
}

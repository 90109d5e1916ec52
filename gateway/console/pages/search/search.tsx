// One search for people, conversations and texts.
import { Button, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import { useAccountId } from '../../api/account.ts';
import type { Answer } from '../../api/ask.ts';
import { Instant } from '../../ui/instant.tsx';
import { AccountLink, ThreadLink } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SearchInput } from '../../ui/search_input.tsx';
import { Empty, Pending } from '../../ui/state.tsx';
import { often } from '../../words/en/often.ts';
import { search as say } from '../../words/en/search.ts';
import { shell } from '../../words/en/shell.ts';
import { Say } from '../../words/say.tsx';
import { leastCharacters, searchQuery } from './search_query.ts';

type Found = Answer<'GET /search'>;

const People = ({ contacts }: Pick<Found, 'contacts'>) => (
  <Panel title={often.contacts}>
    <ul className="plain-list">
      {contacts.map(({ id, name, address }) => (
        <li key={id}>
          <AccountLink to={`/threads/${encodeURIComponent(address)}`}>{name}</AccountLink>
          <span className="quiet number">{address}</span>
        </li>
      ))}
    </ul>
  </Panel>
);

const Threads = ({ threads }: Pick<Found, 'threads'>) => (
  <Panel title={shell.threads}>
    <ul className="plain-list">
      {threads.map(({ address_norm, updated_at }) => (
        <li key={address_norm}>
          <ThreadLink address={address_norm} hasNumber />
          <span className="quiet">
            <Instant at={updated_at} />
          </span>
        </li>
      ))}
    </ul>
  </Panel>
);

const Texts = ({ messages }: Pick<Found, 'messages'>) => (
  <Panel title={shell.texts}>
    <ul className="plain-list">
      {messages.map(({ id, body, direction, address_norm, created_at }) => (
        <li key={id}>
          <div>
            <AccountLink to={`/texts/${id}`} className="text-body">
              {body}
            </AccountLink>
            <div className="quiet">
              <Say
                words={direction === 'out' ? say.to : say.from}
                parts={{ who: <ThreadLink address={address_norm} /> }}
              />
              {' · '}
              <Instant at={created_at} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  </Panel>
);

function Results({ account, q }: { account: number; q: string }) {
  const query = useInfiniteQuery(searchQuery(account, q));
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  if (!data) return <Pending of={query} />;
  const { contacts, threads, messages } = data;
  const isEmpty = contacts.length + threads.length + messages.length === 0;
  return (
    <>
      {contacts.length > 0 && <People contacts={contacts} />}
      {threads.length > 0 && <Threads threads={threads} />}
      {messages.length > 0 && <Texts messages={messages} />}
      {isEmpty && (
        <div className="panel">
          <Empty title={say.nothing}>{hasNextPage ? say.notInNewest : say.nowhere}</Empty>
        </div>
      )}
      {hasNextPage && (
        <div className="list-end">
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {say.further}
          </Button>
        </div>
      )}
    </>
  );
}

export function SearchPage() {
  const account = useAccountId();
  const { q = '' } = useSearch({ strict: false }) as { q?: unknown };
  const asked = String(q).trim();
  const [typed, setTyped] = useState(asked);
  const navigate = useNavigate();
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    void navigate({ to: '.', search: { q: typed.trim() } as never });
  };
  const isLong = asked.split(/\s+/).some((word) => word.length >= leastCharacters);
  return (
    <Page title={shell.search} lead={say.lead}>
      <Stack gap="md">
        <form onSubmit={submit} className="search-form">
          <SearchInput
            size="md"
            label={say.searchFor}
            placeholder={say.hint}
            maxLength={100}
            value={typed}
            onChange={setTyped}
          />
          <Button type="submit" size="md">
            {say.searchAction}
          </Button>
        </form>
        {isLong && <Results key={asked} account={account} q={asked} />}
      </Stack>
    </Page>
  );
}

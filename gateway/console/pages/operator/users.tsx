// Everybody who signs in at this service.
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pagesOf } from '../../api/queries.ts';
import type { Schemas } from '../../api/types.ts';
import { dateOf, Instant } from '../../ui/instant.tsx';
import { AppLink } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { ResourceTable } from '../../ui/resources.tsx';
import { SearchInput } from '../../ui/search_input.tsx';
import { often } from '../../words/en/often.ts';
import { operator as say } from '../../words/en/operator.ts';
import { number } from '../../words/formats.ts';

type User = Schemas['UserRecord'];

const columns = () =>
  [
    [
      often.name,
      ({ id, name, email, is_operator }: User) => (
        <>
          <AppLink className="link" to={`/operator/users/${id}`}>
            <strong>{name}</strong>
          </AppLink>
          <div className="quiet">
            {email}
            {is_operator && ` · ${say.runsService}`}
          </div>
        </>
      ),
    ],
    [often.email, ({ email_verified }: User) => (email_verified ? say.confirmed : say.notConfirmed)],
    [often.accounts, ({ accounts }: User) => <span className="number">{number(accounts)}</span>],
    [often.since, ({ created_at }: User) => <Instant at={created_at} as={dateOf} />],
  ] as const;

export function UsersPage() {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 250);
  const query = useInfiniteQuery({
    ...pagesOf('GET /operator/users', 'users', { query: { search } }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title={often.users} lead={say.usersLead} wide>
      <SearchInput className="filters" label={say.searchUsers} value={typed} onChange={setTyped} />
      <ResourceTable
        query={query}
        keyOf={({ id }) => id}
        columns={columns()}
        empty={{ title: say.nobody, text: say.nobodyHelp }}
      />
    </Page>
  );
}

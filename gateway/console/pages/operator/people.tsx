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

type Person = Schemas['PersonRecord'];

const columns = [
  [
    'Name',
    ({ id, name, email, is_operator }: Person) => (
      <>
        <AppLink className="link" to={`/operator/people/${id}`}>
          <strong>{name}</strong>
        </AppLink>
        <div className="quiet">
          {email}
          {is_operator && ' · runs the service'}
        </div>
      </>
    ),
  ],
  ['E-mail', ({ email_proved }: Person) => (email_proved ? 'Confirmed' : 'Not confirmed')],
  ['Accounts', ({ accounts }: Person) => <span className="number">{accounts.toLocaleString()}</span>],
  ['Since', ({ created_at }: Person) => <Instant at={created_at} as={dateOf} />],
] as const;

export function OperatorPeoplePage() {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 250);
  const query = useInfiniteQuery({
    ...pagesOf('GET /operator/people', 'people', { query: { search } }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title="People" lead="Everybody who signs in here, and the accounts that they are in." wide>
      <SearchInput
        className="filters"
        label="Search by name, e-mail or id"
        value={typed}
        onChange={setTyped}
      />
      <ResourceTable
        query={query}
        keyOf={({ id }) => id}
        columns={columns}
        empty={{ title: 'Nobody found', text: 'Try a shorter part of the name or the e-mail address.' }}
      />
    </Page>
  );
}

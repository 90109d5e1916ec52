// The log of every text of the account.
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useAccountId } from '../../api/account.ts';
import { withQuery } from '../../api/ask.ts';
import type { Schemas } from '../../api/types.ts';
import { downloadCsv } from '../../ui/download_csv.ts';
import { Icon } from '../../ui/icons.tsx';
import { Instant } from '../../ui/instant.tsx';
import { AppLink } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, Pending } from '../../ui/state.tsx';
import { TextStatus } from '../../ui/text_status.tsx';
import { FilterBar } from './filter_bar.tsx';
import { type Filters, textsQuery } from './text_queries.ts';

const fields = ['direction', 'status', 'route', 'address', 'from', 'to'] as const;

/** The filters that the address names. */
function useFilters(): [Filters, (filters: Filters) => void] {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const filters: Filters = Object.fromEntries(
    fields.flatMap((field) => (search[field] === undefined ? [] : [[field, String(search[field])]])),
  );
  const change = (changed: Filters) => void navigate({ to: '.', search: changed as never });
  return [filters, change];
}

const Row = ({ text, account }: { text: Schemas['LoggedText']; account: number }) => (
  <tr>
    <td>
      <Instant at={text.created_at} />
    </td>
    <td className="number">
      <span className="quiet">{text.direction === 'out' ? 'To ' : 'From '}</span>
      {text.address_norm}
    </td>
    <td>
      <AppLink to={`/accounts/${account}/texts/${text.id}`} className="text-body">
        {text.body}
      </AppLink>
    </td>
    <td>
      <TextStatus status={text.status} />
    </td>
  </tr>
);

/** Loads the next page when its end comes into sight. */
function useEndless(load: () => void, isOn: boolean) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = end.current;
    if (!place || !isOn) return undefined;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), {
      rootMargin: '400px',
    });
    watch.observe(place);
    return () => watch.disconnect();
  }, [load, isOn]);
  return end;
}

export function TextsPage() {
  const account = useAccountId();
  const [filters, change] = useFilters();
  const query = useInfiniteQuery(textsQuery(account, filters));
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = query;
  const end = useEndless(fetchNextPage, hasNextPage && !isFetchingNextPage);
  const texts = query.data ?? [];
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Page
      title="Texts"
      lead="Everything that was sent and received, newest first."
      wide
      actions={
        <Button
          variant="default"
          leftSection={<Icon name="download" />}
          onClick={() =>
            void downloadCsv(withQuery('/api/v1/messages.csv', { ...filters }), account, 'texts')
          }
        >
          Download as CSV
        </Button>
      }
    >
      <FilterBar key={isFiltered ? 'some' : 'none'} filters={filters} change={change} />
      <Pending of={query} lines={6} />
      {query.data && texts.length === 0 && (
        <div className="panel">
          <Empty title={isFiltered ? 'No text is like this' : 'No text yet'}>
            {isFiltered
              ? 'Loosen a filter, or clear them all.'
              : 'Texts that you send and receive are listed here, with all that became of them.'}
          </Empty>
        </div>
      )}
      {texts.length > 0 && (
        <div className="panel panel-flush">
          <table className="rows rows-stack">
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">Number</th>
                <th scope="col">Text</th>
                <th scope="col">Status</th>
              </tr>
            </thead>
            <tbody>
              {texts.map((text) => (
                <Row key={text.id} text={text} account={account} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div ref={end} className="list-end">
        {hasNextPage && (
          <Button variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        )}
      </div>
    </Page>
  );
}

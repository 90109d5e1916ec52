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
import { AccountLink } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { ResourceTable } from '../../ui/resources.tsx';
import { TextStatus } from '../../ui/text_status.tsx';
import { Who } from '../../ui/who.tsx';
import { often } from '../../words/en/often.ts';
import { parts } from '../../words/en/parts.ts';
import { shell } from '../../words/en/shell.ts';
import { texts as say } from '../../words/en/texts.ts';
import { Say } from '../../words/say.tsx';
import { FilterBar } from './filter_bar.tsx';
import { type Filters, filterFields, textsQuery } from './text_queries.ts';

/** The filters that the address names. */
function useFilters(): [Filters, (filters: Filters) => void] {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const filters: Filters = Object.fromEntries(
    filterFields.flatMap((field) => (search[field] === undefined ? [] : [[field, String(search[field])]])),
  );
  const change = (changed: Filters) => void navigate({ to: '.', search: changed as never });
  return [filters, change];
}

type LoggedText = Schemas['LoggedText'];

const columns = () =>
  [
    [parts.when, ({ created_at }: LoggedText) => <Instant at={created_at} />],
    [
      often.number,
      ({ direction, address_norm }: LoggedText) => (
        <span>
          <Say
            words={direction === 'out' ? say.to : say.from}
            parts={{ who: <Who address={address_norm} /> }}
          />
        </span>
      ),
    ],
    [
      often.text,
      ({ id, body }: LoggedText) => (
        <AccountLink to={`/texts/${id}`} className="text-body">
          {body}
        </AccountLink>
      ),
    ],
    [often.status, (text: LoggedText) => <TextStatus text={text} />],
  ] as const;

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

/** The log is of whole numbers: where a part of one was typed, the search leads on. */
const NoneFit = ({ address }: { address: string | undefined }) =>
  address === undefined ? (
    say.noneFitHelp
  ) : (
    <Say
      words={say.wholeNumber(address)}
      parts={{
        link: (words) => (
          <AccountLink to="/search" search={{ q: address }}>
            {words}
          </AccountLink>
        ),
      }}
    />
  );

export function TextsPage() {
  const account = useAccountId();
  const [filters, change] = useFilters();
  const query = useInfiniteQuery(textsQuery(account, filters));
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = query;
  const end = useEndless(fetchNextPage, hasNextPage && !isFetchingNextPage);
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Page
      title={shell.texts}
      lead={say.lead}
      wide
      actions={
        <Button
          variant="default"
          leftSection={<Icon name="download" />}
          onClick={() =>
            void downloadCsv(withQuery('/api/v1/messages.csv', { ...filters }), account, 'texts')
          }
        >
          {say.download}
        </Button>
      }
    >
      <FilterBar key={isFiltered ? 'some' : 'none'} filters={filters} change={change} />
      {filters.key_id && (
        <p className="quiet">
          <Say
            words={say.sentWithKey(filters.key_id)}
            parts={{
              link: (words) => <AccountLink to={`/keys/${filters.key_id}`}>{words}</AccountLink>,
            }}
          />
        </p>
      )}
      <ResourceTable
        query={query}
        lines={6}
        isPlain
        keyOf={({ id }) => id}
        columns={columns()}
        empty={
          isFiltered
            ? { title: say.noneFit, text: <NoneFit address={filters.address} /> }
            : {
                title: say.none,
                text: say.noneHelp,
              }
        }
      />
      <div ref={end} />
    </Page>
  );
}

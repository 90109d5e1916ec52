// The rows of a broadcast, all or those of one kind.
import { NativeSelect } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useAccountId } from '../../api/account.ts';
import { pagesOf } from '../../api/queries.ts';
import { AccountLink, ThreadLink } from '../../ui/link.tsx';
import { ResourceTable } from '../../ui/resources.tsx';
import { failureOf, TextStatus } from '../../ui/text_status.tsx';
import { broadcasts as say } from '../../words/en/broadcasts.ts';
import { often } from '../../words/en/often.ts';
import { number } from '../../words/formats.ts';
import { type Broadcast, type Row, refusalOf } from './words.tsx';

const filters = () =>
  [
    ['', say.filters.all],
    ['delivered', often.delivered],
    ['failed', often.failed],
    ['cancelled', often.cancelled],
    ['replied', often.replied],
    ['refused', say.refused],
    ['waiting', say.toGo],
  ] as const;

/** How often rows are read anew while they change, in milliseconds. */
const readEveryMs = 3_000;

function RowStatus({ row, broadcast }: { row: Row; broadcast: Broadcast }) {
  const { status, error, message_id: id, replied } = row;
  if (status === 'waiting')
    return (
      <span className="status status-quiet">{broadcast.state === 'cancelled' ? say.notSent : say.toGo}</span>
    );
  if (status === 'refused') return <span className="bulk-bad">{refusalOf(row)}</span>;
  const failure = failureOf({ status, error });
  return (
    <>
      <AccountLink to={`/texts/${id}`}>
        <TextStatus text={{ status, error }} />
      </AccountLink>
      {replied && <span className="quiet"> {say.andReplied}</span>}
      {failure !== null && <div className="bulk-bad">{failure}</div>}
    </>
  );
}

export function BroadcastRecipients({ broadcast }: { broadcast: Broadcast }) {
  const account = useAccountId();
  const [status, setStatus] = useState('');
  const { state, accepted, delivered, failed, cancelled } = broadcast;
  const isChanging = state === 'running' || accepted > delivered + failed + cancelled;
  const asked = { account, path: { id: broadcast.id }, query: { status: status || undefined } };
  const query = useInfiniteQuery({
    ...pagesOf('GET /broadcasts/{id}/recipients', 'recipients', asked as never),
    refetchInterval: ({ state: { data } }) =>
      isChanging && (data?.pages.length ?? 0) <= 1 ? readEveryMs : false,
  });
  // What the last look did not see is read once the broadcast rests.
  const rests = !isChanging;
  useEffect(() => {
    if (rests) void query.refetch();
  }, [rests, query.refetch]);
  // A page may be empty although more follow.
  const goesOn = query.data?.length === 0 && query.hasNextPage && !query.isFetching;
  useEffect(() => {
    if (goesOn) void query.fetchNextPage();
  }, [goesOn, query.fetchNextPage]);
  const isEmpty = query.data?.length === 0 && !query.hasNextPage;
  return (
    <section aria-label={say.rows}>
      <NativeSelect
        label={say.rowsField}
        mb="sm"
        value={status}
        onChange={(event) => setStatus(event.currentTarget.value)}
        data={filters().map(([value, label]) => ({ value, label }))}
      />
      {isEmpty ? (
        <p className="quiet">{say.noRows}</p>
      ) : (
        <ResourceTable
          query={query as never as { data: Row[] | undefined }}
          caption={say.rowsCaption}
          keyOf={({ number }) => number}
          columns={[
            [say.row, ({ number: row }) => <span className="number">{number(row)}</span>],
            [
              often.number,
              ({ address, address_norm: norm }) =>
                norm === null ? <span className="number">{address}</span> : <ThreadLink address={norm} />,
            ],
            [often.text, ({ body }) => <span className="text-body">{body}</span>],
            [say.outcome, (row) => <RowStatus row={row} broadcast={broadcast} />],
          ]}
        />
      )}
    </section>
  );
}

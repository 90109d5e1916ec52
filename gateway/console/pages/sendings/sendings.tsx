// The account's sendings, newest first.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useAccountId } from '../../api/account.ts';
import { pagesOf } from '../../api/queries.ts';
import { Icon } from '../../ui/icons.tsx';
import { Instant } from '../../ui/instant.tsx';
import { AccountLink, LinkButton } from '../../ui/link.tsx';
import { OnlyMembers } from '../../ui/only_members.tsx';
import { Page } from '../../ui/page.tsx';
import { ResourceTable } from '../../ui/resources.tsx';
import { SendingState } from './words.tsx';

/** How often the list is read anew, in milliseconds. */
const readEveryMs = 5_000;

export function SendingsPage() {
  const account = useAccountId();
  const query = useInfiniteQuery({
    ...pagesOf('GET /sendings', 'sendings', { account }),
    refetchInterval: readEveryMs,
  });
  const begin = (
    <OnlyMembers isSaid>
      <LinkButton to="/bulk" leftSection={<Icon name="bulk" />}>
        Send to a list
      </LinkButton>
    </OnlyMembers>
  );
  const isEmpty = query.data?.length === 0;
  return (
    <Page
      title="Sendings"
      lead="Texts to many people at once. The service sends them by itself, and counts what becomes of them."
      actions={isEmpty ? undefined : begin}
      wide
    >
      <ResourceTable
        query={query}
        empty={{
          title: 'Nothing was sent to a list yet',
          text: 'Choose a file with a number in each row, write a text, and see what leaves before it does.',
          action: begin,
        }}
        caption="The sendings, newest first"
        keyOf={({ id }) => id}
        columns={[
          [
            'Name',
            ({ id, name }) => (
              <AccountLink to={`/sendings/${id}`}>
                <span className="text-body">{name}</span>
              </AccountLink>
            ),
          ],
          ['State', (sending) => <SendingState sending={sending} />],
          ['Recipients', ({ rows }) => <span className="number">{rows.toLocaleString()}</span>],
          ['Delivered', ({ delivered }) => <span className="number">{delivered.toLocaleString()}</span>],
          ['Failed', ({ failed }) => <span className="number">{failed.toLocaleString()}</span>],
          ['Replied', ({ replied }) => <span className="number">{replied.toLocaleString()}</span>],
          ['Started', ({ started_at, send_at }) => started_at && <Instant at={send_at ?? started_at} />],
        ]}
      />
    </Page>
  );
}

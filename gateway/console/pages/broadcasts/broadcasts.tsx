// The account's broadcasts, newest first.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useAccountId } from '../../api/account.ts';
import { pagesOf } from '../../api/queries.ts';
import { Icon } from '../../ui/icons.tsx';
import { Instant } from '../../ui/instant.tsx';
import { AccountLink, LinkButton } from '../../ui/link.tsx';
import { OnlyMembers } from '../../ui/only_members.tsx';
import { Page } from '../../ui/page.tsx';
import { ResourceTable } from '../../ui/resources.tsx';
import { broadcasts as say } from '../../words/en/broadcasts.ts';
import { bulk } from '../../words/en/bulk.ts';
import { often } from '../../words/en/often.ts';
import { shell } from '../../words/en/shell.ts';
import { number } from '../../words/formats.ts';
import { BroadcastState } from './words.tsx';

/** How often the list is read anew, in milliseconds. */
const readEveryMs = 5_000;

export function BroadcastsPage() {
  const account = useAccountId();
  const query = useInfiniteQuery({
    ...pagesOf('GET /broadcasts', 'broadcasts', { account }),
    refetchInterval: readEveryMs,
  });
  const begin = (
    <OnlyMembers isSaid>
      <LinkButton to="/bulk" leftSection={<Icon name="bulk" />}>
        {bulk.title}
      </LinkButton>
    </OnlyMembers>
  );
  const isEmpty = query.data?.length === 0;
  return (
    <Page title={shell.broadcasts} lead={say.lead} actions={isEmpty ? undefined : begin} wide>
      <ResourceTable
        query={query}
        empty={{
          title: say.none,
          text: say.noneHelp,
          action: begin,
        }}
        caption={say.caption}
        keyOf={({ id }) => id}
        columns={[
          [
            often.name,
            ({ id, name }) => (
              <AccountLink to={`/broadcasts/${id}`}>
                <span className="text-body">{name}</span>
              </AccountLink>
            ),
          ],
          [often.state, (broadcast) => <BroadcastState broadcast={broadcast} />],
          [say.recipientsName, ({ recipients }) => <span className="number">{number(recipients)}</span>],
          [often.delivered, ({ delivered }) => <span className="number">{number(delivered)}</span>],
          [often.failed, ({ failed }) => <span className="number">{number(failed)}</span>],
          [often.replied, ({ replied }) => <span className="number">{number(replied)}</span>],
          [say.started, ({ started_at, send_at }) => started_at && <Instant at={send_at ?? started_at} />],
        ]}
      />
    </Page>
  );
}

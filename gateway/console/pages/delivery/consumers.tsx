// The account's consumers: how far each reader is.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAccountId, useRole } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import type { Schemas } from '../../api/types.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Page } from '../../ui/page.tsx';
import { Rows } from '../../ui/rows.tsx';
import { Empty, Pending } from '../../ui/state.tsx';

const path = '/api/v1/consumers';

type Consumer = Schemas['Consumer'];
export function ConsumersPage() {
  const account = useAccountId();
  const { isAdmin } = useRole();
  const client = useQueryClient();
  const queryKey = ['account', account, 'consumers'];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => ask<{ consumers: Consumer[] }>(path, { account, signal }),
  });
  const { data } = query;
  const refresh = () => void client.invalidateQueries({ queryKey });
  return (
    <Page
      title="Consumers"
      lead={
        <>
          Named places in the feed, which programs make and read on from. How, is in{' '}
          <a className="link" href="/docs/webhooks">
            the guide
          </a>
          .
        </>
      }
    >
      <Pending of={query} />
      {data?.consumers.length === 0 && (
        <div className="panel">
          <Empty title="No consumer yet">A program makes its own with its key.</Empty>
        </div>
      )}
      {data && data.consumers.length > 0 && (
        <Rows columns={['Name', 'Behind', 'Last moved', 'Reader']}>
          {data.consumers.map(({ name, cursor, behind, moved_at, lease_until }) => (
            <tr key={name}>
              <td>
                <strong>{name}</strong>
              </td>
              <td data-label="Behind">
                {behind} of {cursor + behind}
              </td>
              <td data-label="Last moved">
                <Instant at={moved_at} />
              </td>
              <td data-label="Reader">{lease_until ? 'Reading' : <span className="quiet">Nobody</span>}</td>
              <td className="end">
                {isAdmin && (
                  <Confirm
                    label="Remove"
                    of={name}
                    title={`Remove “${name}”?`}
                    action="Remove"
                    run={() => ask(`${path}/${name}`, { method: 'DELETE', account })}
                    onDone={refresh}
                  >
                    The place that it keeps is lost; texts are not.
                  </Confirm>
                )}
              </td>
            </tr>
          ))}
        </Rows>
      )}
    </Page>
  );
}

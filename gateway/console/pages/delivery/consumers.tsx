// The account's consumers: how far each reader is.
import { useQuery } from '@tanstack/react-query';
import { useAccountId, useRole } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import { keyOf, listOf } from '../../api/queries.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Page } from '../../ui/page.tsx';
import { ResourceTable } from '../../ui/resources.tsx';

export function ConsumersPage() {
  const account = useAccountId();
  const { isAdmin } = useRole();
  const query = useQuery(listOf('GET /consumers', 'consumers', { account }));
  return (
    <Page
      title="Consumers"
      lead="Programs that read the feed keep their place in it here."
      guide="/docs/webhooks"
    >
      <ResourceTable
        query={query}
        keyOf={({ name }) => name}
        columns={[
          ['Name', ({ name }) => <strong>{name}</strong>],
          ['Behind', ({ behind, cursor }) => `${behind} of ${cursor + behind}`],
          ['Last moved', ({ moved_at }) => <Instant at={moved_at} />],
          ['Reader', ({ lease_until }) => (lease_until ? 'Reading' : <span className="quiet">Nobody</span>)],
        ]}
        action={({ name }) =>
          isAdmin && (
            <Confirm
              label="Remove"
              of={name}
              title={`Remove “${name}”?`}
              run={() => ask('DELETE /consumers/{name}', { account, path: { name } })}
              changes={keyOf('/consumers', account)}
            >
              The place that it keeps is lost; texts are not.
            </Confirm>
          )
        }
        empty={{ title: 'No consumer yet', text: 'A program makes its own with its key.' }}
      />
    </Page>
  );
}

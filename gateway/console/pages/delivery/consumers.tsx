// The account's consumers: how far each reader is.
import { useQuery } from '@tanstack/react-query';
import { useAccountId, useRole } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import { keyOf, listOf } from '../../api/queries.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Page } from '../../ui/page.tsx';
import { ResourceTable } from '../../ui/resources.tsx';
import { delivery as say } from '../../words/en/delivery.ts';
import { often } from '../../words/en/often.ts';

export function ConsumersPage() {
  const account = useAccountId();
  const { isAdmin } = useRole();
  const query = useQuery(listOf('GET /consumers', 'consumers', { account }));
  return (
    <Page title={say.consumers} lead={say.consumersLead} guide="/docs/webhooks">
      <ResourceTable
        query={query}
        keyOf={({ name }) => name}
        columns={[
          [often.name, ({ name }) => <strong>{name}</strong>],
          [say.behind, ({ behind, cursor }) => say.behindOf(behind, cursor + behind)],
          [say.lastMoved, ({ moved_at }) => <Instant at={moved_at} />],
          [
            say.reader,
            ({ lease_until }) => (lease_until ? say.reading : <span className="quiet">{say.nobody}</span>),
          ],
        ]}
        action={({ name }) =>
          isAdmin && (
            <Confirm
              label={often.remove}
              of={name}
              title={say.removeOf(name)}
              run={() => ask('DELETE /consumers/{name}', { account, path: { name } })}
              changes={keyOf('/consumers', account)}
            >
              {say.removeConsumer}
            </Confirm>
          )
        }
        empty={{ title: say.noConsumer, text: say.noConsumerHelp }}
      />
    </Page>
  );
}

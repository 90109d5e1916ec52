// Platforms that may read this account's usage and change its plan.
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useAccountId } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import { allOf, keyOf } from '../../api/queries.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { useFormDialog } from '../../ui/form_dialog.tsx';
import { dateOf, Instant } from '../../ui/instant.tsx';
import { Page } from '../../ui/page.tsx';
import { ResourceLines } from '../../ui/resources.tsx';
import { integrations as say } from '../../words/en/integrations.ts';
import { shell } from '../../words/en/shell.ts';
import { Say } from '../../words/say.tsx';

export function IntegrationsPage() {
  const account = useAccountId();
  const query = useQuery(allOf('GET /integrations', 'integrations', { account }));
  const changes = keyOf('/integrations', account);
  const { button, dialog } = useFormDialog({
    button: say.link,
    title: say.link,
    action: say.linkAction,
    lead: <p className="whole-body">{say.linkLead}</p>,
    fields: {
      id: {
        label: say.platformId,
        description: say.platformIdHelp,
        type: 'whole',
        isFirst: true,
      },
    },
    send: (path) => ask('PUT /integrations/{id}', { account, path }),
    changes,
    onDone: ({ name }) => notifications.show({ message: say.linked(name) }),
  });
  return (
    <Page title={shell.integrations} lead={say.lead} actions={button}>
      <ResourceLines
        query={query}
        keyOf={({ id }) => id}
        title={({ name }) => name}
        note={({ id, linked_at }) => (
          <Say words={say.facts} parts={{ id: String(id), at: <Instant at={linked_at} as={dateOf} /> }} />
        )}
        action={({ id, name }) => (
          <Confirm
            label={say.unlink}
            of={name}
            title={say.unlinkOf(name)}
            run={() => ask('DELETE /integrations/{id}', { account, path: { id } })}
            changes={changes}
          >
            {say.unlinkWhy}
          </Confirm>
        )}
        empty={{
          title: say.none,
          text: say.noneHelp,
        }}
      />
      {dialog}
    </Page>
  );
}

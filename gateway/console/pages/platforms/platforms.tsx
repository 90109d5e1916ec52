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

export function PlatformsPage() {
  const account = useAccountId();
  const query = useQuery(allOf('GET /platforms', 'platforms', { account }));
  const changes = keyOf('/platforms', account);
  const { button, dialog } = useFormDialog({
    button: 'Link a platform',
    title: 'Link a platform',
    action: 'Link it',
    lead: (
      <p className="whole-body">
        The platform will see how many texts this account uses, and may change its plan. It cannot send or
        read texts.
      </p>
    ),
    fields: {
      id: {
        label: 'The platform’s id',
        description: 'The platform tells it to you.',
        type: 'whole',
        isFirst: true,
      },
    },
    send: (path) => ask('PUT /platforms/{id}', { account, path }),
    changes,
    onDone: ({ name }) =>
      notifications.show({ message: `“${name}” is linked. Unlink it if you meant another one.` }),
  });
  return (
    <Page
      title="Linked platforms"
      lead="Integrators that read this account’s usage and change its plan for you. None can send or read texts."
      actions={button}
    >
      <ResourceLines
        query={query}
        keyOf={({ id }) => id}
        title={({ name }) => name}
        note={({ id, linked_at }) => (
          <>
            Id {id}, linked on <Instant at={linked_at} as={dateOf} />
          </>
        )}
        action={({ id, name }) => (
          <Confirm
            label="Unlink"
            of={name}
            title={`Unlink “${name}”?`}
            run={() => ask('DELETE /platforms/{id}', { account, path: { id } })}
            changes={changes}
          >
            From now on it sees nothing of this account.
          </Confirm>
        )}
        empty={{
          title: 'No platform is linked',
          text: 'When an integrator manages your plan for you, they give you an id. Link it here.',
        }}
      />
      {dialog}
    </Page>
  );
}

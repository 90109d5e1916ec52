// The keys of integrators, who manage accounts that link them.
import { useInfiniteQuery } from '@tanstack/react-query';
import { ask } from '../../api/ask.ts';
import { keyOf, pagesOf } from '../../api/queries.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { useFormDialog } from '../../ui/form_dialog.tsx';
import { dateOf, Instant } from '../../ui/instant.tsx';
import { Page } from '../../ui/page.tsx';
import { ResourceLines } from '../../ui/resources.tsx';

const changes = keyOf('/operator/platform-keys');

function useIssueDialog() {
  return useFormDialog({
    button: 'Issue a key',
    title: 'Issue a platform key',
    action: 'Issue the key',
    fields: {
      name: {
        label: 'Name of the platform',
        description: 'Accounts see it before they link it.',
        isFirst: true,
        maxLength: 100,
      },
    },
    send: (body) => ask('POST /operator/platform-keys', { body }),
    changes,
    secret: { title: 'The platform’s key', label: 'the key', of: ({ secret }) => secret },
  });
}

export function OperatorPlatformKeysPage() {
  const query = useInfiniteQuery(pagesOf('GET /operator/platform-keys', 'keys', {}));
  const { button, dialog } = useIssueDialog();
  return (
    <Page
      title="Platform keys"
      lead="For integrators: they read the usage and change the plan of accounts that link them."
      actions={button}
    >
      <ResourceLines
        query={query}
        keyOf={({ id }) => id}
        title={({ name }) => name}
        note={({ id, hint, created_at }) => (
          <>
            Id {id} · <span className="mono">{hint}</span> · issued on <Instant at={created_at} as={dateOf} />
          </>
        )}
        action={({ id, name, revoked_at }) =>
          revoked_at ? (
            <span className="status status-quiet">Revoked</span>
          ) : (
            <Confirm
              label="Revoke"
              of={`the key of ${name}`}
              title={`Revoke the key of “${name}”?`}
              run={() => ask('DELETE /operator/platform-keys/{id}', { path: { id } })}
              changes={changes}
            >
              The integrator is refused within a second, for all accounts.
            </Confirm>
          )
        }
        empty={{
          title: 'No platform has a key',
          text: 'Issue one when an integrator wants to manage plans of several accounts.',
          action: button,
        }}
      />
      {dialog}
    </Page>
  );
}

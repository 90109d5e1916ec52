// The keys of integrators, who manage accounts that link them.
import { useInfiniteQuery } from '@tanstack/react-query';
import { ask } from '../../api/ask.ts';
import { keyOf, pagesOf } from '../../api/queries.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { useFormDialog } from '../../ui/form_dialog.tsx';
import { dateOf, Instant } from '../../ui/instant.tsx';
import { Page } from '../../ui/page.tsx';
import { ResourceLines } from '../../ui/resources.tsx';
import { often } from '../../words/en/often.ts';
import { operator as say } from '../../words/en/operator.ts';
import { shell } from '../../words/en/shell.ts';
import { Say } from '../../words/say.tsx';

const changes = keyOf('/operator/platform-keys');

function useIssueDialog() {
  return useFormDialog({
    button: say.issueKey,
    title: say.issueTitle,
    action: say.issueAction,
    fields: {
      name: {
        label: say.platformName,
        description: say.platformNameHelp,
        isFirst: true,
        maxLength: 100,
      },
    },
    send: (body) => ask('POST /operator/platform-keys', { body }),
    changes,
    secret: { title: say.platformKey, label: often.theKey, of: ({ secret }) => secret },
  });
}

export function OperatorPlatformKeysPage() {
  const query = useInfiniteQuery(pagesOf('GET /operator/platform-keys', 'keys', {}));
  const { button, dialog } = useIssueDialog();
  return (
    <Page title={shell.platformKeys} lead={say.platformKeysLead} actions={button}>
      <ResourceLines
        query={query}
        keyOf={({ id }) => id}
        title={({ name }) => name}
        note={({ id, hint, created_at }) => (
          <Say
            words={say.keyFacts}
            parts={{
              id: String(id),
              hint: <span className="mono">{hint}</span>,
              at: <Instant at={created_at} as={dateOf} />,
            }}
          />
        )}
        action={({ id, name, revoked_at }) =>
          revoked_at ? (
            <span className="status status-quiet">{often.revoked}</span>
          ) : (
            <Confirm
              label={often.revoke}
              of={say.keyOf(name)}
              title={say.revokeKeyOf(name)}
              run={() => ask('DELETE /operator/platform-keys/{id}', { path: { id } })}
              changes={changes}
            >
              {say.revokeKeyWhy}
            </Confirm>
          )
        }
        empty={{
          title: say.noPlatformKey,
          text: say.noPlatformKeyHelp,
          action: button,
        }}
      />
      {dialog}
    </Page>
  );
}

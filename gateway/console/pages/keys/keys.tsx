// The keys that programs act for the account with.
import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useAccountId } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import { allOf, keyOf } from '../../api/queries.ts';
import { useFormDialog } from '../../ui/form_dialog.tsx';
import { Instant } from '../../ui/instant.tsx';
import { AccountLink } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { ResourceTable } from '../../ui/resources.tsx';
import { keys as say } from '../../words/en/keys.ts';
import { often } from '../../words/en/often.ts';
import { Say } from '../../words/say.tsx';
import { type Key, nameOf, Revoke, SandboxBadge } from './key_parts.tsx';
import { ChangeLimits, LimitsLine, mayField, recipientsField, recipientsOf, scopesOf } from './limits.tsx';

/** Keys that work before those that were revoked, each newest first. */
const newestFirst = (keys: readonly Key[]): Key[] =>
  keys.toSorted((a, b) => Number(a.revoked_at !== null) - Number(b.revoked_at !== null) || b.id - a.id);

const usable = ({ revoked_at }: Key) => revoked_at === null;

const columns = () =>
  [
    [
      often.name,
      (key: Key) => (
        <>
          <AccountLink to={`/keys/${key.id}`}>{nameOf(key)}</AccountLink> <SandboxBadge of={key} />
        </>
      ),
    ],
    [say.key, ({ hint }: Key) => <span className="mono">{hint}</span>],
    [say.made, ({ created_at }: Key) => <Instant at={created_at} />],
    [
      say.lastUsed,
      ({ last_used_at }: Key) =>
        last_used_at ? <Instant at={last_used_at} /> : <span className="quiet">{often.never}</span>,
    ],
    [say.limits, (key: Key) => <LimitsLine policy={key.policy} />],
  ] as const;

export function KeysPage() {
  const account = useAccountId();
  const query = useQuery({ ...allOf('GET /keys', 'keys', { account }), select: newestFirst });
  const { button, dialog } = useFormDialog({
    button: say.make,
    title: say.make,
    action: say.makeAction,
    fields: {
      label: {
        label: often.name,
        description: say.nameHelp,
        placeholder: say.nameExample,
        isFirst: true,
        maxLength: 100,
      },
      may: mayField(),
      recipients: recipientsField(null),
      sandbox: { label: say.forSandbox, type: 'checkbox' },
    },
    send: ({ label, may, recipients, sandbox }) =>
      ask('POST /keys', {
        account,
        body: {
          ...{ label, sandbox },
          policy: { scopes: scopesOf(may), recipients: recipientsOf(may, recipients) },
        },
      }),
    changes: keyOf('/keys', account),
    secret: { title: say.newKey, label: often.theKey, of: ({ secret }) => secret },
  });
  return (
    <Page
      title={say.title}
      lead={
        <Say
          words={say.lead}
          parts={{
            docs: (words) => (
              <a className="link" href="/docs/reference">
                {words}
              </a>
            ),
            agents: (words) => (
              <a className="link" href="/llms.txt">
                {words}
              </a>
            ),
          }}
        />
      }
      actions={button}
    >
      <ResourceTable
        query={query}
        keyOf={({ id }) => id}
        columns={columns()}
        action={(key) => (
          <Group gap="xs" justify="flex-end" wrap="nowrap">
            {usable(key) && <ChangeLimits value={key} name={nameOf(key)} account={account} />}
            <Revoke value={key} account={account} />
          </Group>
        )}
        empty={{
          title: say.none,
          text: say.noneHelp,
          action: button,
        }}
      />
      {dialog}
    </Page>
  );
}

// The keys that programs act for the account with.
import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useAccountId } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import { allOf, keyOf } from '../../api/queries.ts';
import type { Schemas } from '../../api/types.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { useFormDialog } from '../../ui/form_dialog.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Page } from '../../ui/page.tsx';
import { ResourceTable } from '../../ui/resources.tsx';
import { ChangeLimits, LimitsLine, mayField, recipientsField, recipientsOf, scopesOf } from './limits.tsx';

type Key = Schemas['Key'];

const nameOf = ({ label, id }: Key) => label || `Key ${id}`;

/** Keys that work before those that were revoked, each newest first. */
const newestFirst = (keys: readonly Key[]): Key[] =>
  keys.toSorted((a, b) => Number(a.revoked_at !== null) - Number(b.revoked_at !== null) || b.id - a.id);

const usable = ({ revoked_at }: Key) => revoked_at === null;

const columns = [
  ['Name', (key: Key) => <strong>{nameOf(key)}</strong>],
  ['Key', ({ hint }: Key) => <span className="mono">{hint}</span>],
  ['Made', ({ created_at }: Key) => <Instant at={created_at} />],
  [
    'Last used',
    ({ last_used_at }: Key) =>
      last_used_at ? <Instant at={last_used_at} /> : <span className="quiet">Never</span>,
  ],
  ['Limits', (key: Key) => <LimitsLine policy={key.policy} />],
] as const;

const Revoke = ({ value, account }: { value: Key; account: number }) =>
  value.revoked_at ? (
    <span className="status status-quiet">Revoked</span>
  ) : (
    <Confirm
      label="Revoke"
      of={nameOf(value)}
      title={`Revoke “${nameOf(value)}”?`}
      run={() => ask('DELETE /keys/{id}', { account, path: { id: value.id } })}
      changes={keyOf('/keys', account)}
    >
      Programs that use it are refused within a second, for good. Texts that they sent go on.
    </Confirm>
  );

export function KeysPage() {
  const account = useAccountId();
  const query = useQuery({ ...allOf('GET /keys', 'keys', { account }), select: newestFirst });
  const { button, dialog } = useFormDialog({
    button: 'Make a key',
    title: 'Make a key',
    action: 'Make the key',
    fields: {
      label: {
        label: 'Name',
        description: 'Which program uses it.',
        placeholder: 'Booking system',
        isFirst: true,
        maxLength: 100,
      },
      may: mayField,
      recipients: recipientsField(null),
    },
    send: ({ label, may, recipients }) =>
      ask('POST /keys', {
        account,
        body: { label, policy: { scopes: scopesOf(may), recipients: recipientsOf(may, recipients) } },
      }),
    changes: keyOf('/keys', account),
    secret: { title: 'Your new key', label: 'the key', of: ({ secret }) => secret },
  });
  return (
    <Page
      title="Keys"
      lead={
        <>
          Programs send and read texts with a key.{' '}
          <a className="link" href="/docs/reference">
            The interface
          </a>{' '}
          says how, and{' '}
          <a className="link" href="/llms.txt">
            a guide for agents
          </a>{' '}
          too.
        </>
      }
      actions={button}
    >
      <ResourceTable
        query={query}
        keyOf={({ id }) => id}
        columns={columns}
        action={(key) => (
          <Group gap="xs" justify="flex-end" wrap="nowrap">
            {usable(key) && <ChangeLimits value={key} name={nameOf(key)} account={account} />}
            <Revoke value={key} account={account} />
          </Group>
        )}
        empty={{
          title: 'No key yet',
          text: 'Make one for each program, so that each can be revoked alone.',
          action: button,
        }}
      />
      {dialog}
    </Page>
  );
}

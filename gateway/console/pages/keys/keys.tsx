// The keys that programs act for the account with.

import { Button, Modal, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { base, useAccountId } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import { askAll } from '../../api/ask_all.ts';
import type { Schemas } from '../../api/types.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { AskForm } from '../../ui/form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Page } from '../../ui/page.tsx';
import { Rows } from '../../ui/rows.tsx';
import { SecretOnce } from '../../ui/secret_once.tsx';
import { Empty, Pending } from '../../ui/state.tsx';

type Key = Schemas['Key'];
const nameOf = ({ label, id }: Key) => label || `Key ${id}`;

/** Keys that work before those that were ended, each newest first. */
const newestFirst = (keys: readonly Key[]): Key[] =>
  keys.toSorted((a, b) => Number(a.revoked_at !== null) - Number(b.revoked_at !== null) || b.id - a.id);

function KeyRow({ value, account, refresh }: { value: Key; account: number; refresh: () => void }) {
  return (
    <tr>
      <td>
        <strong>{nameOf(value)}</strong>
      </td>
      <td data-label="Key">
        <span className="mono">{value.hint}</span>
      </td>
      <td data-label="Made">
        <Instant at={value.created_at} />
      </td>
      <td data-label="Last used">
        {value.last_used_at ? <Instant at={value.last_used_at} /> : <span className="quiet">Never</span>}
      </td>
      <td className="end">
        {value.revoked_at ? (
          <span className="status status-quiet">Revoked</span>
        ) : (
          <Confirm
            label="Revoke"
            of={nameOf(value)}
            title={`Revoke “${nameOf(value)}”?`}
            action="Revoke"
            run={() => ask(`${base}/keys/${value.id}`, { method: 'DELETE', account })}
            onDone={refresh}
          >
            Programs that use it are refused within a second, for good. Texts that they sent go on.
          </Confirm>
        )}
      </td>
    </tr>
  );
}

export function KeysPage() {
  const account = useAccountId();
  const client = useQueryClient();
  const queryKey = ['account', account, 'keys'];
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => ({ keys: await askAll<Key>(`${base}/keys`, 'keys', { account, signal }) }),
  });
  const { data } = query;
  const [isMaking, setMaking] = useState(false);
  const [label, setLabel] = useState('');
  const [secret, setSecret] = useState<string | null>(null);
  const refresh = () => void client.invalidateQueries({ queryKey });
  const makeButton = (
    <Button leftSection={<Icon name="plus" />} onClick={() => setMaking(true)}>
      Make a key
    </Button>
  );
  return (
    <Page
      title="Keys"
      lead={
        <>
          Programs send and read texts with a key. How, is told in{' '}
          <a className="link" href="/docs">
            the interface
          </a>{' '}
          and, for agents, in{' '}
          <a className="link" href="/llms.txt">
            their guide
          </a>
          .
        </>
      }
      actions={makeButton}
    >
      <Pending of={query} />
      {data?.keys.length === 0 && (
        <div className="panel">
          <Empty title="No key yet" action={makeButton}>
            Make one for each program, so that each can be revoked alone.
          </Empty>
        </div>
      )}
      {data && data.keys.length > 0 && (
        <Rows columns={['Name', 'Key', 'Made', 'Last used']}>
          {newestFirst(data.keys).map((value) => (
            <KeyRow key={value.id} value={value} account={account} refresh={refresh} />
          ))}
        </Rows>
      )}
      <Modal
        opened={isMaking}
        onClose={() => setMaking(false)}
        title="Make a key"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <AskForm
          action="Make the key"
          send={() => ask<{ secret: string }>(`${base}/keys`, { method: 'POST', account, body: { label } })}
          onDone={(made) => {
            setMaking(false);
            setLabel('');
            setSecret(made.secret);
            refresh();
          }}
        >
          <TextInput
            label="Name"
            description="Which program uses it."
            placeholder="Booking system"
            required
            withAsterisk={false}
            data-autofocus
            maxLength={100}
            value={label}
            onChange={(event) => setLabel(event.currentTarget.value)}
          />
        </AskForm>
      </Modal>
      <SecretOnce title="Your new key" label="the key" secret={secret} close={() => setSecret(null)} />
    </Page>
  );
}

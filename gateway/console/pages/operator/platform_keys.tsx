// The keys of integrators, who manage accounts that link them.

import { Button, Modal, TextInput } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { base } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import type { Schemas } from '../../api/types.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { AskForm } from '../../ui/form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { dateOf, Instant } from '../../ui/instant.tsx';
import { Page } from '../../ui/page.tsx';
import { SecretOnce } from '../../ui/secret_once.tsx';
import { ShowMore } from '../../ui/show_more.tsx';
import { Empty, Pending } from '../../ui/state.tsx';

type KeyPage = Schemas['PlatformKeys'];
const queryKey = ['operator', 'platform-keys'];

export function OperatorPlatformKeysPage() {
  const client = useQueryClient();
  const [isIssuing, setIssuing] = useState(false);
  const [name, setName] = useState('');
  const [secret, setSecret] = useState<string | null>(null);
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      ask<KeyPage>(`${base}/operator/platform-keys`, { signal, query: { limit: 50, cursor: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  const keys = (query.data?.pages ?? []).flatMap((page) => page.keys);
  const refresh = () => void client.invalidateQueries({ queryKey });
  const button = (
    <Button leftSection={<Icon name="plus" />} onClick={() => setIssuing(true)}>
      Issue a key
    </Button>
  );
  return (
    <Page
      title="Platform keys"
      lead="For integrators: they read the usage and change the plan of accounts that link them."
      actions={button}
    >
      <Pending of={query} />
      {query.data && keys.length === 0 && (
        <div className="panel">
          <Empty title="No platform has a key" action={button}>
            Issue one when an integrator wants to manage plans of several accounts.
          </Empty>
        </div>
      )}
      {keys.length > 0 && (
        <div className="panel">
          <ul className="plain-list">
            {keys.map((key) => (
              <li key={key.id}>
                <div>
                  <strong>{key.name}</strong>
                  <div className="quiet">
                    Id {key.id} · <span className="mono">{key.hint}</span> · issued on{' '}
                    <Instant at={key.created_at} as={dateOf} />
                  </div>
                </div>
                {key.revoked_at ? (
                  <span className="status status-quiet">Ended</span>
                ) : (
                  <Confirm
                    label="End"
                    of={`the key of ${key.name}`}
                    title={`End the key of “${key.name}”?`}
                    action="End it"
                    run={() => ask(`${base}/operator/platform-keys/${key.id}`, { method: 'DELETE' })}
                    onDone={refresh}
                  >
                    The integrator is refused within a second, for all accounts.
                  </Confirm>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      <ShowMore query={query} />
      <Modal
        opened={isIssuing}
        onClose={() => setIssuing(false)}
        title="Issue a platform key"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <AskForm
          action="Issue the key"
          send={() =>
            ask<{ secret: string }>(`${base}/operator/platform-keys`, { method: 'POST', body: { name } })
          }
          onDone={(made) => {
            setIssuing(false);
            setName('');
            setSecret(made.secret);
            refresh();
          }}
        >
          <TextInput
            label="Name of the platform"
            description="Accounts see it before they link it."
            required
            withAsterisk={false}
            data-autofocus
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </AskForm>
      </Modal>
      <SecretOnce title="The platform’s key" label="the key" secret={secret} close={() => setSecret(null)} />
    </Page>
  );
}

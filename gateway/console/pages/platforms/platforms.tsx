// Platforms that may read this account's usage and change its plan.

import { Button, Modal, NumberInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { base, useAccountId } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import { askAll } from '../../api/ask_all.ts';
import type { Schemas } from '../../api/types.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { AskForm } from '../../ui/form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { dateOf, Instant } from '../../ui/instant.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, Pending } from '../../ui/state.tsx';

type LinkedPlatform = Schemas['Platform'];
function LinkDialog({ account, close }: { account: number; close: () => void }) {
  const client = useQueryClient();
  const [id, setId] = useState<number | string>('');
  return (
    <AskForm
      action="Link it"
      send={() => ask<LinkedPlatform>(`${base}/platforms/${id}`, { method: 'PUT', account, body: {} })}
      onDone={({ name }) => {
        void client.invalidateQueries({ queryKey: ['account', account, 'platforms'] });
        notifications.show({ message: `“${name}” is linked. Unlink it if you meant another one.` });
        close();
      }}
    >
      <p className="whole-body">
        The platform will see how many texts this account uses, and may change its plan. It cannot send or
        read texts.
      </p>
      <NumberInput
        label="The platform’s id"
        description="The platform tells it to you."
        required
        withAsterisk={false}
        data-autofocus
        hideControls
        allowDecimal={false}
        allowNegative={false}
        value={id}
        onChange={setId}
      />
    </AskForm>
  );
}

export function PlatformsPage() {
  const account = useAccountId();
  const client = useQueryClient();
  const queryKey = ['account', account, 'platforms'];
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => ({
      platforms: await askAll<LinkedPlatform>(`${base}/platforms`, 'platforms', { account, signal }),
    }),
  });
  const { data } = query;
  const [isLinking, setLinking] = useState(false);
  const button = (
    <Button leftSection={<Icon name="plus" />} onClick={() => setLinking(true)}>
      Link a platform
    </Button>
  );
  return (
    <Page
      title="Linked platforms"
      lead="Integrators that read this account’s usage and change its plan for you. None can send or read texts."
      actions={button}
    >
      <Pending of={query} />
      {data?.platforms.length === 0 && (
        <div className="panel">
          <Empty title="No platform is linked">
            When an integrator manages your plan for you, they give you an id. Link it here.
          </Empty>
        </div>
      )}
      {data && data.platforms.length > 0 && (
        <div className="panel">
          <ul className="plain-list">
            {data.platforms.map((platform) => (
              <li key={platform.id}>
                <div>
                  <strong>{platform.name}</strong>
                  <div className="quiet">
                    Id {platform.id}, linked on <Instant at={platform.linked_at} as={dateOf} />
                  </div>
                </div>
                <Confirm
                  label="Unlink"
                  of={platform.name}
                  title={`Unlink “${platform.name}”?`}
                  action="Unlink"
                  run={() => ask(`${base}/platforms/${platform.id}`, { method: 'DELETE', account })}
                  onDone={() => void client.invalidateQueries({ queryKey })}
                >
                  It sees nothing of this account any more, at once.
                </Confirm>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Modal
        opened={isLinking}
        onClose={() => setLinking(false)}
        title="Link a platform"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <LinkDialog account={account} close={() => setLinking(false)} />
      </Modal>
    </Page>
  );
}

// The account's webhooks: what is delivered where, whether it is taken, and what can be done about it.
import { Button, Modal, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccountId, useRole } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import { AskForm } from '../../ui/form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Page } from '../../ui/page.tsx';
import { Rows } from '../../ui/rows.tsx';
import { SecretOnce } from '../../ui/secret_once.tsx';
import { Empty, Pending } from '../../ui/state.tsx';
import { type Webhook, WebhookDetails, webhooksPath } from './webhook_details.tsx';

function State({ webhook: { disabled_at, failing_since } }: { webhook: Webhook }) {
  if (disabled_at) return <span className="status status-bad">Disabled</span>;
  if (failing_since === null) return <span className="status status-good">Delivering</span>;
  return (
    <span className="status status-warn">
      <span>
        Failing since <Instant at={failing_since} />
      </span>
    </span>
  );
}

export function WebhooksPage() {
  const account = useAccountId();
  const { isAdmin } = useRole();
  const client = useQueryClient();
  const queryKey = ['account', account, 'webhooks'];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => ask<{ webhooks: Webhook[] }>(webhooksPath, { account, signal }),
  });
  const { data } = query;
  const [isMaking, setMaking] = useState(false);
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [secret, setSecret] = useState<string | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const refresh = () => void client.invalidateQueries({ queryKey });
  const open = data?.webhooks.find((webhook) => webhook.name === shown);
  const makeButton = isAdmin && (
    <Button leftSection={<Icon name="plus" />} onClick={() => setMaking(true)}>
      Make a webhook
    </Button>
  );
  return (
    <Page
      title="Webhooks"
      lead={
        <>
          Changes of texts are delivered to addresses of yours, signed. How, is in{' '}
          <a className="link" href="/docs/webhooks">
            the guide
          </a>
          .
        </>
      }
      actions={makeButton}
    >
      <Pending of={query} />
      {data?.webhooks.length === 0 && (
        <div className="panel">
          <Empty title="No webhook yet" action={makeButton}>
            Programs can ask for news instead: nothing is lost without one.
          </Empty>
        </div>
      )}
      {data && data.webhooks.length > 0 && (
        <Rows columns={['Name', 'Address', 'State', 'Behind']}>
          {data.webhooks.map((webhook) => (
            <tr key={webhook.name}>
              <td>
                <strong>{webhook.name}</strong>
              </td>
              <td data-label="Address">
                <span className="mono">{webhook.url}</span>
              </td>
              <td data-label="State">
                <State webhook={webhook} />
              </td>
              <td data-label="Behind">{webhook.behind}</td>
              <td className="end">
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Deliveries of ${webhook.name}`}
                  onClick={() => setShown(webhook.name)}
                >
                  Deliveries
                </Button>
              </td>
            </tr>
          ))}
        </Rows>
      )}
      <Modal
        opened={isMaking}
        onClose={() => setMaking(false)}
        title="Make a webhook"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <AskForm
          action="Make the webhook"
          send={() =>
            ask<{ secret?: string }>(`${webhooksPath}/${encodeURIComponent(name)}`, {
              method: 'PUT',
              account,
              body: { url },
            })
          }
          onDone={(made) => {
            setMaking(false);
            setName('');
            setUrl('');
            setSecret(made.secret ?? null);
            refresh();
          }}
        >
          <TextInput
            label="Name"
            description="Letters, digits, dots, hyphens and underscores."
            placeholder="shop"
            required
            withAsterisk={false}
            data-autofocus
            maxLength={64}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            label="Address"
            description="Where changes are delivered to, over https."
            placeholder="https://shop.example/texts"
            required
            withAsterisk={false}
            maxLength={2000}
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
        </AskForm>
      </Modal>
      {open && (
        <WebhookDetails
          webhook={open}
          close={() => setShown(null)}
          refresh={refresh}
          showSecret={setSecret}
        />
      )}
      <SecretOnce
        title="The webhook’s secret"
        label="the secret"
        secret={secret}
        close={() => setSecret(null)}
      />
    </Page>
  );
}

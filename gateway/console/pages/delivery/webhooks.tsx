// The account's webhooks: what is delivered where, whether it is taken, and what can be done about it.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccountId, useRole } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import { keyOf, listOf } from '../../api/queries.ts';
import { useFormDialog } from '../../ui/form_dialog.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Page } from '../../ui/page.tsx';
import { ResourceTable } from '../../ui/resources.tsx';
import { RowButton } from '../../ui/row_button.tsx';
import { SecretOnce } from '../../ui/secret_once.tsx';
import { type Webhook, WebhookDetails } from './webhook_details.tsx';

const secretWords = { title: 'The webhook’s secret', label: 'the secret' };

function State({ webhook: { disabled_at, failing_since } }: { webhook: Webhook }) {
  if (disabled_at) return <span className="status status-bad">Disabled</span>;
  if (!failing_since) return <span className="status status-good">Delivering</span>;
  return (
    <span className="status status-warn">
      <span>
        Failing since <Instant at={failing_since} />
      </span>
    </span>
  );
}

const columns = [
  ['Name', ({ name }: Webhook) => <strong>{name}</strong>],
  ['Address', ({ url }: Webhook) => <span className="mono">{url}</span>],
  ['State', (webhook: Webhook) => <State webhook={webhook} />],
  ['Behind', ({ behind }: Webhook) => behind],
] as const;

/** A webhook of this format has one type of event. */
const smsgateOptions = [
  { value: 'sms:received', label: 'Programs written for SMSGate: received texts' },
  { value: 'sms:sent', label: 'Programs written for SMSGate: sent texts' },
  { value: 'sms:delivered', label: 'Programs written for SMSGate: delivered texts' },
  { value: 'sms:failed', label: 'Programs written for SMSGate: failed texts' },
];

/** The format and the types of a choice. */
const formOf = (choice: string): Pick<Webhook, 'format'> & Partial<Pick<Webhook, 'types'>> =>
  smsgateOptions.some(({ value }) => value === choice)
    ? { format: 'smsgate', types: [choice as Webhook['types'][number]] }
    : { format: choice as Webhook['format'] };

const useMakeDialog = (account: number) =>
  useFormDialog({
    button: 'Make a webhook',
    title: 'Make a webhook',
    action: 'Make the webhook',
    fields: {
      name: {
        label: 'Name',
        description: 'Letters, digits, dots, hyphens and underscores.',
        placeholder: 'shop',
        isFirst: true,
        maxLength: 64,
      },
      url: {
        label: 'Address',
        description: 'Where changes are delivered to, over https.',
        placeholder: 'https://shop.example/texts',
        maxLength: 2000,
      },
      format: {
        label: 'For',
        type: 'select',
        initial: 'standard',
        options: [
          { value: 'standard', label: 'Programs that know Standard Webhooks' },
          { value: 'twilio', label: 'Programs written for Twilio' },
          ...smsgateOptions,
        ],
      },
      secret: {
        label: 'Secret',
        type: 'password',
        description: 'Where a program has a token of its own; otherwise a new secret is made.',
        autoComplete: 'off',
        isOptional: true,
        maxLength: 128,
      },
    },
    send: ({ name, url, format, secret }) =>
      ask('PUT /webhooks/{name}', {
        account,
        path: { name },
        body: { url, ...formOf(format), ...(secret !== '' && { secret }) },
      }),
    changes: keyOf('/webhooks', account),
    secret: { ...secretWords, of: ({ secret }) => secret ?? null },
  });

export function WebhooksPage() {
  const account = useAccountId();
  const { isAdmin } = useRole();
  const query = useQuery(listOf('GET /webhooks', 'webhooks', { account }));
  const [secret, setSecret] = useState<string | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const { button, dialog } = useMakeDialog(account);
  const open = query.data?.find(({ name }) => name === shown);
  return (
    <Page
      title="Webhooks"
      lead="Every change of a text is sent to addresses of yours, with a signature."
      guide="/docs/webhooks"
      actions={isAdmin && button}
    >
      <ResourceTable
        query={query}
        keyOf={({ name }) => name}
        columns={columns}
        action={({ name }) => (
          <RowButton label="Deliveries" of={`of ${name}`} onClick={() => setShown(name)} />
        )}
        empty={{
          title: 'No webhook yet',
          text: 'Programs can ask for news instead: nothing is lost without one.',
          action: isAdmin && button,
        }}
      />
      {dialog}
      {open && <WebhookDetails webhook={open} close={() => setShown(null)} showSecret={setSecret} />}
      <SecretOnce {...secretWords} secret={secret} close={() => setSecret(null)} />
    </Page>
  );
}

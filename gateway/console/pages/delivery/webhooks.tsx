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
import { delivery as say } from '../../words/en/delivery.ts';
import { often } from '../../words/en/often.ts';
import { Say } from '../../words/say.tsx';
import { type Webhook, WebhookDetails } from './webhook_details.tsx';
import { isSomeTicked, tickedOf, typeBoxes, wordsBox } from './webhook_types.ts';

const secretWords = () => ({ title: say.secretTitle, label: often.theSecret });

function State({ webhook: { disabled_at, failing_since } }: { webhook: Webhook }) {
  if (disabled_at) return <span className="status status-bad">{say.disabled}</span>;
  if (!failing_since) return <span className="status status-good">{say.delivering}</span>;
  return (
    <span className="status status-warn">
      <span>
        <Say words={say.failingSince} parts={{ at: <Instant at={failing_since} /> }} />
      </span>
    </span>
  );
}

const columns = () =>
  [
    [often.name, ({ name }: Webhook) => <strong>{name}</strong>],
    [say.address, ({ url }: Webhook) => <span className="mono">{url}</span>],
    [often.state, (webhook: Webhook) => <State webhook={webhook} />],
    [say.behind, ({ behind }: Webhook) => behind],
  ] as const;

/** A webhook of this format has one type of event. */
const smsgateTypes = ['received', 'sent', 'delivered', 'failed'] as const;
const smsgateOptions = () => smsgateTypes.map((type) => ({ value: `sms:${type}`, label: say.smsgate[type] }));

/** The format and the types of a choice. */
const formOf = (choice: string): Pick<Webhook, 'format'> & Partial<Pick<Webhook, 'types'>> =>
  smsgateTypes.some((type) => choice === `sms:${type}`)
    ? { format: 'smsgate', types: [choice as Webhook['types'][number]] }
    : { format: choice as Webhook['format'] };

const useMakeDialog = (account: number) =>
  useFormDialog({
    button: say.makeWebhook,
    title: say.makeWebhook,
    action: say.makeWebhook,
    fields: {
      name: {
        label: often.name,
        description: say.nameHelp,
        placeholder: say.nameExample,
        isFirst: true,
        maxLength: 64,
      },
      url: {
        label: say.address,
        description: say.addressHelp,
        placeholder: 'https://shop.example/texts',
        maxLength: 2000,
      },
      format: {
        label: say.format,
        type: 'select',
        initial: 'standard',
        options: [
          { value: 'standard', label: say.forStandard },
          { value: 'twilio', label: say.forTwilio },
          ...smsgateOptions(),
        ],
        description: say.typesHelp,
      },
      ...typeBoxes(),
      isBare: wordsBox(false),
      secret: {
        label: say.secret,
        type: 'password',
        description: say.secretHelp,
        autoComplete: 'off',
        isOptional: true,
        maxLength: 128,
      },
    },
    disabled: ({ format, ...values }) => !isSomeTicked(values, formOf(format).format),
    send: ({ name, url, format: choice, secret, isBare, ...values }) => {
      const { format, types = tickedOf(values, format) } = formOf(choice);
      const body = { url, format, types, body: !isBare, ...(secret !== '' && { secret }) };
      return ask('PUT /webhooks/{name}', { account, path: { name }, body });
    },
    changes: keyOf('/webhooks', account),
    secret: { ...secretWords(), of: ({ secret }) => secret ?? null },
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
    <Page title={say.webhooks} lead={say.webhooksLead} guide="/docs/webhooks" actions={isAdmin && button}>
      <ResourceTable
        query={query}
        keyOf={({ name }) => name}
        columns={columns()}
        action={({ name }) => (
          <RowButton label={say.deliveries} of={say.ofWebhook(name)} onClick={() => setShown(name)} />
        )}
        empty={{
          title: say.noWebhook,
          text: say.noWebhookHelp,
          action: isAdmin && button,
        }}
      />
      {dialog}
      {open && <WebhookDetails webhook={open} close={() => setShown(null)} showSecret={setSecret} />}
      <SecretOnce {...secretWords()} secret={secret} close={() => setSecret(null)} />
    </Page>
  );
}

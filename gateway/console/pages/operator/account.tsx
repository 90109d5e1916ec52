// One account, as the operator sees it: how it is, and whether it may send.
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { keyOf, queryOf } from '../../api/queries.ts';
import type { Schemas } from '../../api/types.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { FormDialog } from '../../ui/form_dialog.tsx';
import { dateOf, Instant } from '../../ui/instant.tsx';
import { AppLink } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { Lines } from '../../ui/panel.tsx';
import { Section } from '../../ui/section.tsx';
import { Pending } from '../../ui/state.tsx';
import { AccountDialog, InviteDialog, planWords } from './accounts.tsx';

type Account = Schemas['AccountRecord'];
const changes = keyOf('/operator/accounts');

function Suspend({ account: { id, name } }: { account: Account }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <p>It sends. Suspend it where somebody abuses it: what waits stays, and goes on once you resume it.</p>
      <Button color="red" variant="light" onClick={() => setOpen(true)}>
        Suspend the account
      </Button>
      <FormDialog
        isOpen={isOpen}
        close={() => setOpen(false)}
        title={`Suspend “${name}”?`}
        action="Suspend it"
        color="red"
        lead="From now on no text of it is accepted or leaves. What it receives is stored as before."
        fields={{
          reason: {
            label: 'Why',
            description: 'For you alone: the account’s people do not see it.',
            isOptional: true,
            isFirst: true,
            maxLength: 100,
          },
        }}
        send={(body) => ask('PUT /operator/accounts/{id}/suspension', { path: { id }, body })}
        changes={changes}
        said={`“${name}” is suspended.`}
      />
    </>
  );
}

const Resume = ({ account: { id, name, suspended_at, suspension_reason } }: { account: Account }) => (
  <>
    <p>
      Nothing of it leaves since <Instant at={suspended_at ?? ''} />.
    </p>
    {suspension_reason !== '' && <p className="quiet">Your reason: {suspension_reason}</p>}
    <Confirm
      label="Resume the account"
      title={`Let “${name}” send again?`}
      isDanger={false}
      run={() => ask('DELETE /operator/accounts/{id}/suspension', { path: { id } })}
      changes={changes}
    >
      Texts are accepted again, and those that wait within their deadlines leave at once.
    </Confirm>
  </>
);

function Shown({ account }: { account: Account }) {
  return (
    <div className="stack">
      <Section
        title="At a glance"
        lead={
          <AppLink className="link" to="/operator/numbers" search={{ account: account.id }}>
            Its numbers
          </AppLink>
        }
      >
        <Lines
          facts={[
            [
              'Id',
              <span key="id" className="mono">
                {account.id}
              </span>,
            ],
            ['Country', account.country],
            ['Plan', planWords(account)],
            [
              'This month',
              `${account.texts_used.toLocaleString()} ${account.texts_used === 1 ? 'text' : 'texts'}`,
            ],
            ['Since', <Instant key="since" at={account.created_at} as={dateOf} />],
          ]}
        />
      </Section>
      <Section title="Sending" lead="You see how much it sends, but not what it writes.">
        {account.suspended_at === null ? <Suspend account={account} /> : <Resume account={account} />}
      </Section>
    </div>
  );
}

export function OperatorAccountPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const query = useQuery(queryOf('GET /operator/accounts/{id}', { path: { id } }));
  const account = query.data?.account;
  const [isEdited, setEdited] = useState(false);
  const [invited, invite] = useState<Account | null>(null);
  return (
    <Page
      title={account?.name ?? 'Account'}
      lead={
        <AppLink className="link" to="/operator/accounts">
          All accounts
        </AppLink>
      }
      actions={
        account && (
          <Group gap="xs">
            <Button variant="default" onClick={() => invite(account)}>
              Invite the owner
            </Button>
            <Button variant="default" onClick={() => setEdited(true)}>
              Change
            </Button>
          </Group>
        )
      }
    >
      <Pending of={query} />
      {account && <Shown account={account} />}
      {account && isEdited && <AccountDialog account={account} close={() => setEdited(false)} />}
      <InviteDialog account={invited} close={() => invite(null)} />
    </Page>
  );
}

// One account, as the operator sees it: how it is, and whether it may send.
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { keyOf, queryOf } from '../../api/queries.ts';
import type { Schemas } from '../../api/types.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { AskForm } from '../../ui/form.tsx';
import { FormDialog } from '../../ui/form_dialog.tsx';
import { dateOf, Instant } from '../../ui/instant.tsx';
import { AppLink } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { Lines } from '../../ui/panel.tsx';
import { Section } from '../../ui/section.tsx';
import { Pending } from '../../ui/state.tsx';
import { often } from '../../words/en/often.ts';
import { operator as say } from '../../words/en/operator.ts';
import { Say } from '../../words/say.tsx';
import { AccountDialog, InviteDialog } from './accounts.tsx';
import { PlanWords } from './plan_words.tsx';

type Account = Schemas['AccountRecord'];
const changes = keyOf('/operator/accounts');

function Suspend({ account: { id, name } }: { account: Account }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <p>{say.maySend}</p>
      <Button color="red" variant="light" onClick={() => setOpen(true)}>
        {say.suspend}
      </Button>
      <FormDialog
        isOpen={isOpen}
        close={() => setOpen(false)}
        title={say.suspendOf(name)}
        action={say.suspendAction}
        color="red"
        lead={say.suspendLead}
        fields={{
          reason: {
            label: say.why,
            description: say.whyHelp,
            isOptional: true,
            isFirst: true,
            maxLength: 100,
          },
        }}
        send={(body) =>
          ask('PUT /operator/accounts/{account_id}/suspension', { path: { account_id: id }, body })
        }
        changes={changes}
        said={say.suspended(name)}
      />
    </>
  );
}

const Resume = ({ account: { id, name, suspended_at, suspension_reason } }: { account: Account }) => (
  <>
    <p>
      <Say words={say.suspendedSince} parts={{ at: <Instant at={suspended_at ?? ''} /> }} />
    </p>
    {suspension_reason !== '' && <p className="quiet">{say.yourReason(suspension_reason)}</p>}
    <Confirm
      label={say.resume}
      title={say.resumeOf(name)}
      isDanger={false}
      run={() => ask('DELETE /operator/accounts/{account_id}/suspension', { path: { account_id: id } })}
      changes={changes}
    >
      {say.resumeWhy}
    </Confirm>
  </>
);

/** Leads to one of its texts, by the id that its people, or a log, name. */
function FindText({ account: { id } }: { account: Account }) {
  const navigate = useNavigate();
  return (
    <Section title={say.oneText} lead={say.oneTextLead}>
      <AskForm
        action={say.showText}
        fields={{ text: { label: say.textId, type: 'whole', maxLength: 15 } }}
        send={({ text }) => navigate({ to: `/operator/accounts/${id}/texts/${text}` as '/' })}
      />
    </Section>
  );
}

function Shown({ account }: { account: Account }) {
  return (
    <div className="stack">
      <Section
        title={often.atAGlance}
        lead={
          <AppLink className="link" to="/operator/numbers" search={{ account: account.id }}>
            {say.itsNumbers}
          </AppLink>
        }
      >
        <Lines
          facts={[
            [
              often.id,
              <span key="id" className="mono">
                {account.id}
              </span>,
            ],
            [often.country, account.country],
            [often.plan, <PlanWords key="plan" of={account} />],
            [often.thisMonth, say.texts(account.texts_used)],
            [often.since, <Instant key="since" at={account.created_at} as={dateOf} />],
          ]}
        />
      </Section>
      <Section title={say.sending} lead={say.sendingLead}>
        {account.suspended_at === null ? <Suspend account={account} /> : <Resume account={account} />}
      </Section>
      <FindText account={account} />
    </div>
  );
}

export function OperatorAccountPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const query = useQuery(queryOf('GET /operator/accounts/{account_id}', { path: { account_id: id } }));
  const account = query.data?.account;
  const [isEdited, setEdited] = useState(false);
  const [invited, invite] = useState<Account | null>(null);
  return (
    <Page
      title={account?.name ?? say.account}
      lead={
        <AppLink className="link" to="/operator/accounts">
          {say.allAccounts}
        </AppLink>
      }
      actions={
        account && (
          <Group gap="xs">
            <Button variant="default" onClick={() => invite(account)}>
              {say.inviteOwner}
            </Button>
            <Button variant="default" onClick={() => setEdited(true)}>
              {often.change}
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

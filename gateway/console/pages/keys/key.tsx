// One key: what it may do, what waits for a person, what it sent, what was refused and decided, and the button that stops it.
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAccountId } from '../../api/account.ts';
import { allOf } from '../../api/queries.ts';
import { Instant } from '../../ui/instant.tsx';
import { AccountLink, AppLink } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { Lines, Panel } from '../../ui/panel.tsx';
import { Empty, Pending } from '../../ui/state.tsx';
import { approvals } from '../../words/en/approvals.ts';
import { keys as say } from '../../words/en/keys.ts';
import { often } from '../../words/en/often.ts';
import { Say } from '../../words/say.tsx';
import { Decided, PendingTexts } from '../approvals/lists.tsx';
import { RefusedBy, SentWith } from './done.tsx';
import { type Key, nameOf, Revoke } from './key_parts.tsx';
import { ChangeLimits, LimitsLine } from './limits.tsx';

interface ShownProps {
  value: Key;
  account: number;
}

/** Where to look for what a key of the sandbox does, which is an account of its own. */
const InSandbox = ({ sandbox }: { sandbox: number }) => (
  <Say
    words={say.whatItDoes}
    parts={{
      link: (words) => (
        <AppLink className="link" to={`/accounts/${sandbox}`}>
          {words}
        </AppLink>
      ),
    }}
  />
);

function AtAGlance({ value, sandbox }: { value: Key; sandbox: number | null }) {
  return (
    <Panel title={often.atAGlance}>
      <Lines
        facts={[
          [
            say.key,
            <span key="hint" className="mono">
              {value.hint}
            </span>,
          ],
          [say.made, <Instant key="made" at={value.created_at} />],
          [say.lastUsed, value.last_used_at && <Instant key="used" at={value.last_used_at} />],
          [often.revoked, value.revoked_at && <Instant key="revoked" at={value.revoked_at} />],
          [say.sandbox, sandbox && <InSandbox key="sandbox" sandbox={sandbox} />],
          [say.limits, <LimitsLine key="limits" policy={value.policy} />],
        ]}
      />
    </Panel>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h2 className="section-title">{title}</h2>
    {children}
  </section>
);

function Shown({ value, account }: ShownProps) {
  const { sandbox_account: sandbox } = value;
  const isElsewhere = sandbox !== null && sandbox !== account;
  const of = { account, keyId: value.id };
  return (
    <div className="stack">
      <AtAGlance value={value} sandbox={isElsewhere ? sandbox : null} />
      {!isElsewhere && (
        <>
          <Part title={approvals.pending}>
            <PendingTexts {...of} />
          </Part>
          <Part title={say.sentWith}>
            <SentWith {...of} />
          </Part>
        </>
      )}
      <Part title={say.refused}>
        <RefusedBy {...of} />
      </Part>
      {!isElsewhere && (
        <Part title={approvals.decided}>
          <Decided {...of} />
        </Part>
      )}
    </div>
  );
}

export function KeyPage() {
  const account = useAccountId();
  const { keyId = '' } = useParams({ strict: false }) as { keyId?: string };
  const query = useQuery(allOf('GET /keys', 'keys', { account }));
  const value = query.data?.find(({ id }) => String(id) === keyId);
  return (
    <Page
      title={value ? nameOf(value) : say.key}
      lead={<AccountLink to="/keys">{say.allKeys}</AccountLink>}
      actions={
        value && (
          <div className="row-actions">
            {value.revoked_at === null && (
              <ChangeLimits value={value} name={nameOf(value)} account={account} />
            )}
            <Revoke value={value} account={account} />
          </div>
        )
      }
    >
      <Pending of={query} />
      {query.data && !value && <Empty title={say.noSuch}>{say.noSuchHelp}</Empty>}
      {value && <Shown value={value} account={account} />}
    </Page>
  );
}

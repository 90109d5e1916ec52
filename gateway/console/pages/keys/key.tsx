// One key: what it may do, what waits for a person, what it sent, what was refused and decided, and the button that stops it.
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useAccountId } from '../../api/account.ts';
import { allOf } from '../../api/queries.ts';
import { Instant } from '../../ui/instant.tsx';
import { AccountLink } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { Lines, Panel } from '../../ui/panel.tsx';
import { Empty, Pending } from '../../ui/state.tsx';
import { confirmations } from '../../words/en/confirmations.ts';
import { keys as say } from '../../words/en/keys.ts';
import { often } from '../../words/en/often.ts';
import { Decided, Waiting } from '../confirmations/lists.tsx';
import { RefusedBy, SentWith } from './done.tsx';
import { type Key, nameOf, Revoke } from './key_parts.tsx';
import { ChangeLimits, LimitsLine } from './limits.tsx';

function Shown({ value, account }: { value: Key; account: number }) {
  return (
    <div className="stack">
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
            [say.limits, <LimitsLine key="limits" policy={value.policy} />],
          ]}
        />
      </Panel>
      <section aria-label={confirmations.waiting}>
        <h2 className="section-title">{confirmations.waiting}</h2>
        <Waiting account={account} keyId={value.id} />
      </section>
      <section aria-label={say.sentWith}>
        <h2 className="section-title">{say.sentWith}</h2>
        <SentWith account={account} keyId={value.id} />
      </section>
      <section aria-label={say.refused}>
        <h2 className="section-title">{say.refused}</h2>
        <RefusedBy account={account} keyId={value.id} />
      </section>
      <section aria-label={confirmations.decided}>
        <h2 className="section-title">{confirmations.decided}</h2>
        <Decided account={account} keyId={value.id} />
      </section>
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

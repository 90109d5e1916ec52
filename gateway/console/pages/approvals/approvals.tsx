// Texts of programs that a person approves before they leave.
import { useAccountId } from '../../api/account.ts';
import { OnlyMembers } from '../../ui/only_members.tsx';
import { Page } from '../../ui/page.tsx';
import { approvals as say } from '../../words/en/approvals.ts';
import { shell } from '../../words/en/shell.ts';
import { Decided, PendingTexts } from './lists.tsx';

export function ApprovalsPage() {
  const account = useAccountId();
  return (
    <Page title={shell.approvals} lead={say.lead} guide="/docs/ai-agents">
      <OnlyMembers>
        <div className="stack">
          <section aria-label={say.pending}>
            <h2 className="section-title">{say.pending}</h2>
            <PendingTexts account={account} />
          </section>
          <section aria-label={say.decided}>
            <h2 className="section-title">{say.decided}</h2>
            <Decided account={account} />
          </section>
        </div>
      </OnlyMembers>
    </Page>
  );
}

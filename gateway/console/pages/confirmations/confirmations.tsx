// Texts of programs that a person confirms before they leave.
import { useAccountId } from '../../api/account.ts';
import { OnlyMembers } from '../../ui/only_members.tsx';
import { Page } from '../../ui/page.tsx';
import { confirmations as say } from '../../words/en/confirmations.ts';
import { shell } from '../../words/en/shell.ts';
import { Decided, Waiting } from './lists.tsx';

export function ConfirmationsPage() {
  const account = useAccountId();
  return (
    <Page title={shell.confirmations} lead={say.lead} guide="/docs/ai-agents">
      <OnlyMembers>
        <div className="stack">
          <section aria-label={say.waiting}>
            <h2 className="section-title">{say.waiting}</h2>
            <Waiting account={account} />
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

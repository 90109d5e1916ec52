// One text of an account, as the operator sees it: all that is known of its way, and nothing of what it says.
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { hasCode } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import type { Schemas } from '../../api/types.ts';
import { AppLink } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { Lines, Panel } from '../../ui/panel.tsx';
import { Empty, Pending } from '../../ui/state.tsx';
import { operator as say } from '../../words/en/operator.ts';
import { texts } from '../../words/en/texts.ts';
import { Deadline, factsOf } from '../texts/text.tsx';
import { Steps } from '../texts/timeline.tsx';

const Shown = ({ text, ...timeline }: Schemas['TextOfAccount']) => (
  <div className="tiles">
    <Panel title={texts.whatHappened}>
      <Steps {...timeline} />
      <Deadline at={text.deadline_at} />
    </Panel>
    <Panel title={texts.details}>
      <Lines facts={factsOf(text, <span className="number">{text.address_norm}</span>)} />
    </Panel>
  </div>
);

export function OperatorTextPage() {
  const { id = '', textId = '' } = useParams({ strict: false }) as { id?: string; textId?: string };
  const query = useQuery(
    queryOf('GET /operator/accounts/{id}/texts/{text_id}', { path: { id, text_id: textId } }),
  );
  return (
    <Page
      title={texts.textOf(textId)}
      lead={say.textLead}
      actions={
        <AppLink className="link" to={`/operator/accounts/${id}`}>
          {say.itsAccount}
        </AppLink>
      }
    >
      {hasCode(query.error, 'not_found') ? (
        <Empty title={texts.noSuch}>{texts.noSuchHelp}</Empty>
      ) : (
        <Pending of={query} />
      )}
      {query.data && <Shown {...query.data} />}
    </Page>
  );
}
